import AlarmClock

/// Streams the history of rings, earliest first.
public struct ReadHistory: Command {
  public static let name = "history"
  public typealias Reply = HistoryView
  public var since: String?
  public var until: String?
  /// An id or a current or earlier label of an alarm.
  public var alarm: String?
  /// Whether to select only rings that nobody answered or that could not ring.
  public var missed: Bool
  /// Limits the result to the latest rings.
  public var limit: Int
  public init(since: String?, until: String?, alarm: String?, missed: Bool, limit: Int) {
    (self.since, self.until, self.alarm, self.missed, self.limit) = (since, until, alarm, missed, limit)
  }
}

/// A ring, from its due time to its end.
public struct HistoryView: Codable, Sendable, Hashable {
  public typealias Outcome = RingRecord.Outcome

  public var alarmId: String
  public var label: String
  public var due: String
  @OrNull public var began: String?
  @OrNull public var ended: String?
  @OrNull public var outcome: Outcome?
  /// The name of the card that ended it.
  @OrNull public var card: String?
  /// From the due time to the beginning.
  @OrNull public var lateSeconds: Int?
  /// From the beginning to the end.
  @OrNull public var tookSeconds: Int?
  public var snoozes: Int
  public var wrongCodes: Int
  /// How long an unread code was in view.
  public var unreadSeconds: Int
  public var wakeChecks: Int
  public var failedWakeChecks: Int
  /// Whether the clock was trusted when the ring began or was missed.
  public var trusted = true
  /// The events since its due time that kept it from ringing, or from being ended.
  public var interruptions: [InterruptionView]
  /// Whether older matching rings were left out by `limit`. Only in the first item.
  public var older: Bool?
}

public struct InterruptionView: Codable, Sendable, Hashable {
  public typealias Kind = Happening.Kind

  /// One of `Happening.interruptions`.
  public var kind: Kind
  /// If nobody saw it begin, the last moment known to be before it.
  public var began: String
  public var ended: String
}

/// Streams the other events of the history, sorted by their beginnings.
public struct ReadHappenings: Command {
  public static let name = "history.happenings"
  public typealias Reply = HappeningView
  public var since: String?
  public init(since: String?) { self.since = since }
}

public struct HappeningView: Codable, Sendable, Hashable {
  /// A raw value of `Happening.Kind`; a later daemon may have more.
  public var kind: String
  /// If nobody saw it begin, the last moment known to be before it.
  public var began: String
  public var ended: String
  /// The name of the noise, timer or card.
  @OrNull public var label: String?
}

extension HistoryView {
  package init(_ ring: RingRecord, _ interruptions: [Happening], in zone: ZoneRules) {
    func text(_ instant: Instant) -> String { RFC3339.format(instant, in: zone) }
    let began = ring.tally.began
    let end = ring.ended
    self.init(
      alarmId: ring.alarmID, label: ring.label, due: text(ring.due), began: began.map(text), ended: end.map(text),
      outcome: ring.outcome, card: ring.card,
      lateSeconds: began.map { max(0, ($0 - ring.due).wholeSeconds) },
      tookSeconds: began.flatMap { began in end.map { max(0, ($0 - began).wholeSeconds) } },
      snoozes: ring.snoozes, wrongCodes: ring.tally.wrongCodes, unreadSeconds: ring.tally.unread.wholeSeconds,
      wakeChecks: ring.tally.checks, failedWakeChecks: ring.tally.failedChecks,
      trusted: ring.isTrusted,
      interruptions: interruptions.map {
        InterruptionView(kind: $0.kind, began: text($0.began), ended: text($0.ended))
      })
  }
}

extension HappeningView {
  package init(_ happening: Happening, in zone: ZoneRules) {
    self.init(
      kind: happening.kind.rawValue, began: RFC3339.format(happening.began, in: zone),
      ended: RFC3339.format(happening.ended, in: zone), label: happening.label)
  }
}
