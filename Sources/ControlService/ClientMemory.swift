import Machine
import Synchronization

/// Limits the memory held for clients: incomplete and running requests, and answers that nobody reads.
///
/// Both the total and the amount of each connection are bounded, so that a slow client does not slow the clock.
package final class ClientMemory: Sendable {
  /// In bytes, for all connections together.
  private let most: Int
  private let used = Mutex(0)

  /// In bytes, for one connection. A single request or answer may exceed this if nothing else of its connection waits.
  package static let mostOfOne = 4 << 20
  /// In bytes. Anything up to this size is not counted; a connection has at most `Conversation.mostRequests` of them.
  package static let free = 4 << 10

  package init(most: Int = 24 << 20) { self.most = most }

  /// Returns the account of a new connection. `time` records when a line began.
  package func share(time: any TimeSource = SystemTime()) -> Share { Share(self, time) }

  private func take(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard used + bytes <= most else { return false }
      used += bytes
      return true
    }
  }

  private func give(_ bytes: Int) { used.withLock { $0 -= bytes } }

  /// The account of one connection.
  package final class Share: Sendable {
    private let memory: ClientMemory
    private let time: any TimeSource
    private let used = Mutex(0)
    private let begun = Mutex<BegunLine?>(nil)

    private let lines = Atomic(0)

    package var linesWaiting: Int { lines.load(ordering: .relaxed) }
    package func lineWaits() { lines.add(1, ordering: .relaxed) }
    package func lineIsTaken() { lines.subtract(1, ordering: .relaxed) }

    /// A line that is not complete yet.
    package struct BegunLine: Sendable {
      /// On the monotonic clock.
      package var since: Duration
      /// In bytes.
      package var length: Int
    }

    package var begunLine: BegunLine? { begun.withLock { $0 } }

    /// Records how many bytes of a line have arrived, or `nil` if the line is complete.
    package func lineHasCome(_ length: Int?) {
      begun.withLock { begun in
        begun = length.map { BegunLine(since: begun?.since ?? time.monotonic, length: $0) }
      }
    }

    fileprivate init(_ memory: ClientMemory, _ time: any TimeSource) {
      self.memory = memory
      self.time = time
    }

    /// Counts bytes until the returned charge is released; `nil` if there is no room.
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

  /// Bytes that count until this object is released.
  package final class Charge: Sendable {
    private let share: Share
    private let bytes = Mutex(0)

    fileprivate init(_ share: Share) { self.share = share }

    deinit { share.give(bytes.withLock { $0 }) }

    /// Raises the count as more bytes arrive. Returns false if there is no room.
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
