import AlarmClock
import Control

/// What a test before the night says of the card, beside the doctor's findings. Pure.
enum BedtimeFindings {
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

struct SeenCards: Hashable, Sendable {
  /// It ends the next ring.
  var answering: String?
  /// It does not.
  var other: String?
}
