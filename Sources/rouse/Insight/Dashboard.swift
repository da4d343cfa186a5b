import AlarmClock
import Control
import Insight

/// Contents of `rouse insight`. A class, because code to copy a struct of this size adds 30 kB to the program.
final class Dashboard {
  let status: StatusView
  let history: WakingHistory
  let part: PartOfDay
  let sleep: Duration
  /// Last seven days, today last.
  let scores: [DayScores]
  let today: DayScores
  /// Today's rings, sorted by due time.
  let rings: [MeasuredRing]
  /// Last 30 days, including today.
  let month: Measures
  /// The most actionable first.
  let findings: [Finding]
  /// The only finding shown without `--detailed`; `nil` if there is none, or each was shown this week.
  let lead: Finding?

  private static let daysOfMeasures = 30

  init(_ source: InsightSource) {
    status = source.status
    history = source.history
    sleep = source.sleep
    let day = history.today
    part = PartOfDay(hour: history.zone.local(history.now).time.hour)
    scores = history.scores(in: day.adding(days: 1 - DayScores.span)...day)
    today = history.scores(of: day)
    rings = Array(history.rings(in: day...day))
    month = Measures(history, day.adding(days: 1 - Self.daysOfMeasures)...day)
    findings = Finding.all(in: history)
    lead = Finding.lead(of: findings, in: history)
  }

  /// Decides what comes first.
  enum PartOfDay: String, Hashable {
    case morning, afternoon, evening, night

    static let eveningBegins = 18

    init(hour: Int) {
      switch hour {
      case 5..<12: self = .morning
      case 12..<Self.eveningBegins: self = .afternoon
      case Self.eveningBegins..<22: self = .evening
      default: self = .night
      }
    }
  }
}

struct DashboardDocument: Encodable {
  struct Score: Encodable {
    @OrNull var points: Int?
    @OrNull var word: String?
    /// Days still needed for a score.
    let missingDays: Int
    /// Points of the last seven days, oldest first.
    let days: [Int?]
  }

  struct Scores: Encodable {
    let waking, rhythm, readiness, overall: Score

    init(_ dashboard: Dashboard) {
      func score(_ kind: ScoreKind) -> Score {
        let score = kind.score(dashboard.today)
        return Score(
          points: score?.points, word: score?.word.rawValue, missingDays: kind.missingDays(dashboard.today),
          days: dashboard.scores.map { kind.score($0)?.points })
      }
      (waking, rhythm) = (score(.waking), score(.rhythm))
      (readiness, overall) = (score(.readiness), score(.overall))
    }
  }

  struct Span: Codable, Hashable, Sendable {
    let count: Int
    let leastMilliseconds, mostMilliseconds, meanMilliseconds, medianMilliseconds: Int64

    init?(_ summary: Summary?) {
      guard let summary else { return nil }
      count = summary.count
      (leastMilliseconds, mostMilliseconds) = (summary.least, summary.most)
      (meanMilliseconds, medianMilliseconds) = (summary.mean, summary.median)
    }
  }

  struct Month: Encodable {
    let first, last: String
    let days, dismissed, missed, missedUnrung, skipped, untrusted: Int
    let snoozes, wrongCards, unreadSeconds, wakeChecks, failedWakeChecks: Int
    @OrNull var lateness: Span?
    @OrNull var timeToCard: Span?
    let interruptedRings: Int
    let interruptions: [String: Int]
    let bedtimeTests, bedtimePassed, noises, timers: Int
  }

  let now: String
  let partOfDay: String
  let verdict: VerdictView
  @OrNull var next: OccurrenceView?
  let scores: Scores
  let month: Month
  let findings: [Finding]

  init(_ dashboard: Dashboard) {
    now = dashboard.status.clock.now
    partOfDay = dashboard.part.rawValue
    verdict = dashboard.status.verdict
    next = dashboard.status.next
    scores = Scores(dashboard)
    let month = dashboard.month
    self.month = Month(
      first: month.range.lowerBound.description, last: month.range.upperBound.description, days: month.days,
      dismissed: month.dismissed, missed: month.missed, missedUnrung: month.missedUnrung, skipped: month.skipped,
      untrusted: month.untrusted, snoozes: month.snoozes, wrongCards: month.wrongCards, unreadSeconds: month.unread,
      wakeChecks: month.wakeChecks, failedWakeChecks: month.failedWakeChecks, lateness: Span(month.lateness),
      timeToCard: Span(month.timeToCard), interruptedRings: month.quitRings,
      interruptions: Dictionary(uniqueKeysWithValues: month.quits.map { ($0.key.rawValue, $0.value) }),
      bedtimeTests: month.bedtimeTests, bedtimePassed: month.bedtimePassed, noises: month.noises, timers: month.timers)
    findings = dashboard.findings
  }
}

enum ScoreKind: String, CaseIterable {
  case waking = "Waking"
  case rhythm = "Rhythm"
  case readiness = "Readiness"
  case overall = "All three"

  /// The scores that the overall score combines.
  static let parts: [ScoreKind] = [.waking, .rhythm, .readiness]

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
    guard score(scores) == nil else { return 0 }
    let days = self == .rhythm ? scores.wakeTimes : scores.days
    return max(0, DayScores.leastDays - days)
  }
}
