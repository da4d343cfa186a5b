import Hardware
import Synchronization

/// What the devices of a mock board did, in order: bounded, so that a board may run for months.
///
/// Only changes are entries: telling a buzzer that is on to be on writes nothing. The actions are
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
/// A device that fails while it does something also writes the action by which that ends.
public final class MockHistory: Sendable {
  /// One change of one device.
  public struct Entry: Sendable, Hashable {
    /// Counts from 1, without gaps.
    public var sequence: Int
    /// Since 1970, of the board's clock.
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
    /// Filled up to the capacity, then each new entry replaces the oldest, which lies at `oldest`.
    var entries: [Entry] = []
    var oldest = 0
    var dropped = 0
  }

  private let capacity: Int
  private let now: @Sendable () -> Int64
  private let ring = Mutex(Ring())

  /// - Parameters:
  ///   - capacity: how many entries are kept, at least 1.
  ///   - now: the time of an entry in nanoseconds since 1970.
  public init(capacity: Int = 4096, now: @escaping @Sendable () -> Int64 = MockClock.systemWallNow) {
    precondition(capacity > 0)
    self.capacity = capacity
    self.now = now
  }

  /// The entries kept, oldest first.
  public var entries: [Entry] {
    ring.withLock { Array($0.entries[$0.oldest...] + $0.entries[..<$0.oldest]) }
  }

  /// How many older entries were let go.
  public var dropped: Int { ring.withLock { $0.dropped } }

  /// Adds an entry; the oldest goes when there are as many as the capacity.
  public func record(_ device: DeviceRole, _ action: String, _ detail: String? = nil) {
    ring.withLock { ring in
      // The clock is read under the lock, so that the order of the entries is that of their times.
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
