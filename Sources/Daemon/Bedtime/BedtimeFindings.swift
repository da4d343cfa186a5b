import AlarmClock
import Control

/// What a test before the night says beside the doctor's findings. Pure.
enum BedtimeFindings {
  /// What the doctor only warns of and may yet make tomorrow's alarm fail: a time of day that nothing stands behind.
  static func forTheNight(_ finding: FindingView) -> FindingView {
    guard finding.check == "clock", finding.level == .warning else { return finding }
    return .problem(
      finding.check, finding.what, why: finding.why ?? "alarms ring by it",
      fix: finding.fix ?? "sudo timedatectl set-ntp true")
  }

  /// - Parameter problem: what is wrong with what is stored; nil: nothing.
  static func store(_ problem: String?) -> FindingView {
    guard let problem else { return .ok("store", "what is stored is sound") }
    return .problem(
      "store", problem, why: "alarms, cards and settings could be lost at the next start",
      fix: "see what `rouse status` says of the storage; a whole copy comes back by `rouse restore FILE`")
  }

  /// - Parameter cards: the names of those that end it.
  static func next(_ next: AlarmBook.NextRing?, in zone: ZoneRules, cards: [String]) -> FindingView {
    guard let next else {
      return .warning("next", "no alarm rings", why: "nobody is woken", fix: "set one: rouse alarm add 07:30")
    }
    let ring = "\(next.alarm.name) rings \(text(zone.local(next.occurrence.due)))"
    guard !cards.isEmpty else {
      return .problem(
        "next", "\(ring), and no card ends it", why: "it would ring until it gives up (`silence-after`)",
        fix: "rouse card add NAME, then: rouse alarm edit \(next.alarm.id) --card all")
    }
    return .ok("next", "\(ring), and ends with \(cards.joined(separator: " or "))")
  }

  private static func text(_ local: LocalDateTime) -> String { "\(local.date) \(local.time.toTheMinute)" }

  /// What became of the wish to see a card.
  static func card(_ seen: SeenCards, of next: AlarmBook.NextRing?, cards: [String], within limit: Duration)
    -> FindingView
  {
    if let card = seen.answering { return .ok("card", "the camera reads \(card)") }
    let why = "what the camera does not read ends no ring"
    let wanted = cards.isEmpty ? "a card" : cards.joined(separator: " or ")
    guard let other = seen.other else {
      return .problem(
        "card", "no card was seen within \(DurationText.format(limit))", why: why,
        fix: "hold \(wanted) flat before the camera, with light on it; `rouse camera aim` shows what it sees")
    }
    return .problem(
      "card", "the camera reads \(other), which does not end \(next?.alarm.name ?? "a ring")", why: why,
      fix: "show \(wanted)")
  }
}

/// The cards that the camera saw.
struct SeenCards: Hashable, Sendable {
  /// It ends the next ring.
  var answering: String?
  /// It does not.
  var other: String?
}
