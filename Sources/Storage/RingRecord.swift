import AlarmClock

/// What the history tells of one ring.
public struct RingRecord: Hashable, Sendable {
  /// The raw values are those of the record of the ring.
  public enum Outcome: String, Hashable, Sendable {
    case dismissed, missed
    case missedUnrung = "missed_unrung"
    case skipped
  }

  public var alarmID: String
  /// Which of the alarm's occurrences.
  public var key: String
  public var label: String
  public var due: Instant
  /// nil: it rings.
  public var ended: Instant?
  public var outcome: Outcome?
  /// The name of the card that ended it.
  public var card: String?
  public var snoozes: Int
  public var tally: RingTally

  public init(
    alarmID: String, key: String, label: String, due: Instant, ended: Instant?, outcome: Outcome?, card: String?,
    snoozes: Int, tally: RingTally
  ) {
    self.alarmID = alarmID
    self.key = key
    self.label = label
    self.due = due
    self.ended = ended
    self.outcome = outcome
    self.card = card
    self.snoozes = snoozes
    self.tally = tally
  }

  /// One that has ended, and is still to be stored.
  ///
  /// - Parameter card: the name of the card that ended it.
  public init(
    _ armed: ArmedOccurrence, _ outcome: RingOutcome, ended: Instant, card: String?, _ progress: RingProgress?
  ) {
    self.init(
      alarmID: armed.plan.alarmID, key: armed.occurrence.key.description, label: armed.plan.label, due: armed.due,
      ended: ended, outcome: Outcome(rawValue: ColumnText.columns(outcome).word), card: card,
      snoozes: progress?.snoozes ?? 0, tally: progress?.tally ?? RingTally())
  }
}

/// Which rings of the history are wanted.
public struct RingQuery: Hashable, Sendable {
  public var since: Instant?
  /// Those due at this moment are not among them.
  public var until: Instant?
  public var alarm: AlarmFilter?
  /// Only those that nobody answered, or that could not ring.
  public var isMissed: Bool
  /// The latest so many.
  public var limit: Int

  public init(since: Instant?, until: Instant?, alarm: AlarmFilter?, isMissed: Bool, limit: Int) {
    self.since = since
    self.until = until
    self.alarm = alarm
    self.isMissed = isMissed
    self.limit = limit
  }

  public func wants(_ ring: RingRecord) -> Bool {
    let isInTime = ring.due >= since ?? .min && ring.due < until ?? .max
    let isMiss = ring.outcome == .missed || ring.outcome == .missedUnrung
    return isInTime && (isMiss || !isMissed) && alarm?.matches(alarmID: ring.alarmID, label: ring.label) ?? true
  }
}
