import AlarmClock
import Synchronization

/// The user's alarms, cards and settings in force, in one place. Armed occurrences keep the plan of their arming.
/// Only the ledger writes it: a user's change once it is stored, and the effects of a corrected clock even if the store
/// refuses them. The lock is held only for a copy, and no other lock is taken meanwhile.
final class BookInForce: Sendable {
  private let held: Mutex<AlarmBook>

  init(_ book: AlarmBook) { held = Mutex(book) }

  var book: AlarmBook { held.withLock { $0 } }
  var settings: Settings { held.withLock { $0.settings } }

  func use(_ new: AlarmBook) {
    // The old book is released without the lock, because that takes a while if it has many alarms.
    let before = held.withLock { held in
      defer { held = new }
      return held
    }
    withExtendedLifetime(before) {}
  }
}

extension AlarmBook {
  struct NextRing: Hashable {
    var alarm: Alarm
    var occurrence: Occurrence
  }
}
