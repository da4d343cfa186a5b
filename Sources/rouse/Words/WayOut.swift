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
  func refusal() -> ControlError { refusal(with: Connection.knownCards()) }

  /// - Parameter cards: all cards; `nil` if the daemon did not answer.
  func refusal(with cards: [CardView]?) -> ControlError {
    let kind: Card.Kind = self == .snooze ? .snooze : .dismiss
    let ofKind = cards?.filter { $0.kind == kind }
    let names = (ofKind ?? []).filter(\.enrolled).map { Terminal.printable($0.name) }.joined(separator: " or ")
    let end = names.isEmpty ? "" : ": \(names)"
    guard self == .snooze else {
      return ControlError(
        .usage, "no command stops an alarm", why: "only a card ends a ring" + end,
        fix: (names.isEmpty ? "hold an enrolled card" : "hold it") + " in front of the camera, flat and well lit; "
          + "`rouse camera aim` shows what the camera sees",
        stillWorks: "`rouse timer stop` ends a timer's chime, `rouse noise stop` a noise, `rouse alarm skip` skips the "
          + "next ring")
    }
    var why = "only a snooze card does" + end
    var fix =
      (names.isEmpty ? "hold a snooze card" : "hold it")
      + " in front of the camera; to set how often it works: `rouse settings set snooze 2`"
    if let ofKind, names.isEmpty {
      let waiting = ofKind.first.map { Terminal.printable($0.name) }
      why = "only a snooze card does, and \(waiting.map { "the camera has not seen \($0) yet" } ?? "none is enrolled")"
      fix =
        (waiting == nil
          ? "make one: `rouse card new bedside --kind snooze --output bedside.png`"
          : "show it to the camera: `rouse card test`") + ", then allow it: `rouse settings set snooze 2`"
    }
    return ControlError(.usage, "no command snoozes an alarm", why: why, fix: fix)
  }
}
