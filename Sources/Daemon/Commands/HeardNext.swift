import AlarmClock
import Synchronization

/// A cache of next rings, so that years of days off are searched once per change and not for each view.
final class HeardNext: Sendable {
  private struct Found {
    var alarm: Alarm
    var armed: ArmedOccurrence
    var next: Occurrence?
  }

  private struct State {
    var daysOff = DaysOff()
    var zone = ZoneRules.utc
    var found: [String: Found] = [:]
  }

  private let state = Mutex(State())

  /// Returns the same as `AlarmBook.nextHeard`.
  func next(of alarm: Alarm, armed: ArmedOccurrence?, in book: AlarmBook, _ zone: ZoneRules) -> Occurrence? {
    guard let armed, armed.isSkipped else { return book.nextHeard(of: alarm, armed: armed, in: zone) }
    let daysOff = book.daysOff
    let known = state.withLock { state -> Found? in
      // Also drops removed alarms.
      if state.daysOff != daysOff || state.zone != zone || state.found.count > book.alarms.count {
        state = State(daysOff: daysOff, zone: zone)
      }
      return state.found[alarm.id]
    }
    if let known, known.alarm == alarm, known.armed == armed { return known.next }
    let next = book.nextHeard(of: alarm, armed: armed, in: zone)
    state.withLock { state in
      guard state.daysOff == daysOff, state.zone == zone else { return }
      state.found[alarm.id] = Found(alarm: alarm, armed: armed, next: next)
    }
    return next
  }
}
