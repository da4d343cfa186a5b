import AlarmClock
import Control
import Insight

struct DashboardDocument: Encodable {
  struct Score: Encodable {
    @OrNull var points: Int?
    @OrNull var word: String?
    /// Days still needed for a score.
    let missingDays: Int
    /// Points of the last seven days, oldest first.
    let days: [Int?]
  }

  struct Month: Encodable {
    let first, last: String
    let days, dismissed, missed, missedUnrung, skipped, untrusted: Int
    let snoozes, wrongCards, unreadSeconds, wakeChecks, failedWakeChecks: Int
    @OrNull var lateness: [String: Int64]?
    @OrNull var timeToCard: [String: Int64]?
    let interruptedRings: Int
    let interruptions: [String: Int]
    let bedtimeTests, bedtimePassed, noises, timers: Int
  }

  let now: String
  let partOfDay: String
  let verdict: VerdictView
  @OrNull var next: OccurrenceView?
  let scores: [String: Score]
  let month: Month
  let findings: [Finding]

  init(_ dashboard: Dashboard) {
    now = dashboard.status.clock.now
    partOfDay = dashboard.part.rawValue
    verdict = dashboard.status.verdict
    next = dashboard.status.next
    scores = Self.scores(dashboard)
    let month = dashboard.month
    self.month = Month(
      first: month.range.lowerBound.description, last: month.range.upperBound.description, days: month.days,
      dismissed: month.dismissed, missed: month.missed, missedUnrung: month.missedUnrung, skipped: month.skipped,
      untrusted: month.untrusted, snoozes: month.snoozes, wrongCards: month.wrongCards, unreadSeconds: month.unread,
      wakeChecks: month.wakeChecks, failedWakeChecks: month.failedWakeChecks, lateness: Self.span(month.lateness),
      timeToCard: Self.span(month.timeToCard), interruptedRings: month.quitRings,
      interruptions: Dictionary(uniqueKeysWithValues: month.quits.map { ($0.key.rawValue, $0.value) }),
      bedtimeTests: month.bedtimeTests, bedtimePassed: month.bedtimePassed, noises: month.noises, timers: month.timers)
    findings = dashboard.findings
  }

  private static func span(_ summary: Summary?) -> [String: Int64]? {
    summary.map {
      [
        "count": Int64($0.count), "leastMilliseconds": $0.least, "mostMilliseconds": $0.most,
        "meanMilliseconds": $0.mean, "medianMilliseconds": $0.median,
      ]
    }
  }

  static func scores(_ dashboard: Dashboard) -> [String: Score] {
    let scores = ScoreKind.allCases.map { kind in
      let score = kind.score(dashboard.today)
      return Score(
        points: score?.points, word: score?.word.rawValue, missingDays: kind.missingDays(dashboard.today),
        days: dashboard.scores.map { kind.score($0)?.points })
    }
    return Dictionary(uniqueKeysWithValues: zip(ScoreKind.allCases.map(\.rawValue), scores))
  }
}

enum ScoreKind: String, CaseIterable {
  case waking, rhythm, readiness, overall

  var name: String { self == .overall ? "All three" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  func score(_ scores: DayScores) -> Score? {
    switch self {
    case .waking: scores.waking?.score
    case .rhythm: scores.rhythm?.score
    case .readiness: scores.readiness?.score
    case .overall: scores.overall
    }
  }

  /// Returns 0 if there is a score.
  func missingDays(_ scores: DayScores) -> Int {
    max(0, DayScores.leastDays - (self == .rhythm ? scores.wakeTimes : scores.days))
  }
}
