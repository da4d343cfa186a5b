import AlarmClock

@testable import Daemon

/// Everything that people have set on a clock, as text.
struct Known: Hashable {
  /// An alarm, a preset or a timer.
  struct Item: Hashable {
    var label: String
    /// An alarm's rule, or the length of a preset or timer.
    var what: String
    var values: [SettingKey: String] = [:]
    /// Whether an alarm is enabled, or a timer is running.
    var isOn = true
    /// The remaining seconds of a timer.
    var left = 0
  }

  var settings: [SettingKey: String]
  /// By id; presets by name.
  var alarms: [String: Item] = [:]
  var presets: [String: Item] = [:]
  var timers: [String: Item] = [:]

  /// Describes a new clock.
  init() { settings = Self.texts(of: Settings()) }

  /// Describes a daemon's memory.
  init(_ rig: LedgerRig) async {
    let (alarms, reading) = (rig.inForce.book.alarms, rig.timers.reading)
    settings = Self.texts(of: rig.inForce.book.settings)
    for alarm in alarms {
      var what = "?"
      if case .weekly(let days, let time) = alarm.recurrence { what = "\(days) \(time)" }
      self.alarms[alarm.id] = Item(
        label: alarm.label, what: what, values: Self.texts(SettingKey.ofAlarms, alarm.overrides.text),
        isOn: alarm.isEnabled)
    }
    for preset in rig.inForce.book.presets {
      presets[preset.name] = Item(
        label: preset.name, what: DurationText.format(preset.length),
        values: Self.texts(SettingKey.ofTimers, preset.overrides.text))
    }
    for timer in rig.timers.all {
      let isRunning = if case .running = timer.phase { true } else { false }
      timers[timer.id] = Item(
        label: timer.label, what: DurationText.format(timer.length),
        values: Self.texts(SettingKey.ofTimers, timer.overrides.text), isOn: isRunning,
        left: timer.left(at: reading).wholeSeconds)
    }
  }

  private static func texts(of settings: Settings) -> [SettingKey: String] {
    texts(SettingKey.allCases, settings.text)
  }

  private static func texts(_ keys: [SettingKey], _ text: (SettingKey) -> String?) -> [SettingKey: String] {
    Dictionary(uniqueKeysWithValues: keys.compactMap { key in text(key).map { (key, $0) } })
  }

  /// Returns whether both are equal in all that an undo reaches; it does not reach timers.
  func isSet(as other: Known) -> Bool {
    settings == other.settings && alarms == other.alarms && presets == other.presets
  }

  mutating func takeBack(to before: Known) {
    (settings, alarms, presets) = (before.settings, before.alarms, before.presets)
  }

  /// Lets this many seconds pass.
  mutating func pass(_ seconds: Int) {
    for id in timers.keys where timers[id]?.isOn == true { timers[id]?.left -= seconds }
  }
}
