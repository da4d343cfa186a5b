import AlarmClock

/// A ring that has ended, with its measures. Times are whole milliseconds, rounded down.
public struct MeasuredRing: Hashable, Sendable {
  public let record: RingRecord
  /// Local date of the due time.
  public let day: LocalDate
  public let outcome: RingRecord.Outcome
  /// From due to the first sound; 0 if that began earlier, `nil` if it never began, as far as is known.
  public let lateness: Int64?
  /// From due to the card; 0 if the card came earlier, `nil` if no card ended the ring.
  public let timeToCard: Int64?
  /// Local minute of the day at which the card came, 0...1439; `nil` if no card ended the ring.
  public let wakeMinute: Int?
  /// Forced quits: what kept the ring from sounding, or from being ended.
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
  /// Milliseconds, rounded down; 0 for a negative duration.
  var wholeMilliseconds: Int64 { max(self, .zero).wholeNanoseconds / 1_000_000 }
}

/// Interruptions that kept the clock from ringing, for a fast search by time.
public struct Interruptions: Sendable {
  /// Sorted by start time.
  private let all: [Happening]
  /// For each interruption, the latest end of it and those before it.
  private let reach: [Instant]

  /// - Parameter happenings: all kinds, sorted by start time.
  public init(_ happenings: [Happening]) {
    all = happenings.filter { Happening.interruptions.contains($0.kind) }
    var latest = Instant.min
    reach = all.map { happening in
      latest = max(latest, happening.ended)
      return latest
    }
  }

  /// Returns the interruptions that had not ended when a ring was due, and began before the end of the ring.
  public func met(from due: Instant, to end: Instant) -> [Happening] {
    let start = WakingHistory.first(in: reach) { $0 >= due }
    return all[start...].prefix { $0.began <= end }.filter { $0.ended >= due }
  }
}
