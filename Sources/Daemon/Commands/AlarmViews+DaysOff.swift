import AlarmClock
import Control

/// What alarms skip and why, and what they do on some dates.
extension AlarmViews {
  /// The ring that an alarm skips though it is not paused with all the others; nil: none.
  func skipped(_ alarm: Alarm, _ look: Look) -> (occurrence: Occurrence, reason: DaysOff.Reason)? {
    if let key = alarm.skippedKey {
      let time = key.resolved(in: look.zone)
      // One that was to be skipped while the alarm was off has passed.
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

  /// The rings that are to be skipped, the next first.
  var skips: [OccurrenceView] {
    let look = Look(self)
    let all = look.book.alarms.compactMap { alarm in
      alarm.isEnabled ? skipped(alarm, look).map { (alarm: alarm, occurrence: $0.occurrence) } : nil
    }
    return all.sorted { $0.occurrence.due < $1.occurrence.due }.prefix(Self.mostSkips)
      .map { view(of: $0.occurrence, of: $0.alarm, look) }
  }

  private static let mostSkips = 10

  /// The pauses with a name that are not over.
  var pauses: [NamedPauseView] {
    let look = Look(self)
    return look.book.pauses.filter { $0.until > look.today }.map { NamedPauseView($0, look.book, today: look.today) }
  }
}
