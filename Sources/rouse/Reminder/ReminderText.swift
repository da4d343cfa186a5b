import Control

enum ReminderText {
  /// Example: `The reminder bedtime (k3f9xa)`.
  static func subject(_ reminder: ReminderView) -> String {
    "The reminder \(Terminal.printable(reminder.kind)) (\(Terminal.printable(reminder.id)))"
  }

  static func kinds(_ reply: SwitchReminder.Reply) -> String {
    reply.kinds.map { kind in
      kind.timing == .off || kind.next == nil
        ? "\(kind.kind) is \(kind.timing == .off ? "off" : "on")." : "\(kind.kind) is on: \(comes(kind))."
    }.joined(separator: "\n")
  }

  /// Lists the problems that hide reminders, each one once.
  static func problems(_ kinds: [ReminderKindView]) -> [String] {
    kinds.compactMap(\.problem).distinct.map { problem in
      let names = kinds.filter { $0.problem == problem }.map { Terminal.printable($0.kind) }.joined(separator: ", ")
      return "note: Reminders \(names): \(Terminal.printable(problem.why)). Fix: \(Terminal.printable(problem.fix))"
    }
  }

  static func note(_ silence: TroubleView) -> String {
    "note: No reminder comes: \(Terminal.printable(silence.why)). Fix: \(Terminal.printable(silence.fix))"
  }

  static func list(_ reply: ListReminders.Reply, style: Style = .output) -> String {
    let kinds = Table(
      header: ["KIND", "COMES", "ABOUT"], rows: reply.kinds.map { [$0.kind, comes($0), $0.help] })
    let past = Table(
      header: ["WHEN", "ID", "KIND", "STATE", "TEXT"], expendable: ["KIND", "ID"],
      rows: reply.reminders.map { [when($0), $0.id, $0.kind, state($0), short($0.text)] })
    let tables = (past.rows.isEmpty ? [kinds] : [kinds, past]).map { (title: "", table: $0) }
    return Table.rendered(tables, style: style)
  }

  /// Examples: `21:30`, `21:10, when you answer`, `off`.
  private static func comes(_ kind: ReminderKindView) -> String {
    let time = kind.next.map { TimePhrase.clock($0, .wholeMinutes) }
    switch kind.timing {
    case .off: return "off"
    case .usual, .set: return time ?? "on"
    case .auto: return time.map { "\($0), when you answer" } ?? "when you answer"
    case .autoLater: return time.map { "\($0) (auto)" } ?? "auto"
    }
  }

  /// Drops the period at the end, as usual in a table.
  private static func short(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  private static func when(_ reminder: ReminderView) -> String {
    TimePhrase.stamp(reminder.shown ?? reminder.due ?? "-", .wholeMinutes)
  }

  private static func state(_ reminder: ReminderView) -> String {
    if reminder.done != nil { return "done" }
    if reminder.withdrawn != nil { return "withdrawn" }
    if let due = reminder.due {
      return reminder.shown == nil ? "to come" : "again \(TimePhrase.clock(due, .wholeMinutes))"
    }
    return reminder.read ? "read" : "new"
  }

  static func whole(_ reminder: ReminderView, style: Style = .output) -> String {
    let came = reminder.shown.map { "came \(TimePhrase.stamp($0, .wholeMinutes))" } ?? "is still to come"
    return [
      style.wrapped("\(subject(reminder)) \(came), \(state(reminder))."), "",
      style.wrapped(Terminal.printable(reminder.text)), "  \(Terminal.printable(reminder.command))",
    ].joined(separator: "\n")
  }
}
