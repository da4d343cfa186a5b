import Synchronization

/// Counts what is under way, up to a bound.
package final class BoundedCount: Sendable {
  package let most: Int
  private let count = Mutex(0)

  package init(most: Int) { self.most = most }

  /// False when there are `most` already; else to be followed by one `leave`.
  package func enter() -> Bool {
    count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
  }

  /// Whether nothing is under way any more.
  @discardableResult
  package func leave() -> Bool {
    count.withLock { count in
      count -= 1
      return count == 0
    }
  }
}
