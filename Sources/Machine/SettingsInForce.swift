import AlarmClock
import Synchronization

/// The settings of this moment, held once: whoever needs one reads it here when it matters. What is armed keeps the plan
/// that it was armed with.
///
/// The ledger alone writes them, after they are stored. Its lock is held for no more than a copy, and no other is taken
/// meanwhile.
package final class SettingsInForce: Sendable {
  private let settings: Mutex<Settings>

  package init(_ settings: Settings) { self.settings = Mutex(settings) }

  package var now: Settings { settings.withLock { $0 } }

  package func use(_ new: Settings) { settings.withLock { $0 = new } }
}

/// Somebody who has to act when a setting changed. The others read it when they need it.
package protocol SettingsFollower: Sendable {
  /// They are in force already. Must not block.
  func settingsChanged()
}
