import AlarmClock
import Insight

/// Occasions that the history gives. They need the rings of months, so they are computed once an evening and kept.
public struct PastOccasions: Sendable {
  /// The ring after this bedtime on this weekday in `weeks` of the last weeks, or `nil` if none came often enough.
  let usual: (day: Weekday, weeks: Int, time: LocalTime)?
  /// Occasions that depend on nothing but the history.
  let occasions: [Occasion]

  /// `unmissed` holds the days with alarms since the last missed one, in order; `bedtime` is this evening's.
  public init(_ history: WakingHistory, unmissed: [LocalDate], bedtime: Instant) {
    occasions =
      [Self.readiness(history), Self.milestone(unmissed, today: history.today)].compactMap(\.self)
      + Self.cards(history) + Self.findings(history)
    // Look at the day after the same bedtime in each of the weeks before.
    let rings = (1...OccasionLimit.weeks).compactMap { week -> MeasuredRing? in
      let start = bedtime - .seconds(Int64(week) * 7 * 86_400)
      return history.rings.first {
        $0.record.due >= start && $0.record.due - start < .seconds(86_400) && $0.outcome != .skipped
      }
    }
    usual = rings.first.flatMap { last in
      guard rings.count >= OccasionLimit.usualWeeks else { return nil }
      return (day: last.day.weekday, weeks: rings.count, time: history.zone.local(last.record.due).time)
    }
  }

  private static func readiness(_ history: WakingHistory) -> Occasion? {
    guard let readiness = history.scores(of: history.today).readiness, readiness.score.word == .priority else {
      return nil
    }
    let parts = [
      (readiness.tested, "tests at bedtime"), (readiness.trusted, "a clock that is certain of its time"),
      (readiness.spareCard, "a spare card"), (readiness.devices, "devices that never fail"),
    ]
    let lacks = parts.min { $0.0 < $1.0 }.map { " The weakest part: \($0.1)." } ?? ""
    return Occasion(
      .readiness, "Readiness is \(readiness.score.points) of 100.\(lacks)", command: "rouse insight score --explain")
  }

  private static func cards(_ history: WakingHistory) -> [Occasion] {
    let range = history.last(OccasionLimit.cardDays)
    guard history.rings(in: range).contains(where: { $0.outcome != .skipped }) else { return [] }
    let read = history.cardsRead(in: range)
    let age = Duration.seconds(Int64(OccasionLimit.cardDays) * 86_400)
    return history.cards.filter { !read.contains($0.name) && history.now - $0.created > age }.map { card in
      Occasion(
        .card, about: card.name,
        "The card \(card.name) has not been used for \(OccasionLimit.cardDays) days. Check that it still reads.",
        command: "rouse card test")
    }
  }

  private static func findings(_ history: WakingHistory) -> [Occasion] {
    Finding.all(in: history).map { finding in
      Occasion(
        .finding, about: "\(finding.rule.rawValue) \(finding.subject)", "\(finding.evidence) \(finding.advice).",
        command: finding.command)
    }
  }

  /// Returns a milestone reached within the last week, so that none is repeated, however rarely alarms ring.
  private static func milestone(_ unmissed: [LocalDate], today: LocalDate) -> Occasion? {
    let first = today.adding(days: -OccasionLimit.milestoneDays)
    let reached = OccasionLimit.milestones.last { days in
      days <= unmissed.count && unmissed[days - 1] >= first
    }
    guard let reached else { return nil }
    return Occasion(
      .milestone, about: "\(reached)", "\(reached) days with alarms, and none missed. Well done.",
      command: "rouse insight")
  }
}
