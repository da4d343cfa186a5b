import AlarmClock

/// Selects rings of the history.
public struct RingQuery: Hashable, Sendable {
  public var since: Instant?
  /// Excluded.
  public var until: Instant?
  public var alarm: AlarmFilter?
  /// Whether to select only rings that nobody answered or that could not ring.
  public var isMissed = false
  /// Limits the result to the latest rings.
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
  /// Describes a ring that has ended and is about to be stored.
  ///
  /// - Parameter card: The name of the card that ended it.
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
