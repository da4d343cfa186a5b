import AlarmClock
import Insight

extension Occasion {
  /// All there are, those of the most important kind first.
  public static func all(_ facts: OccasionFacts) -> [Occasion] {
    ReminderKind.allCases.flatMap { $0.occasions(facts) }
  }
}

extension ReminderKind {
  public func occasions(_ facts: OccasionFacts) -> [Occasion] {
    switch self {
    case .tomorrow: Self.tomorrow(facts)
    case .test: Self.test(facts)
    case .readiness: Self.readiness(facts)
    case .bedtime: Self.bedtime(facts)
    case .card: Self.cards(facts)
    case .finding: Self.findings(facts)
    case .milestone: Self.milestone(facts)
    }
  }

  // MARK: The night that comes

  private static func tomorrow(_ facts: OccasionFacts) -> [Occasion] {
    guard !facts.isTomorrowSet else { return [] }
    // The days after the same bedtime of the weeks before.
    let rings = (1...OccasionLimit.weeks).compactMap { week -> MeasuredRing? in
      let start = facts.bedtime - .seconds(Int64(week) * 7 * 86_400)
      return facts.history.rings.first {
        $0.record.due >= start && $0.record.due - start < .seconds(86_400) && $0.outcome != .skipped
      }
    }
    guard rings.count >= OccasionLimit.usualWeeks, let last = rings.first else { return [] }
    let day = last.day.weekday.name
    let time = facts.history.zone.local(last.record.due).time
    return [
      Occasion(
        .tomorrow,
        "No alarm is set for \(day). On \(rings.count) of the last \(OccasionLimit.weeks) \(day)s one rang.",
        command: "rouse alarm add \(time.text(.hours24))")
    ]
  }

  private static func test(_ facts: OccasionFacts) -> [Occasion] {
    guard let ring = facts.ring else { return [] }
    let why: String
    if let test = facts.test, facts.history.now - test.time < OccasionLimit.test {
      guard let problem = test.problems.first else { return [] }
      let more = test.problems.count > 1 ? " (and \(test.problems.count - 1) more)" : ""
      why = "The last test of the clock found a problem: \(problem)\(more)."
    } else {
      why = "The clock was not tested for a day."
    }
    return [
      Occasion(.test, "\(why) \(ring.name) rings at \(facts.text(ring.due)).", command: "rouse test bedtime")
    ]
  }

  private static func bedtime(_ facts: OccasionFacts) -> [Occasion] {
    guard let ring = facts.ring else { return [] }
    let goal = min(facts.bedtime, ring.due - facts.settings.reminders.sleep)
    let now = facts.history.now
    let when = now < goal ? "In bed by \(facts.text(goal))" : "In bed now"
    let sleep = SpanText.format(seconds: (ring.due - max(now, goal)).components.seconds / 60 * 60)
    return [
      Occasion(
        .bedtime, "\(ring.name) rings at \(facts.text(ring.due)). \(when) you have \(sleep) until then.",
        command: "rouse next")
    ]
  }

  // MARK: Whether the clock is ready

  private static func readiness(_ facts: OccasionFacts) -> [Occasion] {
    guard let readiness = facts.history.scores(of: facts.history.today).readiness,
      readiness.score.word == .priority
    else { return [] }
    let parts = [
      (readiness.tested, "tests before the night"), (readiness.trusted, "a clock that is sure of its time"),
      (readiness.spareCard, "a spare card"), (readiness.devices, "devices that never fail"),
    ]
    let lacks = parts.min { $0.0 < $1.0 }.map { " What lacks most: \($0.1)." } ?? ""
    return [
      Occasion(
        .readiness, "Readiness is \(readiness.score.points) of 100.\(lacks)", command: "rouse insight score --explain")
    ]
  }

  private static func cards(_ facts: OccasionFacts) -> [Occasion] {
    let history = facts.history
    let first = history.today.adding(days: 1 - OccasionLimit.cardDays)
    let recent = history.rings(in: first...history.today)
    guard recent.contains(where: { $0.outcome != .skipped }) else { return [] }
    let shown = Set(recent.compactMap(\.record.card))
    let age = Duration.seconds(Int64(OccasionLimit.cardDays) * 86_400)
    return history.cards.filter { !shown.contains($0.name) && history.now - $0.created > age }.map { card in
      Occasion(
        .card, about: card.name,
        "The card \(card.name) has ended no ring for \(OccasionLimit.cardDays) days. See that it still reads.",
        command: "rouse card test")
    }
  }

  // MARK: What the history shows

  private static func findings(_ facts: OccasionFacts) -> [Occasion] {
    Finding.all(in: facts.history).map { finding in
      Occasion(
        .finding, about: "\(finding.rule.rawValue) \(finding.subject)", "\(finding.evidence) \(finding.advice).",
        command: finding.command)
    }
  }

  private static func milestone(_ facts: OccasionFacts) -> [Occasion] {
    let rings = facts.history.rings.filter { $0.outcome != .skipped }
    let lastMiss = rings.last { $0.outcome != .dismissed }?.day
    // Days without an alarm count as nothing.
    let days = Set(rings.map(\.day).filter { day in lastMiss.map { day > $0 } ?? true }).count
    guard
      let reached = OccasionLimit.milestones.last(where: { $0 <= days && days < $0 + OccasionLimit.milestoneDays })
    else { return [] }
    return [
      Occasion(
        .milestone, about: "\(reached)", "\(reached) days with alarms, and none was missed. Well done.",
        command: "rouse insight")
    ]
  }
}

extension OccasionFacts {
  /// A time of day as people read it.
  fileprivate func text(_ moment: Instant) -> String { history.zone.local(moment).time.text(settings.timeFormat) }
}

extension OccasionFacts.ComingRing {
  fileprivate var name: String { label.isEmpty ? "An alarm" : label }
}
