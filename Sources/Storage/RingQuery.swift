import AlarmClock

/// Which rings of the history are wanted.
public struct RingQuery: Hashable, Sendable {
  public var since: Instant?
  /// Those due at this moment are not among them.
  public var until: Instant?
  public var alarm: AlarmFilter?
  /// Only those that nobody answered, or that could not ring.
  public var isMissed = false
  /// The latest so many.
  public var limit: Int

  public init(since: Instant? = nil, limit: Int) {
    self.since = since
    self.limit = limit
  }

  public func wants(_ ring: RingRecord) -> Bool {
    let isInTime = ring.due >= since ?? .min && ring.due < until ?? .max
    let isMiss = ring.outcome == .missed || ring.outcome == .missedUnrung
    return isInTime && (isMiss || !isMissed) && alarm?.matches(alarmID: ring.alarmID, label: ring.label) ?? true
  }
}

extension RingRecord {
  /// One that has ended, and is still to be stored.
  ///
  /// - Parameter card: the name of the card that ended it.
  public init(
    _ armed: ArmedOccurrence, _ outcome: RingOutcome, ended: Instant, card: String?, _ progress: RingProgress?,
    isTrusted: Bool
  ) {
    self.init(
      alarmID: armed.plan.alarmID, key: armed.occurrence.key.description, label: armed.plan.label, due: armed.due,
      ended: ended, outcome: Outcome(rawValue: ColumnText.columns(outcome).word), card: card,
      snoozes: progress?.snoozes ?? 0, tally: progress?.tally ?? RingTally(), isTrusted: isTrusted)
  }
}
