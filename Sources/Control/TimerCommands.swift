import AlarmClock

/// What people typed for a timer or a preset; nil: not given.
public struct TimerInput: Codable, Sendable, Hashable {
  /// `25m`.
  public var length: String?
  public var label: String?
  /// Values of `SettingKey.ofTimers`, `default` to inherit.
  public var values: [String: String]

  public init(length: String? = nil, label: String? = nil, values: [SettingKey: String] = [:]) {
    (self.length, self.label) = (length, label)
    self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }
}

public struct StartTimer: ChangingCommand {
  public static let name = "timer.start"
  public typealias Reply = TimerSaved
  /// A length, or the name of a preset.
  public var what: String
  public var input: TimerInput
  public init(what: String, input: TimerInput) { (self.what, self.input) = (what, input) }
}

public struct ListTimers: Command {
  public static let name = "timer.list"
  public struct Reply: Codable, Sendable {
    public var timers: [TimerView]
    public init(timers: [TimerView]) { self.timers = timers }
  }
  public init() {}
}

/// What `pause`, `resume` and `cancel` do.
public struct ChangeTimer: ChangingCommand {
  public static let name = "timer.change"
  public typealias Reply = TimerSaved
  public enum Change: String, Codable, Sendable { case pause, resume, cancel }
  /// A label, an id, or a unique prefix of one of four letters or more; nil: the only one there is. So for the others.
  public var timer: String?
  public var change: Change
  public init(timer: String?, change: Change) { (self.timer, self.change) = (timer, change) }
}

/// Lets a timer run for longer, also one that has ended.
public struct ExtendTimer: ChangingCommand {
  public static let name = "timer.extend"
  public typealias Reply = TimerSaved
  public var timer: String?
  /// `5m`.
  public var by: String
  public init(timer: String?, by: String) { (self.timer, self.by) = (timer, by) }
}

/// Ends a chime, or all of them.
public struct StopTimers: ChangingCommand {
  public static let name = "timer.stop"
  public typealias Reply = ListTimers.Reply
  public var timer: String?
  public init(timer: String?) { self.timer = timer }
}

/// Changes a preset, or the one that a timer was started from.
public struct EditTimer: ChangingCommand {
  public static let name = "timer.edit"
  public typealias Reply = PresetSaved
  public var timer: String
  public var input: TimerInput
  public init(timer: String, input: TimerInput) { (self.timer, self.input) = (timer, input) }
}

public struct AddPreset: ChangingCommand {
  public static let name = "preset.add"
  public typealias Reply = PresetSaved
  public var presetName: String
  public var input: TimerInput
  public init(presetName: String, input: TimerInput) { (self.presetName, self.input) = (presetName, input) }
}

public struct EditPreset: ChangingCommand {
  public static let name = "preset.edit"
  public typealias Reply = PresetSaved
  public var preset: String
  public var input: TimerInput
  public init(preset: String, input: TimerInput) { (self.preset, self.input) = (preset, input) }
}

public struct ListPresets: Command {
  public static let name = "preset.list"
  public struct Reply: Codable, Sendable {
    public var presets: [PresetView]
    public init(presets: [PresetView]) { self.presets = presets }
  }
  public init() {}
}

public struct RemovePreset: ChangingCommand {
  public static let name = "preset.remove"
  public typealias Reply = PresetSaved
  public var preset: String
  public init(preset: String) { self.preset = preset }
}

/// The timer as it is now, and what people should know about that.
public struct TimerSaved: Codable, Sendable {
  public var timer: TimerView
  public var notes: [String]
  public init(timer: TimerView, notes: [String]) { (self.timer, self.notes) = (timer, notes) }
}

public struct PresetSaved: Codable, Sendable, Hashable {
  public var preset: PresetView
  /// What is another thing than it was; empty for a new preset, and one that is gone.
  public var changes: [ValueChange]
  public var notes: [String]
  public init(preset: PresetView, changes: [ValueChange] = [], notes: [String]) {
    (self.preset, self.changes, self.notes) = (preset, changes, notes)
  }
}

/// What the end of a timer does.
public struct ChimeView: Codable, Sendable, Hashable {
  /// Off: the end is neither heard nor felt, whatever the others say.
  public var on: Bool
  public var sound: String
  public var volume: Int
  public var vibration: Vibration
  public var vibrationPattern: VibrationPattern
  /// What plays in place of a sound that is gone; nil: it is there.
  @OrNull public var playsInstead: String? = nil
  /// It ends in quiet hours, so it is felt alone.
  public var quiet = false
  /// Which of them are the global defaults, by `SettingKey.fieldName`; the others are the timer's own.
  public var inherited: [String]
}

/// A timer for people and scripts. Durations are seconds, times RFC 3339 with offset.
public struct TimerView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    case running, paused
    /// It has ended, and is heard and felt as far as it can be.
    case chiming
    /// It has ended, and chimes after the alarm that has the devices.
    case waiting
    /// It has ended, and its chime is off.
    case ended
  }
  public var id: String
  public var label: String
  /// The preset it was started from; nil: none.
  @OrNull public var preset: String?
  public var state: State
  public var length: Int
  /// Rounded up; 0: it has ended.
  public var left: Int
  /// When it ends, or has ended; nil while it is paused.
  @OrNull public var endsAt: String?
  /// How long ago it ended.
  public var late: Int
  /// Why nobody notices that it has ended, as when the speaker fails; nil: somebody can, or it has not.
  @OrNull public var unnoticed: String? = nil
  public var chime: ChimeView
}

/// A preset for people and scripts.
public struct PresetView: Codable, Sendable, Hashable {
  public var name: String
  public var length: Int
  public var chime: ChimeView
}
