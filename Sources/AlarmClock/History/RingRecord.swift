/// One ring in the history.
public struct RingRecord: Hashable, Sendable {
  /// The raw values are those of the stored ring record.
  public enum Outcome: String, Hashable, Codable, Sendable {
    case dismissed, missed
    /// Missed without having rung.
    case missedUnrung = "missed_unrung"
    case skipped
  }

  public var alarmID: String
  /// The key of the alarm's occurrence.
  public var key: String
  public var label: String
  public var due: Instant
  public var ended: Instant?
  public var outcome: Outcome?
  /// The name of the card that ended it.
  public var card: String?
  public var snoozes: Int
  public var tally: RingTally
  /// Whether the clock was trusted when the ring began or was missed.
  public var isTrusted: Bool

  public init(
    alarmID: String, key: String, label: String, due: Instant, ended: Instant?, outcome: Outcome?, card: String?,
    snoozes: Int, tally: RingTally, isTrusted: Bool = true
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
    self.isTrusted = isTrusted
  }
}
