import Hardware
import Synchronization

/// The actions of a mock board's devices, oldest first; bounded, so that a board can run for months.
///
/// Only changes are recorded: switching on a buzzer that is already on adds no entry. The actions are
///
/// | device | actions |
/// |---|---|
/// | buzzer, lamp | `on`, `off` |
/// | vibration | `off`, `light`, `medium`, `strong` |
/// | speaker | `open` (`tone 80%`), `playing` (the stream's first samples), `close`, `mixer` (`100%`) |
/// | display | `show` (the text, or `off`), `level` (its brightness, where it is another: `8`) |
/// | camera | `shown` (a picture's name), `hidden`, `open`, `frame` (first of a picture: its name, or `dark`), `close` |
/// | light, room | `set` (`3`; `21.5 C`, `40%`) |
/// | power | `low`, `good`, `heat` (of the processor: `82 C`) |
/// | button | `open`, `press`, `close` |
/// | every device | `fail` (`EBUSY`, `stall`), `heal` |
///
/// A failure that interrupts an action also records the action that ends it.
public final class MockHistory: Sendable {
  public struct Entry: Sendable, Hashable {
    /// Counts from 1 without gaps.
    public var sequence: Int
    /// Nanoseconds since 1970 on the board's clock.
    public var nanoseconds: Int64
    public var device: DeviceRole
    public var action: String
    public var detail: String?
  }

  private struct Content {
    /// Holds at most twice the capacity; only the latest count.
    var entries: [Entry] = []
    var count = 0
  }

  private let capacity: Int
  private let now: @Sendable () -> Int64
  private let content = Mutex(Content())

  /// Keeps the latest `capacity` entries, at least 1. `now` returns nanoseconds since 1970.
  public init(capacity: Int = 4096, now: @escaping @Sendable () -> Int64 = MockClock.systemWallNow) {
    precondition(capacity > 0)
    self.capacity = capacity
    self.now = now
  }

  public var entries: [Entry] { content.withLock { Array($0.entries.suffix(capacity)) } }

  public var dropped: Int { max(0, content.withLock { $0.count } - capacity) }

  public func record(_ device: DeviceRole, _ action: String, _ detail: String? = nil) {
    content.withLock { content in
      content.count += 1
      // The lock covers reading the clock, so that entries are in the order of their times.
      content.entries.append(
        Entry(sequence: content.count, nanoseconds: now(), device: device, action: action, detail: detail))
      // Removed in batches, because that moves the others.
      if content.entries.count == 2 * capacity { content.entries.removeFirst(capacity) }
    }
  }
}
