import Machine
import Synchronization

/// Messages to show once, with the next command that somebody types.
package final class Notices: Sendable {
  private let waiting = Mutex<[String]>([])

  /// Nobody would read more.
  private static let most = 5

  package init() {}

  package func add(_ notice: String) {
    waiting.withLock { waiting in
      if !waiting.contains(notice) { waiting.append(notice) }
      waiting = waiting.suffix(Self.most)
    }
  }

  package func take() -> [String] { waiting.withLock { exchange(&$0, []) } }
}
