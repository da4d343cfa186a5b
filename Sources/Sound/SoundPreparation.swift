/// The requirements for people's sound files, and the properties of the sounds that `rouse-sound` makes of them.
public enum SoundPreparation {
  /// Frames per second of a prepared sound.
  public static let rate = 48_000
  /// In bytes.
  public static let largestFile = 50_000_000
  /// In seconds, like `longest`.
  public static let shortest = 0.5
  public static let longest = 600.0
  /// Integrated loudness of a prepared sound in LUFS (EBU R 128, one channel). Built-in sounds are between -7.6 and
  /// -9.4; this is close to them without crushing music.
  public static let loudness = -10.0
  /// The largest peak between samples, in dBTP.
  public static let truePeak = -1.0
  /// Anything quieter is silence, in LUFS.
  public static let silence = -60.0
  /// Loudness of the built-in tone in LUFS, the standard for other sounds.
  public static let toneLoudness = -7.5
  /// In LUFS. The loudest `loudestSpan` seconds of a prepared sound must reach this within the audible band, because
  /// ultrasound or a single click wakes nobody.
  public static let leastLoudness = toneLoudness - 20
  public static let loudestSpan = 3.0
  /// How many seconds in a row a sound may stay `pauseDepth` decibels below its loudness. An alarm must not begin with
  /// minutes of silence, which a speaker would play without a fault.
  public static let longestPause = 10.0
  public static let pauseDepth = 30.0
}

/// The JSON that `rouse-sound` prints on its last line.
public enum PreparationReport: Codable, Hashable, Sendable {
  case prepared(SoundFacts)
  case refused(SoundRefusal)
}

/// The properties of a prepared sound.
public struct SoundFacts: Codable, Hashable, Sendable {
  public enum Format: String, Codable, Sendable {
    case wav = "WAV"
    case flac = "FLAC"
    case ogg = "Ogg"
    case mp3 = "MP3"
  }

  /// The format of the original file.
  public var format: Format
  /// The title stored in the file.
  public var title: String?
  public var seconds: Double
  /// The gain applied to the file, in decibels.
  public var gain: Double
  /// The audible loudness of the loudest `SoundPreparation.loudestSpan` seconds, in LUFS, or `nil` if an earlier
  /// version prepared the sound without measuring it.
  public var loudest: Double?

  public init(format: Format, title: String?, seconds: Double, gain: Double, loudest: Double? = nil) {
    self.format = format
    self.title = title
    self.seconds = seconds
    self.gain = gain
    self.loudest = loudest
  }
}

/// The reason why a file cannot become a sound.
public enum SoundRefusal: String, Error, Codable, Hashable, Sendable, CaseIterable {
  /// The file exceeds `largestFile`.
  case tooLarge
  /// The file is not in any known sound format.
  case notASound
  /// The sound is not WAV, FLAC, Ogg or MP3.
  case otherFormat
  /// The number of channels or the rate is out of range.
  case unusual
  /// The file cannot be decoded to its end, or contains invalid samples.
  case damaged
  case tooShort
  case tooLong
  case silent
  /// The audible part is quieter than `leastLoudness`.
  case inaudible
  /// A pause is longer than `longestPause`.
  case pauses
  /// The prepared sound could not be written, for lack of space.
  case notWritten
}
