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

protocol ReminderSwitchVerb: AskingVerb where Request == SwitchReminder {
  /// Whether the verb turns off all reminders, so that their other problems do not matter.
  var isAllOff: Bool { get }
}

extension ReminderSwitchVerb {
  var isAllOff: Bool { false }

  func text(_ reply: SwitchReminder.Reply) -> String { ReminderText.kinds(reply) }

  func remarks(_ reply: SwitchReminder.Reply) -> [String] {
    let silence = !isAllOff && reply.kinds.contains { $0.timing != .off } ? reply.silence : nil
    return (silence.map { [ReminderText.note($0)] } ?? []) + reply.notes.map { "note: \(Terminal.printable($0))" }
  }
}

struct ReminderOnCommand: ReminderSwitchVerb {
  static let about = CommandConfiguration("reminder on")
  @Argument(help: ArgumentHelp("Which kind; without it, all.", valueName: "kind"))
  var kind: ReminderKind?
  @Option("At which time of day before bedtime, as 21:30 or 9:30pm; or auto.", "time", parsing: .unconditional)
  var at: String?
  @OptionGroup var io: IO

  var command: SwitchReminder { SwitchReminder(kind: kind?.rawValue, time: at ?? "on") }
}

struct ReminderOffCommand: ReminderSwitchVerb {
  static let about = CommandConfiguration("reminder off")
  @Argument(help: ArgumentHelp("Which kind; without it, all.", valueName: "kind"))
  var kind: ReminderKind?
  @OptionGroup var io: IO

  var command: SwitchReminder { SwitchReminder(kind: kind?.rawValue, time: "off") }
  var isAllOff: Bool { kind == nil }
  func text(_ reply: SwitchReminder.Reply) -> String {
    isAllOff ? "Reminders are off. `rouse reminder on` restores your choices." : ReminderText.kinds(reply)
  }
}

// MARK: One reminder

struct ReminderArgument: ParsableArguments {
  @Argument("An id, or a kind for its last one; without it, the last.", "id", completion: LiveWords.reminders)
  var id: String?
}

struct ReminderShowCommand: AskingVerb {
  static let about = CommandConfiguration("reminder show")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var io: IO

  var command: ShowReminder { ShowReminder(reminder: reminder.id) }
  func text(_ reply: ShowReminder.Reply) -> String { ReminderText.whole(reply.reminder) }
}

struct ReminderDoneCommand: AskingVerb {
  static let about = CommandConfiguration("reminder done")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var io: IO

  var command: AnswerReminder { AnswerReminder(reminder: reminder.id) }
  func text(_ reply: ShowReminder.Reply) -> String { "\(ReminderText.subject(reply.reminder)) is done." }
}

struct ReminderSnoozeCommand: AskingVerb {
  static let about = CommandConfiguration("reminder snooze")
  @OptionGroup var reminder: ReminderArgument
  @Option(
    "For how long, 1m to 24h; without it 30m, or half of the time left before bedtime if that is less.", "span",
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
}
