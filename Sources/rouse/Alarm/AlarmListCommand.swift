import ArgumentParser
import Control

struct AlarmListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the alarms, the next to ring first.",
    discussion: """
      Examples:
        rouse alarm list
        rouse alarm list --json | jq -r '.alarms[] | select(.enabled) | .id'
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    var reply = ListAlarms.Reply(alarms: [])
    try connection.open().stream(ListAlarms()) { (item) throws(ControlError) in reply.alarms += item.alarms }
    try format.print(reply) { reply.alarms.isEmpty ? "" : AlarmText.table(reply.alarms).rendered(counting: "alarm") }
    if reply.alarms.isEmpty && !format.json { Output.note("There are no alarms. Set one: `rouse alarm add 07:30`") }
  }
}
