import AlarmClock

/// Something beside rings that the history keeps: what kept the clock from ringing, and what went before the night.
public struct Happening: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It was told to stop.
    case serviceStopped = "service_stopped"
    /// It ended without having been told to, and the machine went on.
    case serviceDied = "service_died"
    case powerGone = "power_gone"
    /// While an alarm rang no camera could see a card.
    case noCamera = "no_camera"
    case bedtimePassed = "bedtime_passed"
    case bedtimeFailed = "bedtime_failed"
    case noise, timer
  }

  public var kind: Kind
  /// Of what nobody saw begin, the last moment before it.
  public var began: Instant
  public var ended: Instant
  /// Of what: the noise, the timer.
  public var label: String?

  public init(_ kind: Kind, began: Instant, ended: Instant, label: String? = nil) {
    self.kind = kind
    self.began = began
    self.ended = ended
    self.label = label
  }

  /// Those that keep an alarm from ringing, or from being ended.
  public static let interruptions: [Kind] = [.serviceStopped, .serviceDied, .powerGone, .noCamera]
}

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
