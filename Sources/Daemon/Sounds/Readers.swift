import Synchronization

/// How many threads read sounds at this moment, those that hang too.
final class Readers: Sendable {
  let count = Mutex(0)
}

/// One of them, for as long as its thread lives.
final class Reader: Sendable {
  private let readers: Readers

  /// One plays, and those before it are about to end; more of them hang.
  static let most = 8

  /// nil: there are too many.
  init?(among readers: Readers) {
    let isFree = readers.count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
    // Before it owns anything, as what fails later would be counted off.
    guard isFree else { return nil }
    self.readers = readers
  }

  deinit { readers.count.withLock { $0 -= 1 } }
}
