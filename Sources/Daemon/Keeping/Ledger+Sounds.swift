import AlarmClock
import Control

/// Which sounds people have chosen, and whether they are there.
extension Ledger {
  /// The chosen sounds that are gone, by their ids.
  var missingSounds: [MissingSoundView] {
    let users = soundUsers
    let isDefaultGone = settings.sound.map { !isThere($0) } ?? true
    return users.keys.filter { !isThere($0) }.sorted().map { id in
      let instead = id == settings.sound || isDefaultGone ? nil : settings.sound
      return MissingSoundView(
        sound: id, usedBy: users[id, default: []],
        playsInstead: instead == Settings.noSound ? Settings.builtInSound : instead ?? Settings.builtInSound)
    }
  }

  /// What uses a sound that was chosen, in words, by its id.
  var soundUsers: [String: [String]] {
    var users: [String: [String]] = [:]
    if let sound = settings.sound { users[sound, default: []].append("the setting `sound`") }
    for alarm in alarms {
      guard let sound = alarm.overrides.sound else { continue }
      users[sound, default: []].append("the alarm \(alarm.label.isEmpty ? alarm.id : "\(alarm.label) (\(alarm.id))")")
    }
    for timer in timers.all {
      if let sound = timer.overrides.sound { users[sound, default: []].append("the timer \(timer.name)") }
    }
    for preset in presets {
      if let sound = preset.overrides.sound { users[sound, default: []].append("the preset \(preset.name)") }
    }
    return users
  }

  /// What people are told of who used a sound that is gone, and what is heard instead.
  func notes(onRemoved id: String) -> [String] {
    missingSounds.filter { $0.sound == id }.map { missing in
      "It was chosen by \(missing.usedBy.joined(separator: ", ")); \(missing.playsInstead) plays instead. "
        + "Choose another: `rouse sound list`"
    }
  }

  private func isThere(_ id: String) -> Bool { id == Settings.noSound || shelf.holds(id) }
}
