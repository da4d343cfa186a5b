import AlarmClock

/// A reason for a reminder at some moment.
public struct Occasion: Hashable, Sendable {
  public let kind: ReminderKind
  /// A card, a calendar, a finding or a number of days, if the kind can have several; otherwise empty.
  public let subject: String
  /// One or two sentences.
  public let text: String
  public let command: String
  public var word: String { kind.word }

  public init(_ kind: ReminderKind, about subject: String = "", _ text: String, command: String) {
    self.kind = kind
    self.subject = subject
    self.text = text
    self.command = command
  }
}

extension ReminderKind {
  /// Text for the display, in letters that seven segments can draw.
  public var word: String {
    switch self {
    case .tomorrow: "no alarm"
    case .test: "test it"
    case .readiness: "not safe"
    case .bedtime: "go to bed"
    case .calendar: "holidays"
    case .card: "try card"
    case .finding: "insight"
    case .milestone: "no miss"
    }
  }

  /// Description for lists.
  public var help: String {
    switch self {
    case .tomorrow: "no alarm is set for tomorrow, though one usually is, or a holiday skips it"
    case .test: "the clock has not been tested for a day, or did not pass"
    case .readiness: "the score Readiness is low"
    case .bedtime: "it is time for bed, to sleep enough before the next alarm"
    case .calendar: "a calendar of holidays has ended, or ends within 30 days"
    case .card: "a card was not tried for \(OccasionLimit.cardDays) days, by a ring or a test"
    case .finding: "what the history shows, once a week"
    case .milestone: "7, 30 or 100 days without a missed alarm"
    }
  }

  /// Whether it is of no use after bedtime.
  var endsAtBedtime: Bool {
    switch self {
    case .tomorrow, .test, .bedtime: true
    case .readiness, .calendar, .card, .finding, .milestone: false
    }
  }
}

/// Thresholds for reminders.
public enum OccasionLimit {
  /// Weeks to look back for a usual ring.
  static let weeks = 4
  static let usualWeeks = 3
  static let test: Duration = .seconds(25 * 3600)
  static let cardDays = 30
  static let milestones = [7, 30, 100]
  /// A milestone can be announced for this many days.
  static let milestoneDays = 7
}
