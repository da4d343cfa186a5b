/// How far a ring has got: what of it has to outlive the daemon.
public struct RingProgress: Hashable, Sendable {
  /// When this round of it began: at first, or after the last snooze or wake check.
  public var began: Instant
  /// Whether the clock was trusted when it began. What a wrong clock made ring does not use up the occurrence.
  public var isTrusted: Bool
  /// How often it was snoozed.
  public var snoozes: Int
  /// nil: it rings.
  public var rest: Rest?
  /// What the history tells of it.
  public var tally: RingTally

  /// Why a ring is silent though it is not over, and until when.
  public enum Rest: Hashable, Sendable {
    case snooze(until: Instant)
    /// It was dismissed; a card has to be shown once more, or it rings again.
    case wakeCheck(until: Instant)
  }

  public init(
    began: Instant, isTrusted: Bool, snoozes: Int = 0, rest: Rest? = nil, tally: RingTally = RingTally()
  ) {
    self.began = began
    self.isTrusted = isTrusted
    self.snoozes = snoozes
    self.rest = rest
    self.tally = tally
  }
}

/// An armed occurrence without an outcome, and how far it has got; nil: it has not begun, as far as is known.
public struct OpenRing: Hashable, Sendable {
  public var armed: ArmedOccurrence
  public var progress: RingProgress?
  /// A change of the zone has passed over it, and may be taken back: it does not ring meanwhile.
  public var isPassedOver: Bool

  public init(_ armed: ArmedOccurrence, progress: RingProgress? = nil, isPassedOver: Bool = false) {
    self.armed = armed
    self.progress = progress
    self.isPassedOver = isPassedOver
  }

  /// As the zone of now has it: a later time than the one it was armed for counts, unless it has begun to ring.
  public func following(_ zone: ZoneRules, at now: Instant) -> OpenRing {
    let resolved = armed.occurrence.key.resolved(in: zone)
    let isLater =
      isPassedOver
      ? armed.recurrence.isToCome(armed.occurrence.key, after: now, in: zone) : resolved.instant > armed.due
    guard progress == nil, isLater else { return self }
    var ring = self
    ring.armed.occurrence.due = resolved.instant
    ring.armed.occurrence.adjustment = resolved.adjustment
    ring.isPassedOver = false
    return ring
  }
}

extension OpenRing {
  /// What becomes of an occurrence whose time has come while nobody rang it.
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
