import Machine
import Synchronization

/// How much memory waits for clients: requests that have not come whole or are under way, and answers that nobody takes.
///
/// All of it together and that of each connection is bounded, so that no client's slowness becomes the clock's.
package final class ClientMemory: Sendable {
  /// In bytes, for all connections together.
  private let most: Int
  private let used = Mutex(0)

  /// In bytes, for one connection. One request or answer may be larger, where nothing else of its connection waits.
  package static let mostOfOne = 4 << 20
  /// In bytes. What is no larger is not counted: there are at most `Conversation.mostRequests` of it a connection.
  package static let free = 4 << 10

  package init(most: Int = 24 << 20) { self.most = most }

  /// Returns the part of a new connection.
  ///
  /// - Parameter time: tells when a line began.
  package func share(time: any TimeSource = SystemTime()) -> Share { Share(self, time) }

  private func take(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard used + bytes <= most else { return false }
      used += bytes
      return true
    }
  }

  private func give(_ bytes: Int) { used.withLock { $0 -= bytes } }

  /// One connection's part of it.
  package final class Share: Sendable {
    private let memory: ClientMemory
    private let time: any TimeSource
    private let used = Mutex(0)
    private let begun = Mutex<BegunLine?>(nil)

    private let lines = Atomic(0)

    /// How many lines have come that nobody has taken.
    package var linesWaiting: Int { lines.load(ordering: .relaxed) }
    package func lineWaits() { lines.add(1, ordering: .relaxed) }
    package func lineIsTaken() { lines.subtract(1, ordering: .relaxed) }

    /// A line that has not come whole yet.
    package struct BegunLine: Sendable {
      /// When it began, on the monotonic clock.
      package var since: Duration
      /// What has come of it, in bytes.
      package var length: Int
    }

    /// nil: there is none.
    package var begunLine: BegunLine? { begun.withLock { $0 } }

    /// So much of a line has come; nil: all of it.
    package func lineHasCome(_ length: Int?) {
      begun.withLock { begun in
        begun = length.map { BegunLine(since: begun?.since ?? time.monotonic, length: $0) }
      }
    }

    fileprivate init(_ memory: ClientMemory, _ time: any TimeSource) {
      self.memory = memory
      self.time = time
    }

    /// Counts so many bytes until what it returns is gone; nil: there is no room for them.
    package func charge(_ bytes: Int) -> Charge? {
      let charge = Charge(self)
      return charge.grow(to: bytes) ? charge : nil
    }

    fileprivate func take(_ bytes: Int) -> Bool {
      used.withLock { used in
        guard used == 0 || used + bytes <= ClientMemory.mostOfOne, memory.take(bytes) else { return false }
        used += bytes
        return true
      }
    }

    fileprivate func give(_ bytes: Int) {
      used.withLock { $0 -= bytes }
      memory.give(bytes)
    }
  }

  /// Bytes that are counted for as long as this lives.
  package final class Charge: Sendable {
    private let share: Share
    private let bytes = Mutex(0)

    fileprivate init(_ share: Share) { self.share = share }

    deinit { share.give(bytes.withLock { $0 }) }

    /// Counts more of what comes piece by piece; false: there is no room for it.
    package func grow(to size: Int) -> Bool {
      guard size > ClientMemory.free else { return true }
      return bytes.withLock { bytes in
        guard size > bytes else { return true }
        guard share.take(size - bytes) else { return false }
        bytes = size
        return true
      }
    }
  }
}
