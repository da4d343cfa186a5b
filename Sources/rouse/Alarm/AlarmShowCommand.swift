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
        rouse alarm show k3f9 --json | jq .alarm.ladder
      """)

  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let client = try connection.open()
    let view = try client.send(ShowAlarm(alarm: alarm.name))
    try format.print(AlarmDocument(alarm: view)) { () throws(ControlError) in
      AlarmText.listing(view, unsupported: try connection.unsupportedSettings())
    }
    if !format.json { try PauseCommand.tellPauseOfAll(client) }
  }

  private struct AlarmDocument: Encodable {
    let alarm: AlarmView
    let notes: [String] = []
  }
}
