import AlarmClock
import Control

/// Answers users who type what only a card can do, such as `rouse stop` while an alarm rings.
enum WayOut: String, CaseIterable {
  case stop, dismiss, silence, off, mute, quit, kill
  case snooze

  init?(_ typed: TypedWords) {
    guard typed.verbs.count == 1, let word = typed.unknown?.lowercased() else { return nil }
    self.init(rawValue: word)
  }

  /// Names the cards if the daemon answers.
  func refusal() -> ControlError {
    do throws(ControlError) {
      return refusal(with: try Connection.client().send(ListCards()).cards)
    } catch {
      return refusal(with: nil)
    }
  }

  /// - Parameter cards: all cards; `nil` if the daemon did not answer.
  func refusal(with cards: [CardView]?) -> ControlError {
    let kind: Card.Kind = self == .snooze ? .snooze : .dismiss
    let ofKind = cards?.filter { $0.kind == kind }
    let names = ofKind?.filter(\.enrolled).map(\.name).map(Terminal.printable)
    let waiting = ofKind?.first { !$0.enrolled }.map { Terminal.printable($0.name) }
    return self == .snooze ? Self.snooze(names, waiting: waiting) : Self.stop(names)
  }

  private static func stop(_ names: [String]?) -> ControlError {
    let card: String? = names.flatMap { $0.isEmpty ? nil : $0.joined(separator: " or ") }
    return ControlError(
      .usage, "no command stops an alarm", why: "only a card ends a ring" + (card.map { ": \($0)" } ?? ""),
      fix: (card == nil ? "hold an enrolled card" : "hold it") + " before the camera, flat and with light on it; "
        + "`rouse camera aim` shows what the camera sees",
      stillWorks: "`rouse timer stop` ends a timer's chime, `rouse noise stop` a noise, `rouse alarm skip` lets the "
        + "next ring pass")
  }

  private static func snooze(_ names: [String]?, waiting: String?) -> ControlError {
    let card: String? = names.flatMap { $0.isEmpty ? nil : $0.joined(separator: " or ") }
    guard names == nil || card != nil else {
      return ControlError(
        .usage, "no command snoozes an alarm",
        why: "only a snooze card does, and \(waiting.map { "\($0) waits to be seen" } ?? "none is enrolled")",
        fix: (waiting == nil
          ? "make one: `rouse card new bedside --kind snooze --output bedside.png`"
          : "show it to the camera: `rouse card test`")
          + ", then allow it: `rouse settings set snooze 2`")
    }
    return ControlError(
      .usage, "no command snoozes an alarm", why: "only a snooze card does" + (card.map { ": \($0)" } ?? ""),
      fix: (card == nil ? "hold a snooze card" : "hold it")
        + " before the camera; how often it counts is set: `rouse settings set snooze 2`")
  }
}
