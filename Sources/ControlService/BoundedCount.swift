import Synchronization

/// Counts concurrent operations, up to a limit.
package final class BoundedCount: Sendable {
  package let most: Int
  private let count = Mutex(0)

  package init(most: Int) { self.most = most }

  /// Returns false at the limit. Otherwise the caller must call `leave` once.
  package func enter() -> Bool {
    count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
  }

  @discardableResult
  package func leave() -> Bool {
    count.withLock { count in
      count -= 1
      return count == 0
    }
  }
}
