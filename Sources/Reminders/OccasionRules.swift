import AlarmClock
import Insight

extension Occasion {
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
  public func occasions(_ facts: OccasionFacts) -> [Occasion] {
    switch self {
    case .tomorrow: [Self.tomorrow(facts)].compactMap(\.self)
    case .test: [Self.test(facts)].compactMap(\.self)
    case .bedtime: [Self.bedtime(facts)].compactMap(\.self)
    case .calendar: facts.endingCalendars.map { Self.ending($0, by: facts.zone.local(facts.now).date) }
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
        command: "rouse alarm unskip \(holiday.alarmID) --on \(facts.zone.local(holiday.ring.due).date)")
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

  private static func ending(_ calendar: OccasionFacts.EndingCalendar, by today: LocalDate) -> Occasion {
    Occasion(
      .calendar, about: calendar.name,
      "The calendar \(calendar.name) \(calendar.end < today ? "has ended" : "ends") \(calendar.end): "
        + "add the next year's, else alarms ring on holidays.",
      command: "rouse calendar list")
  }
}

extension OccasionFacts {
  fileprivate func weekday(_ moment: Instant) -> String { zone.local(moment).date.weekday.name }
  fileprivate func text(_ moment: Instant) -> String { zone.local(moment).time.text(settings.timeFormat) }
}

extension OccasionFacts.ComingRing {
  fileprivate var name: String { label.isEmpty ? "An alarm" : label }
}
