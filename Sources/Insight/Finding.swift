import AlarmClock

/// Something that the history shows, with what helps.
public struct Finding: Hashable, Sendable {
  /// What was looked for, the most actionable first.
  public enum Rule: String, CaseIterable, Hashable, Sendable {
    case missed, interrupted
    case buzzerStoodIn = "buzzer_stood_in"
    case unreadCodes = "unread_codes"
    case wrongCard = "wrong_card"
    case slowWeekday = "slow_weekday"
    case slower
    case untested
    case skipped
    case oneCard = "one_card"
    case unusedCard = "unused_card"
    case untrusted
  }

  public let rule: Rule
  /// What it is about where a rule can find several: a weekday, an alarm's id, a card; else empty.
  public let subject: String
  /// What was seen, in one sentence.
  public let evidence: String
  /// What helps, without the end of its sentence: the command follows.
  public let advice: String
  public let command: String

  /// All of it, as a person reads it.
  public var text: String { "\(evidence) \(advice): `\(command)`." }

  init(_ rule: Rule, about subject: String = "", _ evidence: String, advice: String, command: String) {
    self.rule = rule
    self.subject = subject
    self.evidence = evidence
    self.advice = advice
    self.command = command
  }

  /// The rules look back so many days; older rings change nothing.
  public static let span = FindingLimit.unusedDays

  /// What the days up to today show, the most actionable first; nothing without data.
  public static func all(in history: WakingHistory) -> [Finding] {
    let facts = FindingFacts(history)
    return Rule.allCases.flatMap { $0.findings(facts) }
  }
}

/// From where on something is worth telling.
enum FindingLimit {
  /// The days that most rules look at, today included.
  static let month = 30
  static let week = 7
  static let quitRings = 2
  static let buzzers = 2
  static let unread: Duration = .seconds(20)
  static let unreadRings = 3
  static let wrongCards = 3
  /// So many weeks back for a weekday and for what was skipped.
  static let weeks = 5
  static let weekdays = 4
  static let slow: Int64 = 180_000
  /// In quarters of the weekdays.
  static let slowQuarters = 3
  /// In milliseconds.
  static let rise: Int64 = 30_000
  /// In halves of what it was before.
  static let riseHalves: Int64 = 3
  static let skippedWeeks = 4
  static let days = 3
  static let unusedCard: Duration = .seconds(30 * 86_400)
  static let unusedDays = 90
  static let untrusted = 2
}

/// What the rules look at.
struct FindingFacts {
  let history: WakingHistory
  let today: LocalDate
  let month: ArraySlice<MeasuredRing>
  let week: ArraySlice<MeasuredRing>

  init(_ history: WakingHistory) {
    self.history = history
    today = history.today
    month = history.rings(in: today.adding(days: 1 - FindingLimit.month)...today)
    week = history.rings(in: today.adding(days: 1 - FindingLimit.week)...today)
  }

  /// Those of the month that were to wake somebody.
  var rung: [MeasuredRing] { month.filter { $0.outcome != .skipped } }

  /// Of some kind, that began within so many days, today included.
  func happenings(_ kinds: [Happening.Kind], days: Int) -> [Happening] {
    let first = today.adding(days: 1 - days)
    return history.happenings.filter { happening in
      kinds.contains(happening.kind) && (first...today).contains(history.zone.local(happening.began).date)
    }
  }
}
