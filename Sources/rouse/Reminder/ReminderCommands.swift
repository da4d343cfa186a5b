import AlarmClock
import ArgumentParser
import Control

struct ReminderCommand: Described {
  static let about = CommandConfiguration(
    "reminder",
    subcommands: [
      ReminderListCommand.self, ReminderOnCommand.self, ReminderOffCommand.self, ReminderShowCommand.self,
      ReminderDoneCommand.self, ReminderSnoozeCommand.self,
    ], defaultSubcommand: ReminderListCommand.self)
}

extension ReminderKind: ExpressibleByArgument {}

struct ReminderListCommand: AskingVerb {
  static let about = CommandConfiguration("reminder list")
  @OptionGroup var io: IO

  var command: ListReminders { ListReminders() }
  func text(_ reply: ListReminders.Reply) -> String { ReminderText.list(reply) }
  func remarks(_ reply: ListReminders.Reply) -> [String] {
    (reply.silence.map { [ReminderText.note($0)] } ?? []) + ReminderText.problems(reply.kinds)
      + (reply.reminders.isEmpty ? ["There was no reminder in the last 30 days."] : [])
  }
}

// MARK: On and off

struct ReminderOnCommand: AskingVerb {
  static let about = CommandConfiguration("reminder on")
  @Argument(help: ArgumentHelp("Which kind; without it, all.", valueName: "kind"))
  var kind: ReminderKind?
  @Option("The time before bedtime, such as 21:30 or 9:30pm; or auto.", "time", parsing: .unconditional)
  var at: String?
  @OptionGroup var io: IO

  var command: SwitchReminder { SwitchReminder(kind: kind?.rawValue, time: at ?? "on") }
  func text(_ reply: SwitchReminder.Reply) -> String { ReminderText.kinds(reply) }
  func remarks(_ reply: SwitchReminder.Reply) -> [String] { ReminderText.remarks(reply) }
}

struct ReminderOffCommand: AskingVerb {
  static let about = CommandConfiguration("reminder off")
  @Argument(help: ArgumentHelp("Which kind; without it, all.", valueName: "kind"))
  var kind: ReminderKind?
  @OptionGroup var io: IO

  var command: SwitchReminder { SwitchReminder(kind: kind?.rawValue, time: "off") }
  func text(_ reply: SwitchReminder.Reply) -> String {
    kind == nil ? "Reminders are off. `rouse reminder on` restores your choices." : ReminderText.kinds(reply)
  }
  func remarks(_ reply: SwitchReminder.Reply) -> [String] { ReminderText.remarks(reply, isAllOff: kind == nil) }
}

// MARK: One reminder

struct ReminderArgument: ParsableArguments {
  @Argument("An id, or a kind for its latest one; default: the latest.", "id", completion: LiveWords.reminders)
  var id: String?
}

struct ReminderShowCommand: AskingVerb {
  static let about = CommandConfiguration("reminder show")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var io: IO

  var command: ShowReminder { ShowReminder(reminder: reminder.id) }
  func text(_ reply: ShowReminder.Reply) -> String { ReminderText.whole(reply.reminder) }
  func notes(_ reply: ShowReminder.Reply) -> [String] { reply.notes }
}

struct ReminderDoneCommand: AskingVerb {
  static let about = CommandConfiguration("reminder done")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var io: IO

  var command: AnswerReminder { AnswerReminder(reminder: reminder.id) }
  func text(_ reply: ShowReminder.Reply) -> String { "\(ReminderText.subject(reply.reminder)) is done." }
  func notes(_ reply: ShowReminder.Reply) -> [String] { reply.notes }
}

struct ReminderSnoozeCommand: AskingVerb {
  static let about = CommandConfiguration("reminder snooze")
  @OptionGroup var reminder: ReminderArgument
  @Option(
    "How long, 1m to 24h; default: 30m, or half the time left before bedtime if that is less.", "span",
    name: .customLong("for"), parsing: .unconditional)
  var span: String?
  @OptionGroup var io: IO

  var command: AnswerReminder {
    AnswerReminder(reminder: reminder.id, snooze: span ?? AnswerReminder.usualSnooze)
  }
  func text(_ reply: ShowReminder.Reply) -> String {
    let when = reply.reminder.due.map { TimePhrase.clock($0, .wholeMinutes) } ?? "later"
    return "\(ReminderText.subject(reply.reminder)) comes again at \(when)."
  }
  func notes(_ reply: ShowReminder.Reply) -> [String] { reply.notes }
}

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

  /// - Parameter isAllOff: whether all reminders were turned off, so that their other problems do not matter.
  static func remarks(_ reply: SwitchReminder.Reply, isAllOff: Bool = false) -> [String] {
    let silence = !isAllOff && reply.kinds.contains { $0.timing != .off } ? reply.silence : nil
    return (silence.map { [note($0)] } ?? []) + reply.notes.map { "note: \(Terminal.printable($0))" }
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
