import AlarmClock

/// A stream of the progress of a preview, whose last item says how it ended.
public protocol Previewing: Command where Reply == PreviewProgress {}

/// Plays a sound once as a sample. A stream, whose last item says how it ended.
public struct PreviewSound: Previewing {
  public static let name = "sound.preview"
  /// `nil` for the default sound of alarms and timers.
  public var sound: String?
  /// 0 to 100 percent, or `nil` for the setting.
  public var volume: Int?
  public var seconds: Int
  public init(sound: String?, volume: Int? = nil, seconds: Int) {
    (self.sound, self.volume, self.seconds) = (sound, volume, seconds)
  }
}

/// Vibrates once as a sample. A stream, whose last item says how it ended.
public struct PreviewVibration: Previewing {
  public static let name = "vibration.preview"
  /// `nil` for the setting.
  public var vibration: String?
  /// `nil` for the setting.
  public var pattern: String?
  public var seconds: Int
  public init(vibration: String?, pattern: String? = nil, seconds: Int) {
    (self.vibration, self.pattern, self.seconds) = (vibration, pattern, seconds)
  }
}

/// Plays an alarm's sound and vibration. A stream, whose last item says how it ended.
public struct PreviewAlarm: Previewing {
  public static let name = "alarm.preview"
  public var alarm: String
  public var seconds: Int
  public init(alarm: String, seconds: Int) { (self.alarm, self.seconds) = (alarm, seconds) }
}

/// Says something once. A stream like a preview, whose last item says how it ended.
public struct Say: Previewing {
  public static let name = "say"
  /// `nil` for the time.
  public var text: String?
  /// 0 to 100 percent, or `nil` for the setting.
  public var volume: Int?
  public init(text: String?, volume: Int? = nil) { (self.text, self.volume) = (text, volume) }
}

/// The progress of a preview.
public struct PreviewProgress: Codable, Sendable, Hashable {
  public enum Ending: String, Codable, Sendable {
    case over, stopped, replaced
    /// An alarm, or the end of a timer, took priority.
    case alarm, timer
    /// There is nothing to hear or feel; a note says why.
    case nothing
  }
  /// For example `bell 60%`, `vibration strong, heartbeat`, or both.
  public var what: String
  public var milliseconds: Int
  public var total: Int
  @OrNull public var ended: Ending?
  /// Notes for the user, each sent once.
  public var notes: [String]
  public init(what: String, milliseconds: Int, total: Int, ended: Ending? = nil, notes: [String] = []) {
    (self.what, self.milliseconds, self.total, self.ended, self.notes) = (what, milliseconds, total, ended, notes)
  }
}

/// Stops the current preview.
public typealias StopPreview = PlainCommand<StoppedPreview>

public struct StoppedPreview: PlainChangeReply {
  public static let command = "preview.stop"
  public var stopped: Bool
  public init(stopped: Bool) { self.stopped = stopped }
}

/// Plays noise to fall asleep to, replacing the current one.
public struct PlayNoise: ChangingCommand {
  public static let name = "noise.play"
  public struct Reply: Codable, Sendable {
    public var noise: NoiseView
    public var notes: [String]
    public init(noise: NoiseView, notes: [String]) { (self.noise, self.notes) = (noise, notes) }
  }
  public var sound: String
  /// 0 to 100 percent.
  public var volume: Int
  /// `nil` to play until stopped.
  public var seconds: Int?
  /// How long before the end the fade-out begins.
  public var fadeOutSeconds: Int
  public init(sound: String, volume: Int, seconds: Int?, fadeOutSeconds: Int) {
    (self.sound, self.volume, self.seconds, self.fadeOutSeconds) = (sound, volume, seconds, fadeOutSeconds)
  }
}

/// Stops the current noise.
public typealias StopNoise = PlainCommand<StoppedNoise>

public struct StoppedNoise: PlainChangeReply {
  public static let command = "noise.stop"
  @OrNull public var sound: String?
  public init(sound: String?) { self.sound = sound }
}

public struct NoiseView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable { case starting, playing, waiting, failed }
  public var sound: String
  public var volume: Int
  public var since: String
  /// `nil` if it plays until stopped.
  @OrNull public var until: String?
  /// How many seconds before `until` the fade-out begins.
  public var fadeOut: Int
  public var state: State
  /// Why it is waiting, or why nothing is heard.
  @OrNull public var why: String?
  public init(
    sound: String, volume: Int, since: String, until: String?, fadeOut: Int, state: State, why: String? = nil
  ) {
    (self.sound, self.volume, self.since, self.until) = (sound, volume, since, until)
    (self.fadeOut, self.state, self.why) = (fadeOut, state, why)
  }
}
