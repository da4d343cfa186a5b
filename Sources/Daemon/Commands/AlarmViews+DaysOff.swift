import AlarmClock
import Control

/// The rings that are skipped, and the pause of all repeating alarms.
extension AlarmViews {
  /// The day on which repeating alarms ring again, or `nil` if no pause is set.
  var pause: LocalDate? { inForce.book.pause(at: time.now, in: scheduler.zone) }

  var pauseView: PauseView {
    let look = Look(self)
    let pause = look.book.pause(at: look.now, in: look.zone)
    let repeating = look.book.alarms.filter { !$0.recurrence.isOneOff && $0.isEnabled }
    let paused = repeating.filter { alarm in
      guard let armed = scheduler.armedOccurrence(of: alarm.id) else { return false }
      return pause != nil && look.daysOff.isPaused(armed)
    }
    let coming = repeating.compactMap { alarm in nextHeard(of: alarm, look).map { (alarm, $0) } }
    let first = coming.min { ($0.1.due, $0.0.id) < ($1.1.due, $1.0.id) }
    return PauseView(
      until: pause?.description, skipped: paused.count, next: first.map { view(of: $0.1, of: $0.0, look) })
  }

  var notesOnPause: [String] {
    guard let pause else { return [] }
    return notes(onOneOffs: scheduler.zone.local(.min).date, until: pause) { _ in true }
  }

  /// Names the one-time alarms that ring in spite of a pause.
  func notes(onOneOffs from: LocalDate, until: LocalDate, of isConcerned: (String) -> Bool) -> [String] {
    let (zone, format) = (scheduler.zone, inForce.settings.timeFormat)
    return scheduler.upcoming.filter { armed in
      let date = zone.local(armed.due).date
      return armed.recurrence.isOneOff && !armed.isSkipped && from <= date && date < until
        && isConcerned(armed.plan.alarmID)
    }.map { armed in
      let name = armed.plan.label.isEmpty ? armed.plan.alarmID : "\(armed.plan.label) (\(armed.plan.alarmID))"
      let local = zone.local(armed.due)
      return "\(name) is set for one time, and rings all the same: \(local.date) \(local.time.text(format))"
    }
  }

  /// Returns the ring that an alarm skips, other than by the pause of all alarms, or `nil`.
  func skipped(_ alarm: Alarm, _ look: Look) -> (occurrence: Occurrence, reason: DaysOff.Reason)? {
    if let key = alarm.skippedKey {
      let skipped = key.resolved(in: look.zone)
      // A skip is over once its time has passed while the alarm was off.
      if skipped.due > look.now { return (skipped, .byHand) }
    }
    guard alarm.isEnabled, let armed = scheduler.armedOccurrence(of: alarm.id), armed.isSkipped,
      let reason = look.daysOff.reason(for: armed.occurrence.key, of: alarm)
    else { return nil }
    if case .pause(nil, _) = reason { return nil }
    return (armed.occurrence, reason)
  }

  /// The rings to be skipped, soonest first.
  var skips: [OccurrenceView] {
    let look = Look(self)
    let all = look.book.alarms.compactMap { alarm in
      alarm.isEnabled ? skipped(alarm, look).map { (alarm: alarm, occurrence: $0.occurrence) } : nil
    }
    return all.sorted { $0.occurrence.due < $1.occurrence.due }.prefix(Self.mostSkips)
      .map { view(of: $0.occurrence, of: $0.alarm, look) }
  }

  private static let mostSkips = 10

  var pauses: [NamedPauseView] {
    let look = Look(self)
    return look.book.pauses.filter { $0.until > look.today }.map { NamedPauseView($0, look.book, today: look.today) }
  }
}

enum PauseText {
  /// Returns the value to store: a date to come, or the word for none.
  static func checked(_ text: String, today: LocalDate) throws(InvalidValue) -> String {
    let word = text.lowercased()
    guard word != SettingKey.defaultWord, word != QuietHours.off.description else { return word }
    let remedy = "give a date to come, as in 2026-12-27, `friday` or `tomorrow`, or `off`"
    func refusal(_ reason: String) -> InvalidValue {
      InvalidValue(field: SettingKey.pause.rawValue, value: text, reason: reason, remedy: remedy)
    }
    let date: LocalDate
    do { date = try DateText.parseComing(text, today: today) } catch { throw refusal(error.reason) }
    guard date != today else { throw refusal("it is today, so nothing would be skipped") }
    guard date > today else { throw refusal("it has passed; it is \(today) now") }
    return date.description
  }
}
