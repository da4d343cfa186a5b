import AlarmClock
import Control
import Storage

/// What people do with the global defaults.
extension Ledger {
  func change(_ keyName: String, to value: String) throws(ControlError) -> ChangeSetting.Reply {
    let key: SettingKey
    var changed = settings
    do {
      key = try SettingKey.named(keyName)
      try changed.set(key, to: value, knownSounds: knownSounds)
    } catch {
      throw ControlError(error)
    }
    try fitting.check(key, value: value, field: key.rawValue)
    if changed != settings { try refuseIfLocked(key) }
    // What is armed carries the plan it will ring with.
    let rearmed = alarms.compactMap { alarm -> ArmedOccurrence? in
      guard var armed = scheduler.armedOccurrence(of: alarm.id) else { return nil }
      let plan = changed.plan(for: alarm)
      guard armed.plan != plan else { return nil }
      armed.plan = plan
      return armed
    }
    let stored = value == SettingKey.defaultWord ? nil : changed.text(of: key)
    try commit("the setting") { store throws(StorageError) in
      try store.set(key, to: stored)
      for armed in rearmed { try store.arm(armed) }
    }
    settings = changed
    for armed in rearmed where !scheduler.arm(armed) {
      // It came due while the setting was being stored: the setting is for the occurrence after it.
      guard let alarm = alarms.first(where: { $0.id == armed.plan.alarmID }) else { continue }
      arm(alarm)
    }
    if key == .pause {
      scheduler.pause(until: changed.pausedUntil)
      for alarm in alarms where alarm.isEnabled { arm(alarm) }
    }
    face.use(changed)
    trust.use(changed)
    events.append(.settingsChanged, detail: "\(key.rawValue) = \(changed.text(of: key) ?? "none")")
    var notes: [String] = []
    if SettingKey.ofAlarms.contains(key) {
      let own = alarms.filter { $0.overrides.text(of: key) != nil }.count
      if own > 0 {
        notes.append("\(own) alarm\(own == 1 ? " has its" : "s have their") own \(key.rawValue), which stays.")
      }
      if !scheduler.ringing.isEmpty { notes.append("Alarm is ringing, changes will apply next time") }
    }
    return ChangeSetting.Reply(setting: view(of: key), notes: notes)
  }

  func view(of key: SettingKey) -> SettingView {
    SettingView(
      key: key, value: settings.text(of: key), isDefault: settings.text(of: key) == Settings().text(of: key),
      isSupported: fitting.supports(key), help: key.help)
  }

  var settingViews: [SettingView] { SettingKey.allCases.map(view) }
}
