import ArgumentParser
import Control

struct ReminderDoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Say that a reminder is done: it leaves the display.",
    discussion: """
      `rouse undo` does not bring it back. A reminder with `--at auto` learns from it when you answer.

      Examples:
        rouse reminder done
        rouse reminder done test
      """)

  @Argument(
    help: ArgumentHelp("An id, or a kind for its last one; without it, the last.", valueName: "id"),
    completion: LiveWords.reminders)
  var id: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(AnswerReminder(reminder: id))
    try format.print(reply) { "\(ReminderText.subject(reply.reminder)) is done." }
    Output.notes(reply.notes)
  }
}
