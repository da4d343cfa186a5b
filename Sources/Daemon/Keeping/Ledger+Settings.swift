import AlarmClock
import Control
import Storage

/// What people do with the global defaults.
extension Ledger {
  func change(_ keyName: String, to value: String) throws(ControlError) -> ChangeSetting.Reply {
    let key: SettingKey
    var value = value
    var changed = settings
    do {
      key = try SettingKey.named(keyName)
      if key == .pause { value = try checkedPause(value) }
      try changed.set(key, to: value, knownSounds: knownSounds)
    } catch {
      throw ControlError(error)
    }
    try fitting.check(key, value: value, field: key.rawValue)
    if changed != settings { try refuseIfLocked(key, changed) }
    // What is armed carries the plan it will ring with.
    let rearmed = alarms.compactMap { alarm -> ArmedOccurrence? in
      guard let before = scheduler.armedOccurrence(of: alarm.id) else { return nil }
      var armed = before
      armed.plan = changed.plan(for: alarm)
      armed.isSkipped = alarm.isSkipped(armed.occurrence, pausedUntil: changed.pausedUntil)
      return armed == before ? nil : armed
    }
    let waiting = alarms.flatMap { stillWaiting(of: $0, changed) }
    let unnoticed = unnoticedTimers
    let own = alarms.count { $0.overrides.text(of: key) != nil && !isChanged($0, by: changed) }
    let stored = value == SettingKey.defaultWord ? nil : changed.text(of: key)
    try commit("the setting") { store throws(StorageError) in
      try store.set(key, to: stored)
      for armed in rearmed { try store.arm(armed) }
      for armed in waiting { try store.arm(armed, isWaiting: true) }
    }
    settingsInForce.use(changed)
    for armed in waiting { self.waiting[armed.id] = armed }
    scheduler.pause(until: changed.pausedUntil)
    for armed in rearmed where !scheduler.arm(armed) {
      // It came due while the setting was being stored: the setting is for the occurrence after it.
      guard let alarm = alarms.first(where: { $0.id == armed.plan.alarmID }) else { continue }
      arm(alarm)
    }
    tellFollowers()
    events.append(.settingsChanged, detail: "\(key.rawValue) = \(changed.text(of: key) ?? "none")")
    var notes: [String] = []
    if SettingKey.ofAlarms.contains(key) {
      if own > 0 {
        notes.append("\(own) alarm\(own == 1 ? " has its" : "s have their") own \(key.rawValue), which stays.")
      }
      if !scheduler.ringing.isEmpty { notes.append("Alarm is ringing, changes will apply next time") }
    }
    notes += notesOnLowVolume(after: key) + noteOnTimers(unnoticedBefore: unnoticed)
    if [.flash, .sound, .volume, .vibration].contains(key) { notes += notesOnSteadyLight() }
    // Switched on, it is not noticed yet.
    if key == .chime, changed.chimes { notes += notesOnChime(of: ChimeOverrides()) }
    guard key == .pause else { return ChangeSetting.Reply(setting: view(of: key), notes: notes) }
    return ChangeSetting.Reply(setting: view(of: key), pause: pauseView, notes: notesOnPause)
  }

  func view(of key: SettingKey) -> SettingView {
    var shown = settings
    shown.pausedUntil = currentPause
    return SettingView(
      key: key, value: shown.text(of: key), playsInstead: key == .sound ? soundInPlace(of: settings.sound) : nil,
      isDefault: shown.text(of: key) == Settings().text(of: key),
      isSupported: fitting.supports(key), help: key.setting.help)
  }

  var settingViews: [SettingView] { SettingKey.allCases.map(view) }
}
