import Synchronization

/// What people are to be told once, with the next command they type.
package final class Notices: Sendable {
  private let waiting = Mutex<[String]>([])

  /// More than so many are not read.
  private static let most = 5

  package init() {}

  package func add(_ notice: String) {
    waiting.withLock { waiting in
      if !waiting.contains(notice) { waiting.append(notice) }
      waiting = waiting.suffix(Self.most)
    }
  }

  /// All that wait; they are told no more.
  package func take() -> [String] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
