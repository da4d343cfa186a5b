import ArgumentParser
import Control

struct TimerStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "End a chime; without a name, all of them.",
    discussion: """
      Only what has ended is stopped. To be rid of a timer that runs: `rouse timer cancel`.

      Examples:
        rouse timer stop
        rouse timer stop tea
      """)

  @Argument(
    help: ArgumentHelp("A label, an id, or three letters or more of one.", valueName: "name"),
    completion: LiveWords.timers)
  var name: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(StopTimers(timer: name))
    try format.print(reply) { reply.timers.map { "\(TimerText.subject($0)) is stopped." }.joined(separator: "\n") }
    guard reply.timers.isEmpty, !format.json else { return }
    Output.note("No timer has ended. To be rid of one that runs: `rouse timer cancel NAME`")
  }
}
