import AlarmClock
import Control

/// Nobody takes a ring back shortly before it, half asleep (`cancel-lock`). Every attempt is in the log.
extension Ledger {
  /// The alarms that can no longer be taken back.
  var lockedAlarms: [Alarm] {
    let now = time.now
    return alarms.filter { scheduler.isLocked($0.id, at: now) }
  }

  /// Refuses to change an alarm that is locked; `what` was asked for, as `the removal`.
  func refuseIfLocked(_ alarm: Alarm, _ what: String) throws(ControlError) {
    if scheduler.isLocked(alarm.id, at: time.now) { throw refusal(of: what, because: alarm) }
  }

  /// Refuses to change a setting that a locked alarm inherits, or that has the last word, and a pause that would skip one.
  func refuseIfLocked(_ key: SettingKey, _ changed: Settings) throws(ControlError) {
    let locked = lockedAlarms.first { alarm in
      if key == .pause { return !alarm.recurrence.isOneOff }
      guard SettingKey.ofAlarms.contains(key) else { return false }
      return alarm.overrides.text(of: key) == nil || isChanged(alarm, by: changed)
    }
    if let locked { throw refusal(of: "the change of `\(key.rawValue)`", because: locked) }
  }

  /// Whether an alarm would ring otherwise by other settings.
  func isChanged(_ alarm: Alarm, by settings: Settings) -> Bool {
    settings.plan(for: alarm).values != self.settings.plan(for: alarm).values
  }

  /// Refuses to enrol or remove a card that decides when a locked alarm falls silent.
  func refuseIfLocked(_ card: Card, _ what: String) throws(ControlError) {
    let locked = lockedAlarms.first { alarm in
      switch card.kind {
      case .dismiss: alarm.cards.isEmpty || alarm.cards.contains(card.id)
      case .snooze: settings.plan(for: alarm).snoozes > 0
      }
    }
    if let locked { throw refusal(of: what, because: locked) }
  }

  func refusal(of what: String, because alarm: Alarm) -> ControlError {
    events.append(.changeRefused, alarmID: alarm.id, label: alarm.label, detail: "\(what): cancel-lock")
    let name = alarm.label.isEmpty ? alarm.id : "\(alarm.id) (\(alarm.label))"
    let isRinging = !scheduler.ringingKeys(of: alarm.id).isEmpty
    return ControlError(
      .tryAgain, "\(what) is refused: the alarm \(name) is locked",
      why: isRinging
        ? "it rings, and until its card was seen nothing of it can be changed; the attempt is in the log"
        : "its `cancel-lock` forbids changes this short before its ring; the attempt is in the log",
      fix: isRinging ? "show its card, then try again" : "try again after its ring",
      stillWorks: "other alarms can be set and changed")
  }
}
