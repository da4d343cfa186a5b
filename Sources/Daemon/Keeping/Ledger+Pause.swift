import AlarmClock
import Control

/// The pause of repeating alarms, and what rings in spite of it.
extension Ledger {
  /// The date before which repeating alarms are skipped; nil once it has come.
  var currentPause: LocalDate? {
    let today = zone.local(time.now).date
    return settings.pausedUntil.flatMap { $0 > today ? $0 : nil }
  }

  /// What people typed, as it is stored.
  func checkedPause(_ text: String) throws(InvalidValue) -> String {
    guard text != SettingKey.defaultWord, text != QuietHours.off.description else { return text }
    let remedy = "give a date to come, as in 2026-12-27 or `tomorrow`, or `off`"
    func refusal(_ reason: String) -> InvalidValue {
      InvalidValue(field: SettingKey.pause.rawValue, value: text, reason: reason, remedy: remedy)
    }
    let today = zone.local(time.now).date
    let date: LocalDate
    do { date = try DateText.parse(text, today: today) } catch { throw refusal(error.reason) }
    guard date != today else { throw refusal("it is today, so nothing would be skipped") }
    guard date > today else { throw refusal("it has passed; it is \(today) now") }
    return date.description
  }

  /// The next occurrence of an alarm that is neither skipped nor paused.
  func nextHeard(of alarm: Alarm, in zone: ZoneRules) -> Occurrence? {
    guard let armed = scheduler.armedOccurrence(of: alarm.id) else { return nil }
    guard armed.isSkipped else { return armed.occurrence }
    let pause = settings.pausedUntil
    let end =
      pause.map { zone.resolve(LocalDateTime(date: $0, time: .midnight)).instant - .nanoseconds(1) } ?? armed.due
    var next = alarm.recurrence.next(after: armed.due, in: zone)
    while let coming = next, alarm.recurrence.isPaused(coming, until: pause) {
      next = alarm.recurrence.next(after: max(coming.due, end), in: zone)
    }
    return next
  }

  /// What the pause, or its end, leads to.
  var pauseView: PauseView {
    let (now, zone, pause) = (time.now, zone, currentPause)
    let repeating = alarms.filter { !$0.recurrence.isOneOff && $0.isEnabled }
    let paused = repeating.filter { alarm in
      guard let armed = scheduler.armedOccurrence(of: alarm.id) else { return false }
      return alarm.recurrence.isPaused(armed.occurrence, until: pause)
    }
    let coming = repeating.compactMap { alarm in nextHeard(of: alarm, in: zone).map { (alarm, $0) } }
    let first = coming.min { ($0.1.due, $0.0.id) < ($1.1.due, $1.0.id) }
    return PauseView(
      until: pause?.description, skipped: paused.count,
      next: first.map { occurrenceView($0.1, of: $0.0, now: now, zone: zone) })
  }

  /// Names what rings during the pause all the same.
  var notesOnPause: [String] {
    guard let pause = currentPause else { return [] }
    let zone = zone
    return scheduler.upcoming.filter { armed in
      armed.recurrence.isOneOff && !armed.isSkipped && zone.local(armed.due).date < pause
    }.map { armed in
      let name = armed.plan.label.isEmpty ? armed.plan.alarmID : "\(armed.plan.label) (\(armed.plan.alarmID))"
      let local = zone.local(armed.due)
      return "\(name) is set for one time, and rings all the same: \(local.date) \(local.time)"
    }
  }
}
