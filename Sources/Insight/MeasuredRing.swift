import AlarmClock

/// A ring that has ended, with what is measured of it. Times are whole milliseconds, rounded down.
public struct MeasuredRing: Hashable, Sendable {
  public let record: RingRecord
  /// The local date on which it was due.
  public let day: LocalDate
  public let outcome: RingRecord.Outcome
  /// From due to the first sound; 0: it began before; nil: it never began, as far as is known.
  public let lateness: Int64?
  /// From due to the card; 0: the card came before; nil: none ended it.
  public let timeToCard: Int64?
  /// The minute of its local day at which the card came, 0...1439; nil: none ended it.
  public let wakeMinute: Int?
  /// What kept it from ringing or from being ended: forced quits.
  public let quits: [Happening]

  init(_ record: RingRecord, _ interruptions: Interruptions, in zone: ZoneRules) {
    self.record = record
    let outcome = record.outcome ?? .missed
    let ended = record.ended ?? record.due
    self.outcome = outcome
    day = zone.local(record.due).date
    lateness = record.tally.began.map { ($0 - record.due).wholeMilliseconds }
    timeToCard = outcome == .dismissed ? (ended - record.due).wholeMilliseconds : nil
    wakeMinute = outcome == .dismissed ? Int(zone.local(ended).time.secondsOfDay / 60) : nil
    quits = outcome == .skipped ? [] : interruptions.met(from: record.due, to: ended)
  }

  public var isQuit: Bool { !quits.isEmpty }
}

extension Duration {
  /// 0 where it is negative.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = max(self, .zero).components
    return seconds.multipliedReportingOverflow(by: 1000).partialValue + attoseconds / 1_000_000_000_000_000
  }
}

/// What kept the clock from ringing, found by time without a look at all of it.
public struct Interruptions: Sendable {
  /// In the order in which they began.
  private let all: [Happening]
  /// The latest end of each of them and those before it.
  private let reach: [Instant]

  /// - Parameter happenings: of every kind, in the order in which they began.
  public init(_ happenings: [Happening]) {
    all = happenings.filter { Happening.interruptions.contains($0.kind) }
    var latest = Instant.min
    reach = all.map { happening in
      latest = max(latest, happening.ended)
      return latest
    }
  }

  /// Those that had not ended when a ring was due, and began before its end.
  public func met(from due: Instant, to end: Instant) -> [Happening] {
    let start = WakingHistory.first(in: reach) { $0 >= due }
    return all[start...].prefix { $0.began <= end }.filter { $0.ended >= due }
  }
}
