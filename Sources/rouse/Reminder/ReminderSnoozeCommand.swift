import ArgumentParser
import Control

struct ReminderSnoozeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze",
    abstract: "Have a reminder come again later.",
    discussion: """
      It does not come again where what it was about is no longer so.

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
    help: ArgumentHelp("For how long, 1m to 24h.", valueName: "span"))
  var span = "30m"
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(AnswerReminder(reminder: id, snooze: span))
    try format.print(reply) {
      let when = reply.reminder.due.map { TimePhrase.clock($0, .wholeMinutes) } ?? "later"
      return "\(ReminderText.subject(reply.reminder)) comes again at \(when)."
    }
    Output.notes(reply.notes)
  }
}
