import AlarmClock
import Control

extension AlarmViews {
  /// Returns the ring that an alarm skips, other than by the pause of all alarms, or `nil`.
  func skipped(_ alarm: Alarm, _ look: Look) -> (occurrence: Occurrence, reason: DaysOff.Reason)? {
    if let key = alarm.skippedKey {
      let time = key.resolved(in: look.zone)
      // A skip is over once its time has passed while the alarm was off.
      if time.instant > look.now {
        return (Occurrence(key: key, due: time.instant, adjustment: time.adjustment), .byHand)
      }
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
