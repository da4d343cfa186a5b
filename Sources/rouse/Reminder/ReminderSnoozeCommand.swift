import ArgumentParser
import Control

struct ReminderSnoozeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze",
    abstract: "Have a reminder come again later.",
    discussion: """
      It does not come again if its cause is gone.

      Examples:
        rouse reminder snooze
        rouse reminder snooze test --for 1h
      """)

  @Argument(
    help: ArgumentHelp("An id, or a kind for its last one; without it, the last.", valueName: "id"),
    completion: LiveWords.reminders)
  var id: String?
  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp(
      "For how long, 1m to 24h; without it 30m, or half of the time left before bedtime if that is less.",
      valueName: "span"))
  var span: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(AnswerReminder(reminder: id, snooze: span ?? AnswerReminder.usualSnooze))
    try format.print(reply) {
      let when = reply.reminder.due.map { TimePhrase.clock($0, .wholeMinutes) } ?? "later"
      return "\(ReminderText.subject(reply.reminder)) comes again at \(when)."
    }
    Output.notes(reply.notes)
  }
}
