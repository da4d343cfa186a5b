import AlarmClock
import Control
import Sound

/// A sound file of the user, as it is remembered.
struct OwnSound: Codable, Hashable, Sendable {
  /// The file's name in the folder of sounds.
  var file: String
  var stamp: FileStamp
  /// Stays the same as long as the file has its name.
  var id: String
  /// The name given when the sound was added; `nil` for the one in the file.
  var givenName: String?
  var facts: SoundFacts?
  var problem: SoundProblem?
  /// Whether the file is new or has changed since it was last prepared.
  var isWaiting = true

  var name: String {
    for text in [givenName, facts?.title] {
      // The title comes from a stranger.
      do { if let text { return try checkedName(text, field: "title", mayBeEmpty: false) } } catch { continue }
    }
    return SoundID.stem(of: file)
  }

  /// Gives it another id, under which it must be prepared again.
  mutating func rename(taken: [String]) {
    id = SoundID.make(of: file, taken: taken)
    facts = nil
    isWaiting = true
  }

  var isAvailable: Bool { facts != nil }

  var obstacle: String? { problem?.why ?? (isAvailable ? nil : "it is still being prepared") }

  /// Words such as `FLAC, 2m10s, 3.1 dB quieter than the file`.
  var description: String {
    guard let facts else { return problem == nil ? "still being prepared" : "cannot be played" }
    return [facts.format.rawValue, facts.lengthText, facts.gainText].joined(separator: ", ")
  }
}

struct FileStamp: Codable, Hashable, Sendable {
  var size: Int64
  /// Nanoseconds since 1970.
  var modified: Int64
}

extension SoundFacts {
  fileprivate var lengthText: String {
    seconds < 10
      ? "\(Double(Int((seconds * 10).rounded())) / 10)s" : DurationText.format(.seconds(Int(seconds.rounded())))
  }

  fileprivate var gainText: String {
    let tenths = Int((abs(gain) * 10).rounded())
    guard tenths > 0 else { return "as loud as the file" }
    return "\(tenths / 10).\(tenths % 10) dB \(gain < 0 ? "quieter" : "louder") than the file"
  }
}

enum SoundProblem: Codable, Error, Hashable, Sendable {
  case refused(SoundRefusal)
  /// The file's permissions or the disk prevent it.
  case unreadable(String)
  /// `rouse-sound` crashed or exceeded a limit.
  case crashed
  /// Something else ended `rouse-sound`: the service was stopped, or memory ran out.
  case interrupted
  case tookTooLong
  /// `rouse-sound` is missing, or its answer is not understood.
  case noProgram(String)
  case notStored(String)
  case tooMany

  var why: String {
    switch self {
    case .refused(let refusal): refusal.why
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .crashed: "its decoder crashed on it"
    case .interrupted: "its decoder was ended before it was done, as by a stop of the service or for want of memory"
    case .tookTooLong: "decoding it took more than five minutes"
    case .noProgram(let reason): "`rouse-sound`, which decodes sounds, does not work: \(reason)"
    case .notStored(let reason): "its prepared copy cannot be written: \(reason)"
    case .tooMany: "there are more than \(SoundFolder.mostFiles) sound files"
    }
  }

  var fix: String {
    switch self {
    case .refused(let refusal): refusal.fix
    case .unreadable: "let the service read it: `chmod a+r FILE`"
    case .crashed: "save it again with another program, as WAV or FLAC"
    case .interrupted:
      "try again (of a file in the folder: `rouse sound list`); if it stays so, free memory (`free -h`)"
    case .tookTooLong: "save it as WAV with 48 kHz, or make it shorter"
    case .noProgram: "install Rouse again"
    case .notStored:
      "free space on the disk of the state folder, or let the service write there (`rouse sound list` says what is wrong)"
    case .tooMany: "remove some: `rouse sound list --category own`"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .refused(.notWritten), .notStored: .cannotWrite
    case .refused, .crashed, .tookTooLong: .badData
    case .interrupted: .tryAgain
    case .unreadable: .notPermitted
    case .noProgram: .internal
    case .tooMany: .usage
    }
  }

  /// When the problem may be over.
  enum Retry { case whenTheFileChanges, atTheNextStart, atTheNextLook }

  var retry: Retry {
    switch self {
    case .refused(.notWritten), .notStored, .noProgram, .unreadable, .tooMany, .interrupted: .atTheNextLook
    // The machine may have been busy, but do not try again and again.
    case .tookTooLong: .atTheNextStart
    case .refused, .crashed: .whenTheFileChanges
    }
  }
}

extension SoundRefusal {
  fileprivate var why: String {
    switch self {
    case .tooLarge: "it has more than \(SoundPreparation.largestFile / 1_000_000) MB"
    case .notASound: "it is no sound file that is known here"
    case .otherFormat: "it is a sound of another format"
    case .unusual: "it has more than 8 channels, or a rate below 4 or above 192 kHz"
    case .damaged: "it is damaged, or was cut off"
    case .tooShort: "it is shorter than half a second"
    case .tooLong: "it is longer than \(Int(SoundPreparation.longest / 60)) minutes"
    case .silent: "nobody would hear it: it is silent, or nearly so, once its channels are mixed to one"
    case .inaudible:
      "nobody would hear it: even its loudest three seconds stay more than 20 LU below the built-in tone between 100 Hz "
        + "and 12 kHz"
    case .pauses: "it is silent, or nearly so, for more than \(Int(SoundPreparation.longestPause)) seconds on end"
    case .notWritten: "its prepared copy could not be written"
    }
  }

  fileprivate var fix: String {
    switch self {
    case .tooLarge: "save it as FLAC, Ogg or MP3, or make it shorter"
    case .notASound, .otherFormat: "give a WAV, FLAC, Ogg or MP3 file"
    case .unusual: "save it with two channels and 48 kHz"
    case .damaged: "copy it anew, or save it again"
    case .tooShort: "give a longer one; it is repeated anyway"
    case .tooLong: "cut it; it is repeated anyway"
    case .silent: "make it louder, or give another file"
    case .inaudible: "give another file, or choose a built-in sound: `rouse sound list`"
    case .pauses: "cut the silence out of it, also at its beginning and end"
    case .notWritten: "free space on the disk of the state folder (`rouse status` names it)"
    }
  }
}
