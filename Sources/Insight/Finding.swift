import AlarmClock

/// Something that the history shows, with advice.
public struct Finding: Encodable, Hashable, Sendable {
  public enum Rule: String, CaseIterable, Encodable, Hashable, Sendable {
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
  /// A weekday, an alarm's id or a card, if the rule can find several; otherwise empty.
  public let subject: String
  /// One sentence.
  public let evidence: String
  /// A sentence without its end, to which the command is added.
  public let advice: String
  public let command: String

  public var text: String { "\(evidence) \(advice): `\(command)`." }

  init(_ rule: Rule, about subject: String = "", _ evidence: String, advice: String, command: String) {
    self.rule = rule
    self.subject = subject
    self.evidence = evidence
    self.advice = advice
    self.command = command
  }

  /// Days that the rules look back; older rings change nothing.
  public static let span = FindingLimit.unusedDays
}

enum FindingLimit {
  /// Days that most rules look at, including today.
  static let month = 30
  static let week = 7
  static let quitRings = 2
  static let buzzers = 2
  static let unread: Duration = .seconds(20)
  static let unreadRings = 3
  static let wrongCards = 3
  /// Weeks that the rule for weekdays looks back.
  static let weeks = 5
  static let weekdays = 4
  static let slow: Int64 = 180_000
  /// Quarters of the weekdays that must be slow.
  static let slowQuarters = 3
  /// Milliseconds.
  static let rise: Int64 = 30_000
  /// Halves of the earlier time that the later one must reach.
  static let riseHalves: Int64 = 3
  static let skippedWeeks = 4
  static let days = 3
  static let unusedCard: Duration = .seconds(30 * 86_400)
  static let unusedDays = 90
  static let untrusted = 2
}
