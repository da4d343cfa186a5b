import ArgumentParser
import Control

struct AlarmShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show all of an alarm, and what it inherits from the settings.",
    discussion: """
      Examples:
        rouse alarm show Work
        rouse alarm show k3f --json | jq .alarm.volume
      """)

  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let view = try connection.ask(ShowAlarm(alarm: alarm.name))
    try format.print(AlarmSaved(alarm: view, notes: [])) { AlarmText.listing(view) }
  }
}
