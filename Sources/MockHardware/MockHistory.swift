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
  /// A change of one device.
  public struct Entry: Sendable, Hashable {
    /// Counts from 1 without gaps.
    public var sequence: Int
    /// Nanoseconds since 1970 on the board's clock.
    public var nanoseconds: Int64
    public var device: DeviceRole
    public var action: String
    public var detail: String?

    public init(sequence: Int, nanoseconds: Int64, device: DeviceRole, action: String, detail: String? = nil) {
      self.sequence = sequence
      self.nanoseconds = nanoseconds
      self.device = device
      self.action = action
      self.detail = detail
    }
  }

  private struct Ring {
    /// Grows up to the capacity; then each new entry replaces the one at `oldest`.
    var entries: [Entry] = []
    var oldest = 0
    var dropped = 0
  }

  private let capacity: Int
  private let now: @Sendable () -> Int64
  private let ring = Mutex(Ring())

  /// - Parameters:
  ///   - capacity: the maximum number of entries, at least 1.
  ///   - now: returns nanoseconds since 1970.
  public init(capacity: Int = 4096, now: @escaping @Sendable () -> Int64 = MockClock.systemWallNow) {
    precondition(capacity > 0)
    self.capacity = capacity
    self.now = now
  }

  public var entries: [Entry] {
    ring.withLock { Array($0.entries[$0.oldest...] + $0.entries[..<$0.oldest]) }
  }

  public var dropped: Int { ring.withLock { $0.dropped } }

  public func record(_ device: DeviceRole, _ action: String, _ detail: String? = nil) {
    ring.withLock { ring in
      // The lock covers reading the clock, so that entries are in the order of their times.
      let entry = Entry(
        sequence: ring.dropped + ring.entries.count + 1, nanoseconds: now(), device: device, action: action,
        detail: detail)
      guard ring.entries.count == capacity else { return ring.entries.append(entry) }
      ring.entries[ring.oldest] = entry
      ring.oldest = (ring.oldest + 1) % capacity
      ring.dropped += 1
    }
  }
}
