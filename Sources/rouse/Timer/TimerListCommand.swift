import ArgumentParser
import Control

struct TimerListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the timers that run, are paused or chime.",
    discussion: """
      Examples:
        rouse timer list
        rouse timer list --json | jq '.timers[] | {label, left, state}'
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListTimers())
    try format.print(reply) { () throws(ControlError) in
      guard !reply.timers.isEmpty else { return "" }
      return TimerText.table(reply.timers, unsupported: try connection.unsupportedSettings())
        .rendered(counting: "timer")
    }
    if reply.timers.isEmpty && !format.json { Output.note("There are no timers. Start one: `rouse timer start 25m`") }
  }
}
