import Control

/// Messages in words.
enum MessageText {
  /// `bin day (k3f9xa)`.
  static func subject(_ message: MessageView) -> String {
    "\(Terminal.printable(short(message.text))) (\(message.id))"
  }

  /// `21:40`, `tomorrow 08:00`, `Tue 08:00`.
  static func end(_ message: MessageView) -> String {
    let clock = TimePhrase.clock(message.until, .wholeMinutes)
    switch message.inDays {
    case ...0: return clock
    case 1: return "tomorrow \(clock)"
    default: return "\(TimePhrase.stamp(message.until).prefix { $0 != " " }) \(clock)"
    }
  }

  /// `bin day (k3f9xa) is shown until 21:40 (10 min), by turns with the time.`
  static func sentence(_ message: MessageView) -> String {
    "\(subject(message)) is shown until \(end(message)) "
      + "(\(TimePhrase.span(message.left))), by turns with the time."
  }

  static func table(_ messages: [MessageView]) -> Table {
    var table = Table(header: ["LEFT", "UNTIL", "ID", "TEXT"])
    table.expendable = ["UNTIL", "LEFT"]
    table.rows = messages.map {
      [TimePhrase.span($0.left), end($0), $0.id, $0.text]
    }
    return table
  }

  /// Its beginning, where it is long.
  static func short(_ text: String) -> String { text.count <= 40 ? text : text.prefix(39) + "…" }
}
