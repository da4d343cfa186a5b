import AlarmClock
import Insight

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

  /// Returns all occasions, the most important kind first.
  public static func all(_ facts: OccasionFacts) -> [Occasion] {
    ReminderKind.allCases.flatMap { $0.occasions(facts) }
  }

  /// Whether the occasion still exists, perhaps with another text.
  public func isStillSo(_ facts: OccasionFacts) -> Bool {
    kind.occasions(facts).contains { $0.subject == subject }
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
    case .readiness: "the Readiness score is low"
    case .bedtime: "it is time for bed, to sleep enough before the next alarm"
    case .calendar: "a holiday calendar has ended, or ends within 30 days"
    case .card: "a card has not been used for \(OccasionLimit.cardDays) days, in a ring or a test"
    case .finding: "a finding from the history, once a week"
    case .milestone: "7, 30 or 100 days without a missed alarm"
    }
  }

  /// Whether it is of no use after bedtime.
  var endsAtBedtime: Bool { [.tomorrow, .test, .bedtime].contains(self) }

  public func occasions(_ facts: OccasionFacts) -> [Occasion] {
    switch self {
    case .tomorrow: [Self.tomorrow(facts)].compactMap(\.self)
    case .test: [Self.test(facts)].compactMap(\.self)
    case .bedtime: [Self.bedtime(facts)].compactMap(\.self)
    case .calendar: Self.calendars(facts)
    case .readiness, .card, .finding, .milestone: facts.past.occasions.filter { $0.kind == self }
    }
  }

  // MARK: Coming night

  private static func tomorrow(_ facts: OccasionFacts) -> Occasion? {
    if let holiday = facts.holiday {
      let when = "\(facts.weekday(holiday.ring.due)) at \(facts.text(holiday.ring.due))"
      return Occasion(
        .tomorrow, "\(holiday.ring.name) does not ring on \(when): \(holiday.title).",
        // The date is needed, because the alarm's next ring may be another one.
        command: "rouse alarm unskip \(holiday.ring.alarmID) --on \(facts.zone.local(holiday.ring.due).date)")
    }
    guard !facts.isTomorrowSet, let usual = facts.past.usual else { return nil }
    let day = usual.day.name
    return Occasion(
      .tomorrow,
      "No alarm is set for \(day). On \(usual.weeks) of the last \(OccasionLimit.weeks) \(day)s one rang.",
      command: "rouse alarm add \(usual.time.text(.hours24))")
  }

  private static func test(_ facts: OccasionFacts) -> Occasion? {
    guard let ring = facts.ring else { return nil }
    let (why, subject): (String, String)
    if let test = facts.test, facts.now - test.time < OccasionLimit.test {
      guard let problem = test.problems.first else { return nil }
      let more = test.problems.count > 1 ? " (and \(test.problems.count - 1) more)" : ""
      // With its time as the subject, every later test withdraws the reminder, even if it fails: it reports itself.
      (why, subject) = ("The last test of the clock found a problem: \(problem)\(more).", "\(test.time.seconds)")
    } else {
      (why, subject) = ("The clock has not been tested for a day.", "")
    }
    return Occasion(
      .test, about: subject, "\(why) \(ring.name) rings at \(facts.text(ring.due)).", command: "rouse test bedtime")
  }

  private static func bedtime(_ facts: OccasionFacts) -> Occasion? {
    guard let ring = facts.ring else { return nil }
    let goal = min(facts.bedtime, ring.due - facts.settings.reminders.sleep)
    let now = facts.now
    let when = now < goal ? "In bed by \(facts.text(goal))" : "In bed now"
    let sleep = SpanText.format(seconds: (ring.due - max(now, goal)).components.seconds / 60 * 60)
    return Occasion(
      .bedtime, "\(ring.name) rings at \(facts.text(ring.due)). \(when) you have \(sleep) until then.",
      command: "rouse next")
  }

  private static func calendars(_ facts: OccasionFacts) -> [Occasion] {
    let today = facts.zone.local(facts.now).date
    return facts.endingCalendars.map { name, end in
      Occasion(
        .calendar, about: name,
        "The calendar \(name) \(end < today ? "ended" : "ends") on \(end): add next year's, or alarms will ring on "
          + "holidays.",
        command: "rouse calendar list")
    }
  }
}

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
