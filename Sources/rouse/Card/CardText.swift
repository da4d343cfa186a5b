import AlarmClock
import ArgumentParser
import Control

/// Cards in words.
enum CardText {
  /// `Card bathroom (k3f9xa)`, `Snooze card bedside (m4p2rt)`.
  static func subject(_ card: CardView) -> String {
    (card.kind == .snooze ? "Snooze card" : "Card") + " \(Terminal.printable(card.name)) (\(card.id))"
  }

  /// What stands on a printed card, for whoever finds it.
  static func purpose(of kind: Card.Kind) -> [String] {
    [
      kind == .snooze ? "Silences the alarm clock for a while: snooze." : "Silences the alarm clock.",
      "Hold it flat before the camera, with light on it.",
    ]
  }

  static let aboutSnoozing = """
    A snooze card ends no ring: it silences one for `snooze-time`, where the alarm allows it. Allow it for one alarm with
    `rouse alarm edit ALARM --snooze 2`, for all with `rouse settings set snooze 2`.
    """
}

extension Card.Kind: ExpressibleByArgument {}
