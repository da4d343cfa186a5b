import AlarmClock
import Storage

/// Whether the store takes what it is given, and when it was last looked after. All times are by the clock that never steps.
struct StoreHealth: Sendable {
  /// The last refusal of the store; nil while it works.
  private(set) var error: StorageError?
  /// It is going to be asked again.
  var isRetrying = false
  /// What is armed, or how far a ring has got, is not all stored.
  var isBehind = false
  /// It was found broken, and is about to be replaced.
  var isReplacing = false
  /// What is in memory was read from a store that was found whole.
  var isProven = false
  /// It was said that the store's log was taken away.
  var isLogLossTold = false
  /// When something changed that no backup holds.
  var changed: Duration?
  /// When the store was last looked through.
  var checked: Duration?
  /// When it was last looked for what is old.
  var pruned: Duration?
  /// Why the last backup could not be made; nil: it was.
  var backupError: StorageError?

  /// How often it is looked after.
  static let round: Duration = .seconds(60)
  private static let day: Duration = .seconds(86_400)

  /// The store has just refused, and is going to be asked again: whoever asks before that waits for nothing.
  var isRefusing: Bool { error != nil && isRetrying }

  func isCheckDue(at now: Duration) -> Bool { checked.map { now - $0 >= Self.day } ?? true }
  func isPruningDue(at now: Duration) -> Bool { pruned.map { now - $0 >= Self.day } ?? true }
  func isBackupDue(at now: Duration) -> Bool { changed.map { now - $0 >= Self.round } ?? false }

  /// - Returns: whether it is another refusal than the last one.
  mutating func refused(_ new: StorageError) -> Bool {
    defer { error = new }
    return error?.kind != new.kind
  }

  /// - Returns: whether it had refused before.
  mutating func worked() -> Bool {
    defer { error = nil }
    return error != nil
  }

  /// A backup holds everything.
  mutating func backedUp() { (changed, backupError) = (nil, nil) }
}
