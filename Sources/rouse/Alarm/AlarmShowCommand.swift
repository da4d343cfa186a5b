import ArgumentParser
import Control

struct AlarmShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show all of an alarm, what it inherits from the settings, and what its ring does when.",
    discussion: """
      The ladder says what comes when while nothing fails; what fails brings the next step forward.

      Examples:
        rouse alarm show Work
        rouse alarm show k3f --json | jq .alarm.ladder
      """)

  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let view = try connection.ask(ShowAlarm(alarm: alarm.name))
    try format.print(AlarmSaved(alarm: view, notes: [])) { AlarmText.listing(view) }
  }
}
