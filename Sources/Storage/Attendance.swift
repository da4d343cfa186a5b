import AlarmClock

/// That the service was there, so that its next start can tell for how long it was not.
public struct Attendance: Hashable, Sendable {
  /// Which start of the machine it was (random(4)).
  public var boot: String
  public var seen: Instant
  /// It was told to stop, and did.
  public var isStopped: Bool

  public init(boot: String, seen: Instant, isStopped: Bool) {
    self.boot = boot
    self.seen = seen
    self.isStopped = isStopped
  }

  /// Why a service that was there last as this says was not, until it started in another or the same boot.
  public func absence(in boot: String) -> Happening.Kind {
    if isStopped { return .serviceStopped }
    return self.boot == boot ? .serviceDied : .powerGone
  }
}
