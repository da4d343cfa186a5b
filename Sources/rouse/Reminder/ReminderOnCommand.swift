import AlarmClock
import ArgumentParser
import Control

struct ReminderOnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on",
    abstract: "Switch a kind of reminder on; or all of them.",
    discussion: """
      Without a kind, this turns on all the reminders you have chosen, at their times. `rouse reminder off` switches \
      them off.

      Without --at a kind comes at a time that goes by your bedtime. With `--at auto` such reminders come at the \
      time you usually answer them, by the last four weeks.

      Examples:
        rouse reminder on bedtime
        rouse reminder on test --at 21:00
        rouse reminder on tomorrow --at auto
        rouse reminder on
      """)

  @Argument(help: ArgumentHelp("Which kind; without it, all.", valueName: "kind"))
  var kind: ReminderKind?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("At which time of day before bedtime, as 21:30 or 9:30pm; or auto.", valueName: "time"))
  var at: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(SwitchReminder(kind: kind?.rawValue, time: at ?? "on"))
    try ReminderText.print(reply, format)
  }
}
