import ArgumentParser
import Control

struct ReminderListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "When each kind of reminder comes, and those of the last 30 days.",
    discussion: """
      If nobody could see or hear a reminder, the list says why and what helps. A reminder is withdrawn when its cause \
      is gone, as after a test.

      Examples:
        rouse reminder list
        rouse reminder list --json | jq '.reminders[] | select(.read | not)'
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListReminders())
    try format.print(reply) { ReminderText.list(reply) }
    guard !format.json else { return }
    if let silence = reply.silence { Output.note(ReminderText.note(silence)) }
    for problem in ReminderText.problems(reply.kinds) { Output.note(problem) }
    if reply.reminders.isEmpty { Output.note("There was no reminder in the last 30 days.") }
  }
}
