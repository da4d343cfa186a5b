import Glibc

/// The time by which mock devices pace themselves: the machine's, or a test's own that needs no waiting.
public struct MockClock: Sendable {
  /// Nanoseconds since 1970, for the history.
  public var wallNow: @Sendable () -> Int64
  /// Nanoseconds since any fixed moment; never steps back.
  public var monotonicNow: @Sendable () -> Int64
  /// Makes what a device waits with.
  public var makeSignal: @Sendable () -> MockSignal
  /// Whether devices take larger steps to save waits: the camera takes two frames a second while nothing changes before it,
  /// and the speaker takes samples for 0.4 s at once.
  public var isCoarse = false

  public init(
    wallNow: @escaping @Sendable () -> Int64 = MockClock.systemWallNow,
    monotonicNow: @escaping @Sendable () -> Int64,
    makeSignal: @escaping @Sendable () -> MockSignal
  ) {
    self.wallNow = wallNow
    self.monotonicNow = monotonicNow
    self.makeSignal = makeSignal
  }

  /// - Parameter sleep: blocks the calling thread for about so many nanoseconds.
  public init(
    wallNow: @escaping @Sendable () -> Int64 = MockClock.systemWallNow,
    monotonicNow: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Int64) -> Void
  ) {
    self.init(wallNow: wallNow, monotonicNow: monotonicNow) {
      let event = MockSignal.system()
      return MockSignal(send: event.send) { limit in
        // Who waits for longer waits for a change.
        guard let limit, limit < 10_000_000_000 else { return event.wait(limit) }
        // Short sleeps, because nothing interrupts them.
        sleep(min(limit, 10_000_000))
      }
    }
  }

  /// The machine's clocks and real waits.
  public static let system = MockClock(monotonicNow: { read(CLOCK_MONOTONIC) }, makeSignal: MockSignal.system)

  /// CLOCK_REALTIME in nanoseconds since 1970.
  public static let systemWallNow: @Sendable () -> Int64 = { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
