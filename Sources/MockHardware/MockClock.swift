import Glibc

/// The time by which mock devices pace themselves: the machine's, or a test's own that needs no waiting.
public struct MockClock: Sendable {
  /// Nanoseconds since 1970, for the history.
  public var wallNow: @Sendable () -> Int64
  /// Nanoseconds since any fixed moment; never steps back.
  public var monotonicNow: @Sendable () -> Int64
  /// Blocks the calling thread for about so many nanoseconds.
  public var sleep: @Sendable (Int64) -> Void

  public init(
    wallNow: @escaping @Sendable () -> Int64 = MockClock.systemWallNow,
    monotonicNow: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Int64) -> Void
  ) {
    self.wallNow = wallNow
    self.monotonicNow = monotonicNow
    self.sleep = sleep
  }

  /// The machine's clocks and a real sleep.
  public static let system = MockClock(
    monotonicNow: { read(CLOCK_MONOTONIC) },
    sleep: { nanoseconds in
      var wait = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      // Woken early by a signal is as good: whoever sleeps looks at the clock again.
      nanosleep(&wait, nil)
    })

  /// CLOCK_REALTIME in nanoseconds since 1970.
  public static let systemWallNow: @Sendable () -> Int64 = { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
