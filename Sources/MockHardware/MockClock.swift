import Glibc

/// The clock that paces mock devices: the machine's, or a test's own that needs no waiting.
public struct MockClock: Sendable {
  /// Nanoseconds since 1970, for the history.
  public var wallNow: @Sendable () -> Int64
  /// Nanoseconds since an arbitrary moment; never steps back.
  public var monotonicNow: @Sendable () -> Int64
  public var makeSignal: @Sendable () -> MockSignal
  /// Whether devices take larger steps to save wake-ups: the camera delivers two frames per second while the scene is
  /// unchanged, and the speaker takes 0.4 s of samples at once.
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

  /// - Parameter sleep: blocks the calling thread for about this many nanoseconds.
  public init(
    wallNow: @escaping @Sendable () -> Int64 = MockClock.systemWallNow,
    monotonicNow: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Int64) -> Void
  ) {
    self.init(wallNow: wallNow, monotonicNow: monotonicNow) {
      let event = MockSignal.system()
      return MockSignal(send: event.send) { limit in
        // A wait of 10 s or more is a wait for a change, so it waits for the event.
        guard let limit, limit < 10_000_000_000 else { return event.wait(limit) }
        // Short sleeps, because nothing can interrupt them.
        sleep(min(limit, 10_000_000))
      }
    }
  }

  public static let system = MockClock(monotonicNow: { read(CLOCK_MONOTONIC) }, makeSignal: MockSignal.system)

  public static let systemWallNow: @Sendable () -> Int64 = { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
