import ArgumentParser
import Control

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "What happened: rings, cards seen, misses, failures, changes.",
    discussion: """
      With --json each event is one line (JSON Lines).

      Examples:
        rouse log --since today
        rouse log --since -2h --limit 20
        rouse log --follow
      """)

  @Flag(name: .shortAndLong, help: "Go on with events as they happen, until Ctrl-C.")
  var follow = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From when on: 2026-12-24, '2026-12-24 07:30', today, -2h.", valueName: "time"))
  var since: String?
  @Option(help: ArgumentHelp("The latest so many events.", valueName: "number"))
  var limit = 100
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): give a number from 0.") }
  }

  func run() throws {
    let command = ReadLog(since: since, limit: limit, follow: follow)
    try connection.open().stream(command, isFollowed: true) { (event) throws(ControlError) in
      try Output.line(format.json ? JSONText.line(event) : Self.line(event))
    }
  }

  static func line(_ event: EventView) -> String {
    let blanks = String(repeating: " ", count: max(0, 20 - event.event.count))
    var line = "\(TimePhrase.stamp(event.time, .seconds))  \(Terminal.printable(event.event))\(blanks)"
    if let id = event.alarmId {
      line += "  " + StatusText.name(event.label ?? "", id)
    } else if let label = event.label {
      // Of a timer.
      line += "  " + Terminal.printable(label)
    }
    if let detail = event.detail { line += "  " + Terminal.printable(detail) }
    return line.trimmingTrailingBlanks
  }
}
