import AlarmClock
import Control

@testable import Daemon

/// All that people have set on a clock, as text.
struct Known: Hashable {
  /// An alarm, a preset or a timer.
  struct Item: Hashable {
    var label: String
    /// When an alarm is set for; how long the others run.
    var what: String
    /// Its own values.
    var values: [SettingKey: String] = [:]
    /// Of an alarm: it is enabled; of a timer: it runs.
    var isOn = true
    /// Of a timer: seconds.
    var left = 0
  }

  var settings: [SettingKey: String]
  /// By their ids; presets by their names.
  var alarms: [String: Item] = [:]
  var presets: [String: Item] = [:]
  var timers: [String: Item] = [:]

  /// What a new clock has.
  init() { settings = Self.texts(of: Settings()) }

  /// What a daemon has in memory.
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

  /// All but the timers, which no undo reaches.
  func isSet(as other: Known) -> Bool {
    settings == other.settings && alarms == other.alarms && presets == other.presets
  }

  mutating func takeBack(to before: Known) {
    (settings, alarms, presets) = (before.settings, before.alarms, before.presets)
  }

  /// So many seconds later.
  mutating func pass(_ seconds: Int) {
    for id in timers.keys where timers[id]?.isOn == true { timers[id]?.left -= seconds }
  }
}
