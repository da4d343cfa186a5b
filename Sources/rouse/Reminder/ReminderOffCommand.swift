import AlarmClock
import ArgumentParser
import Control

struct ReminderOffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off",
    abstract: "Switch a kind of reminder off; or all of them.",
    discussion: """
      Without a kind all are off, and `rouse reminder on` restores your choices.

      Examples:
        rouse reminder off milestone
        rouse reminder off
      """)

  @Argument(help: ArgumentHelp("Which kind; without it, all.", valueName: "kind"))
  var kind: ReminderKind?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(SwitchReminder(kind: kind?.rawValue, time: "off"))
    try ReminderText.print(reply, format, isAllOff: kind == nil)
  }
}
