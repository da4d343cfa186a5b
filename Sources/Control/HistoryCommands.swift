import AlarmClock

/// What became of rings: a stream, the earliest first.
public struct ReadHistory: Command {
  public static let name = "history"
  public typealias Reply = HistoryView
  public var since: String?
  public var until: String?
  /// Only those of an alarm, by its id or a label that it has or had.
  public var alarm: String?
  /// Only those that nobody answered, or that could not ring.
  public var missed: Bool
  /// The latest so many.
  public var limit: Int
  public init(since: String?, until: String?, alarm: String?, missed: Bool, limit: Int) {
    (self.since, self.until, self.alarm, self.missed, self.limit) = (since, until, alarm, missed, limit)
  }
}

/// One ring, from when it was due until its end.
public struct HistoryView: Codable, Sendable, Hashable {
  public typealias Outcome = RingRecord.Outcome

  public var alarmId: String
  public var label: String
  public var due: String
  /// nil: it did not ring.
  @OrNull public var began: String?
  /// nil: it rings.
  @OrNull public var ended: String?
  @OrNull public var outcome: Outcome?
  /// The name of the card that ended it.
  @OrNull public var card: String?
  /// Between when it was due and when it began.
  @OrNull public var lateSeconds: Int?
  /// Between when it began and its end.
  @OrNull public var tookSeconds: Int?
  public var snoozes: Int
  public var wrongCodes: Int
  /// For how long a code was in view that was not read.
  public var unreadSeconds: Int
  public var wakeChecks: Int
  /// Those of them that nobody passed.
  public var failedWakeChecks: Int
  /// False: the clock could not be sure of its time when it began, or was missed.
  public var trusted = true
  /// What kept it from ringing, or from being ended, since it was due.
  public var interruptions: [InterruptionView]
  /// There are older ones that were wanted, and are more than were asked for. Only of the first one.
  public var older: Bool?
}

public struct InterruptionView: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable {
    case serviceStopped = "service_stopped"
    /// It ended by itself, and the machine went on.
    case serviceDied = "service_died"
    case powerGone = "power_gone"
    case noCamera = "no_camera"
  }

  public var kind: Kind
  /// Of what nobody saw begin, the last moment before it.
  public var began: String
  public var ended: String
}

/// What the history keeps beside rings: a stream, in the order in which it began.
public struct ReadHappenings: Command {
  public static let name = "history.happenings"
  public typealias Reply = HappeningView
  public var since: String?
  public init(since: String?) { self.since = since }
}

public struct HappeningView: Codable, Sendable, Hashable {
  /// As `Happening.Kind` has them; a later daemon may know more.
  public var kind: String
  /// Of what nobody saw begin, the last moment before it.
  public var began: String
  public var ended: String
  /// Of what: the noise, the timer, the card.
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
      interruptions: interruptions.compactMap { happening in
        InterruptionView.Kind(rawValue: happening.kind.rawValue).map {
          InterruptionView(kind: $0, began: text(happening.began), ended: text(happening.ended))
        }
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
