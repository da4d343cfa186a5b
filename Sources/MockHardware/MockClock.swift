import CLinux
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

  public static let system = MockClock(monotonicNow: { rouse_clock(CLOCK_MONOTONIC) }, makeSignal: MockSignal.system)

  public static let systemWallNow: @Sendable () -> Int64 = { rouse_clock(CLOCK_REALTIME) }
}
