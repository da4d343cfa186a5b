import AlarmClock

/// Plays a sound once, for people to hear what it is like: a stream, whose last item says how it ended.
public struct PreviewSound: Command {
  public static let name = "sound.preview"
  public typealias Reply = PreviewProgress
  /// nil: what alarms and timers play that choose none.
  public var sound: String?
  /// 0…100 per cent; nil: the global default.
  public var volume: Int?
  public var seconds: Int
  public init(sound: String?, volume: Int? = nil, seconds: Int) {
    (self.sound, self.volume, self.seconds) = (sound, volume, seconds)
  }
}

/// Shakes once, for people to feel what it is like: a stream, whose last item says how it ended.
public struct PreviewVibration: Command {
  public static let name = "vibration.preview"
  public typealias Reply = PreviewProgress
  /// nil: the global default.
  public var vibration: String?
  /// nil: the global default.
  public var pattern: String?
  public var seconds: Int
  public init(vibration: String?, pattern: String? = nil, seconds: Int) {
    (self.vibration, self.pattern, self.seconds) = (vibration, pattern, seconds)
  }
}

/// Plays what an alarm would: its sound and its vibration. A stream, whose last item says how it ended.
public struct PreviewAlarm: Command {
  public static let name = "alarm.preview"
  public typealias Reply = PreviewProgress
  public var alarm: String
  public var seconds: Int
  public init(alarm: String, seconds: Int) { (self.alarm, self.seconds) = (alarm, seconds) }
}

/// Says something once, as a preview: a stream, whose last item says how it ended.
public struct Say: Command {
  public static let name = "say"
  public typealias Reply = PreviewProgress
  /// nil: the time.
  public var text: String?
  /// 0…100 per cent; nil: the global default.
  public var volume: Int?
  public init(text: String?, volume: Int? = nil) { (self.text, self.volume) = (text, volume) }
}

/// How far a preview has got.
public struct PreviewProgress: Codable, Sendable, Hashable {
  public enum Ending: String, Codable, Sendable {
    case over, stopped, replaced
    /// An alarm, or the end of a timer, went before it.
    case alarm, timer
    /// There is nothing to hear or feel; a note says why.
    case nothing
  }
  /// `bell 60%`, `vibration strong, heartbeat`, or both.
  public var what: String
  public var milliseconds: Int
  public var total: Int
  /// nil: it goes on.
  @OrNull public var ended: Ending?
  /// What people should know about it; told once.
  public var notes: [String]
  public init(what: String, milliseconds: Int, total: Int, ended: Ending? = nil, notes: [String] = []) {
    (self.what, self.milliseconds, self.total, self.ended, self.notes) = (what, milliseconds, total, ended, notes)
  }
}

/// Ends what is previewed.
public struct StopPreview: ChangingCommand {
  public static let name = "preview.stop"
  public struct Reply: Codable, Sendable {
    public var stopped: Bool
    public init(stopped: Bool) { self.stopped = stopped }
  }
  public init() {}
}

/// Plays noise to fall asleep by, in the place of what played before.
public struct PlayNoise: ChangingCommand {
  public static let name = "noise.play"
  public struct Reply: Codable, Sendable {
    public var noise: NoiseView
    public var notes: [String]
    public init(noise: NoiseView, notes: [String]) { (self.noise, self.notes) = (noise, notes) }
  }
  public var sound: String
  /// 0…100 per cent.
  public var volume: Int
  /// nil: until it is stopped.
  public var seconds: Int?
  /// How long before its end it begins to fall.
  public var fadeOutSeconds: Int
  public init(sound: String, volume: Int, seconds: Int?, fadeOutSeconds: Int) {
    (self.sound, self.volume, self.seconds, self.fadeOutSeconds) = (sound, volume, seconds, fadeOutSeconds)
  }
}

/// Ends the noise that plays.
public struct StopNoise: ChangingCommand {
  public static let name = "noise.stop"
  public struct Reply: Codable, Sendable {
    @OrNull public var sound: String?
    public init(sound: String?) { self.sound = sound }
  }
  public init() {}
}

public struct NoiseView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable { case starting, playing, waiting, failed }
  public var sound: String
  public var volume: Int
  public var since: String
  /// nil: until it is stopped.
  @OrNull public var until: String?
  /// How many seconds before that it begins to fall.
  public var fadeOut: Int
  public var state: State
  /// For what it waits, or why nothing is heard.
  @OrNull public var why: String?
  public init(
    sound: String, volume: Int, since: String, until: String?, fadeOut: Int, state: State, why: String? = nil
  ) {
    (self.sound, self.volume, self.since, self.until) = (sound, volume, since, until)
    (self.fadeOut, self.state, self.why) = (fadeOut, state, why)
  }
}
