/// What `rouse-sound` makes of other people's sound files, and what it asks of them.
public enum SoundPreparation {
  /// Frames a second of a prepared sound.
  public static let rate = 48_000
  /// Bytes of a file.
  public static let largestFile = 50_000_000
  /// Seconds of a sound.
  public static let shortest = 0.5
  public static let longest = 600.0
  /// Integrated loudness of a prepared sound, in LUFS (EBU R 128; one channel): near that of the built-in sounds, which are between
  /// -7.6 and -9.4, without crushing music.
  public static let loudness = -10.0
  /// The largest peak between samples, in dBTP.
  public static let truePeak = -1.0
  /// What is quieter is silence, in LUFS.
  public static let silence = -60.0
  /// Loudness of the built-in tone, in LUFS, by which other sounds are judged.
  public static let toneLoudness = -7.5
  /// The loudest `loudestSpan` seconds of a prepared sound, within the band that people hear, must reach this, in LUFS:
  /// an alarm of ultrasound or of a single click wakes nobody.
  public static let leastLoudness = toneLoudness - 20
  public static let loudestSpan = 3.0
  /// So many seconds on end a sound may be this many decibels below its loudness: an alarm is not to begin with minutes of
  /// silence, which the speaker plays without a fault.
  public static let longestPause = 10.0
  public static let pauseDepth = 30.0
}

/// What `rouse-sound` says of a file on its last line, in JSON.
public enum PreparationReport: Codable, Hashable, Sendable {
  case prepared(SoundFacts)
  case refused(SoundRefusal)
}

/// What is known of a sound that was prepared.
public struct SoundFacts: Codable, Hashable, Sendable {
  public enum Format: String, Codable, Sendable {
    case wav = "WAV"
    case flac = "FLAC"
    case ogg = "Ogg"
    case mp3 = "MP3"
  }

  /// Of the file that it was made of.
  public var format: Format
  /// What the file says is its title.
  public var title: String?
  public var seconds: Double
  /// How much louder it is than the file, in decibels.
  public var gain: Double
  /// How loud its loudest `SoundPreparation.loudestSpan` seconds are to people, in LUFS, or `nil` if an earlier version
  /// prepared it, which did not measure that.
  public var loudest: Double?

  public init(format: Format, title: String?, seconds: Double, gain: Double, loudest: Double? = nil) {
    self.format = format
    self.title = title
    self.seconds = seconds
    self.gain = gain
    self.loudest = loudest
  }
}

/// Why a file is not made a sound.
public enum SoundRefusal: String, Error, Codable, Hashable, Sendable, CaseIterable {
  /// More than `largestFile`.
  case tooLarge
  /// No sound file of any kind that is known.
  case notASound
  /// A sound, but neither WAV, FLAC, Ogg nor MP3.
  case otherFormat
  /// More channels, or another rate, than sounds have.
  case unusual
  /// It cannot be decoded to its end, or holds what are no samples.
  case damaged
  case tooShort
  case tooLong
  case silent
  /// It is quieter than `leastLoudness` where people hear it.
  case inaudible
  /// It is silent for longer than `longestPause` on end.
  case pauses
  /// What was made of it could not be written: no space.
  case notWritten
}
