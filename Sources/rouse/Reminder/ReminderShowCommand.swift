import ArgumentParser
import Control

struct ReminderShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show all of a reminder, with what helps; it counts as read then.",
    discussion: """
      Examples:
        rouse reminder show
        rouse reminder show k3f9xa
        rouse reminder show finding
      """)

  @Argument(
    help: ArgumentHelp("An id, or a kind for its last one; without it, the last.", valueName: "id"),
    completion: LiveWords.reminders)
  var id: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ShowReminder(reminder: id))
    try format.print(reply) { ReminderText.whole(reply.reminder) }
    Output.notes(reply.notes)
  }
}
