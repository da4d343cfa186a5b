import AlarmClock

/// Totals of a range of days.
public struct Measures: Hashable, Sendable {
  public let range: ClosedRange<LocalDate>
  /// Rings of a clock without a trusted time, which are in none of the other numbers.
  public let untrusted: Int
  /// Days with a ring that was dismissed or missed.
  public let days: Int
  public let dismissed: Int
  public let missed: Int
  public let missedUnrung: Int
  public let skipped: Int
  /// Milliseconds; `nil` if nothing was measured.
  public let lateness: Summary?
  public let timeToCard: Summary?
  public let snoozes: Int
  public let wrongCards: Int
  /// Seconds with a code in view that was not read.
  public let unread: Int
  public let wakeChecks: Int
  public let failedWakeChecks: Int
  /// Number of interruptions of each kind.
  public let quits: [Happening.Kind: Int]
  public let quitRings: Int
  public let bedtimeTests: Int
  public let bedtimePassed: Int
  public let noises: Int
  public let timers: Int

  /// Rings that should have woken someone: neither skipped nor untrusted.
  public var rung: Int { dismissed + missed + missedUnrung }

  public init(_ history: WakingHistory, _ range: ClosedRange<LocalDate>) {
    let rings = history.rings(in: range)
    func count(_ outcome: RingRecord.Outcome) -> Int { rings.count { $0.outcome == outcome } }
    func sum(_ value: (RingRecord) -> Int) -> Int { rings.reduce(0) { $0 + value($1.record) } }
    self.range = range
    untrusted = history.untrusted.count { range.contains($0) }
    days = history.days(in: range).count(where: \.counts)
    dismissed = count(.dismissed)
    missed = count(.missed)
    missedUnrung = count(.missedUnrung)
    skipped = count(.skipped)
    lateness = Summary(rings.compactMap(\.lateness))
    timeToCard = Summary(rings.compactMap(\.timeToCard))
    snoozes = sum(\.snoozes)
    wrongCards = sum(\.tally.wrongCodes)
    unread = Int(rings.reduce(.zero) { $0 + $1.record.tally.unread }.wholeMilliseconds / 1000)
    wakeChecks = sum(\.tally.checks)
    failedWakeChecks = sum(\.tally.failedChecks)
    quits = Dictionary(rings.flatMap(\.quits).map { ($0.kind, 1) }, uniquingKeysWith: +)
    quitRings = rings.count(where: \.isQuit)
    let kinds = history.happenings.filter { range.contains(history.zone.local($0.began).date) }.map(\.kind)
    bedtimePassed = kinds.count { $0 == .bedtimePassed }
    bedtimeTests = bedtimePassed + kinds.count { $0 == .bedtimeFailed }
    noises = kinds.count { $0 == .noise }
    timers = kinds.count { $0 == .timer }
  }
}

public struct Summary: Hashable, Sendable {
  public let count: Int
  public let least: Int64
  public let most: Int64
  /// Rounded down.
  public let mean: Int64
  /// With an even number of values, the mean of the two in the middle, rounded down.
  public let median: Int64

  /// `nil` without values.
  public init?(_ values: [Int64]) {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    count = sorted.count
    self.least = least
    self.most = most
    mean = Int64(clamping: sorted.reduce(Int128.zero) { $0 + Int128($1) } / Int128(sorted.count))
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2
  }
}
