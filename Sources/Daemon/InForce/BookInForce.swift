import AlarmClock
import Synchronization

/// What people have set, as it is in force at this moment: held once. Whoever needs something of it reads it here when it
/// matters. What is armed keeps the plan that it was armed with.
///
/// The ledger alone writes it: what people change once it is stored, what a clock set right changes even where the store
/// refuses. Its lock is held for no more than a copy, and no other is taken meanwhile.
final class BookInForce: Sendable {
  private let held: Mutex<AlarmBook>

  init(_ book: AlarmBook) { held = Mutex(book) }

  var book: AlarmBook { held.withLock { $0 } }
  var settings: Settings { held.withLock { $0.settings } }

  func use(_ new: AlarmBook) {
    // The one before is let go of without the lock: of many alarms that takes a while.
    let before = held.withLock { held in
      defer { held = new }
      return held
    }
    withExtendedLifetime(before) {}
  }
}

/// Somebody who has to act when a setting changed. The others read it when they need it.
protocol SettingsFollower: Sendable {
  /// They are in force already. Called on the ledger's thread, which may wait for a disk and for nothing else.
  func settingsChanged()
}
