import AlarmClock

/// The last sign of the service, from which its next start determines how long it was away.
public struct Attendance: Hashable, Sendable {
  /// The id of the machine's start (random(4)).
  public var boot: String
  public var seen: Instant
  /// Whether the service stopped because it was told to.
  public var isStopped: Bool

  public init(boot: String, seen: Instant, isStopped: Bool) {
    self.boot = boot
    self.seen = seen
    self.isStopped = isStopped
  }

  /// Returns why the service was away, if it starts again in boot `boot`.
  public func absence(in boot: String) -> Happening.Kind {
    isStopped ? .serviceStopped : self.boot == boot ? .serviceDied : .powerGone
  }
}
