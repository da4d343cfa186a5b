import ArgumentParser
import Control

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "What was missed, what rings, what rings next, and the health of every part.",
    discussion: """
      The state speaks of alarms alone: `idle` means that none sounds; a chime, noise or a preview may. A miss stands here until `rouse acknowledge`.

      Examples:
        rouse status
        rouse status --json | jq -r .state
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let status = try connection.ask(GetStatus())
    try format.print(status) { StatusText.rendered(status) }
  }
}
