/// The progress of a ring, stored so that it survives a restart of the daemon.
public struct RingProgress: Hashable, Sendable {
  /// The start of the current round: the first one, or the one after the last snooze or failed wake check.
  public var began: Instant
  /// Whether the clock was trusted when the ring began. A ring caused by a wrong clock does not use up the occurrence.
  public var isTrusted: Bool
  public var snoozes = 0
  public var rest: Rest?
  public var tally = RingTally()

  /// Why an unfinished ring is silent, and until when.
  public enum Rest: Hashable, Sendable {
    case snooze(until: Instant)
    /// The ring was dismissed, but starts again unless a card is shown once more.
    case wakeCheck(until: Instant)
  }
}

extension RingProgress {
  public init(began: Instant, isTrusted: Bool) {
    self.init(began: began, isTrusted: isTrusted, snoozes: 0)
  }
}

/// An armed occurrence without an outcome, and its progress, or `nil` if it is not known to have begun.
public struct OpenRing: Hashable, Sendable {
  public var armed: ArmedOccurrence
  public var progress: RingProgress?
  /// Whether a zone change has passed over it. It does not ring while that change may still be reverted.
  public var isPassedOver: Bool

  public init(_ armed: ArmedOccurrence, progress: RingProgress? = nil, isPassedOver: Bool = false) {
    self.armed = armed
    self.progress = progress
    self.isPassedOver = isPassedOver
  }

  /// Returns this ring in the current zone. If the zone makes it due later than it was armed for, the later time
  /// counts, unless the ring has begun.
  public func following(_ zone: ZoneRules, at now: Instant) -> OpenRing {
    let resolved = armed.occurrence.key.resolved(in: zone)
    let isLater =
      isPassedOver
      ? armed.recurrence.isToCome(armed.occurrence.key, after: now, in: zone) : resolved.due > armed.due
    guard progress == nil, isLater else { return self }
    var ring = self
    ring.armed.occurrence = resolved
    ring.isPassedOver = false
    return ring
  }

  /// The fate of an occurrence that came due while the daemon was not there to ring it.
  public enum Fate: Hashable, Sendable {
    case begins
    case goesOn
    case isMissed(rang: Bool)
  }

  public func fate(at now: Instant) -> Fate {
    guard let progress else { return armed.isTooLate(at: now) ? .isMissed(rang: false) : .begins }
    let round =
      switch progress.rest {
      case .snooze(let until)?, .wakeCheck(let until)?: until
      case nil: progress.began
      }
    return now < round + armed.plan.silenceAfter ? .goesOn : .isMissed(rang: true)
  }
}
