import AlarmClock

/// User input for a timer or a preset; `nil` for options not given.
public struct TimerInput: Codable, Sendable, Hashable {
  /// For example `25m`.
  public var length: String?
  public var label: String?
  /// Values of `SettingKey.ofTimers`; `default` to inherit.
  public var values: [String: String]

  public init(length: String? = nil, label: String? = nil, values: [SettingKey: String] = [:]) {
    (self.length, self.label) = (length, label)
    self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }
}

/// A change to a timer.
public protocol TimerSaving: ChangingCommand where Reply == TimerSaved {}

/// A change to a preset.
public protocol PresetSaving: ChangingCommand where Reply == PresetSaved {}

public struct StartTimer: TimerSaving {
  public static let name = "timer.start"
  /// A length, or the name of a preset.
  public var what: String
  public var input: TimerInput
  public init(what: String, input: TimerInput) { (self.what, self.input) = (what, input) }
}

public typealias ListTimers = PlainCommand<TimerList>

public struct TimerList: PlainReply {
  public static let command = "timer.list"
  public var timers: [TimerView]
  public init(timers: [TimerView]) { self.timers = timers }
}

/// Pauses, resumes or cancels a timer.
public struct ChangeTimer: TimerSaving {
  public static let name = "timer.change"
  public enum Change: String, Codable, Sendable { case pause, resume, cancel }
  /// A label, an id, or a unique prefix of an id with four letters or more; `nil` for the only timer. The same in the
  /// other commands.
  public var timer: String?
  public var change: Change
  public init(timer: String?, change: Change) { (self.timer, self.change) = (timer, change) }
}

/// Adds time to a timer, even if it has ended.
public struct ExtendTimer: TimerSaving {
  public static let name = "timer.extend"
  public var timer: String?
  /// For example `5m`.
  public var by: String
  public init(timer: String?, by: String) { (self.timer, self.by) = (timer, by) }
}

/// Ends one chime, or all.
public struct StopTimers: ChangingCommand {
  public static let name = "timer.stop"
  public typealias Reply = ListTimers.Reply
  public var timer: String?
  public init(timer: String?) { self.timer = timer }
}

/// Changes a preset, named directly or by a timer that was started from it.
public struct EditTimer: PresetSaving {
  public static let name = "timer.edit"
  public var timer: String
  public var input: TimerInput
  public init(timer: String, input: TimerInput) { (self.timer, self.input) = (timer, input) }
}

public struct AddPreset: PresetSaving {
  public static let name = "preset.add"
  public var presetName: String
  public var input: TimerInput
  public init(presetName: String, input: TimerInput) { (self.presetName, self.input) = (presetName, input) }
}

public struct EditPreset: PresetSaving {
  public static let name = "preset.edit"
  public var preset: String
  public var input: TimerInput
  public init(preset: String, input: TimerInput) { (self.preset, self.input) = (preset, input) }
}

public typealias ListPresets = PlainCommand<PresetList>

public struct PresetList: PlainReply {
  public static let command = "preset.list"
  public var presets: [PresetView]
  public init(presets: [PresetView]) { self.presets = presets }
}

public struct RemovePreset: PresetSaving {
  public static let name = "preset.remove"
  public var preset: String
  public init(preset: String) { self.preset = preset }
}

/// The timer after a change, with notes for the user.
public struct TimerSaved: Codable, Sendable {
  public var timer: TimerView
  public var notes: [String]
  public init(timer: TimerView, notes: [String]) { (self.timer, self.notes) = (timer, notes) }
}

public struct PresetSaved: Codable, Sendable, Hashable {
  public var preset: PresetView
  /// Empty for a new or removed preset.
  public var changes: [ValueChange]
  public var notes: [String]
  public init(preset: PresetView, changes: [ValueChange] = [], notes: [String]) {
    (self.preset, self.changes, self.notes) = (preset, changes, notes)
  }
}

/// The course of a timer's chime.
public struct ChimeView: Codable, Sendable, Hashable {
  /// If `false`, the end is neither heard nor felt, whatever the other values are.
  public var on: Bool
  public var sound: String
  public var volume: Int
  public var vibration: Vibration
  public var vibrationPattern: VibrationPattern
  /// The sound that replaces a missing one; otherwise `nil`.
  @OrNull public var playsInstead: String? = nil
  /// Whether the timer ends in quiet hours, so that it is only felt.
  public var quiet = false
  /// The values that are inherited, by `SettingKey.fieldName`.
  public var inherited: [String]
}

/// A timer for users and scripts. Durations are in seconds; times are RFC 3339 with offset.
public struct TimerView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    case running, paused
    /// It has ended and is chiming, as far as devices allow.
    case chiming
    /// It has ended and will chime after the alarm that has the devices.
    case waiting
    /// It has ended, and its chime is off.
    case ended
  }
  public var id: String
  public var label: String
  @OrNull public var preset: String?
  public var state: State
  public var length: Int
  /// Rounded up; 0 if it has ended.
  public var left: Int
  /// When it ends or ended, or `nil` while paused.
  @OrNull public var endsAt: String?
  /// The number of seconds since it ended.
  public var late: Int
  /// Why nobody notices its end, such as a failed speaker; `nil` if somebody can, or if it has not ended.
  @OrNull public var unnoticed: String? = nil
  public var chime: ChimeView
}

/// A preset for users and scripts.
public struct PresetView: Codable, Sendable, Hashable {
  public var name: String
  public var length: Int
  public var chime: ChimeView
}
