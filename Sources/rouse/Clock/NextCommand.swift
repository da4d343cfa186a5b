import ArgumentParser
import Control

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "List the coming rings, and what is special about each.",
    discussion: """
      Examples:
        rouse next
        rouse next --count 20 --from 2027-03-27
      """)

  @Option(help: ArgumentHelp("How many, 1 to 1000.", valueName: "number"))
  var count = 10
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From when on: 2026-12-24, '2026-12-24 07:30', +2h; otherwise now.", valueName: "time"))
  var from: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    guard (1...1000).contains(count) else { throw ValidationError("--count \(count): give a number from 1 to 1000.") }
  }

  func run() throws {
    let reply = try connection.ask(NextOccurrences(count: count, from: from))
    try format.print(reply) {
      reply.occurrences.isEmpty ? "" : Self.table(reply.occurrences).rendered(counting: "ring")
    }
    if reply.occurrences.isEmpty && !format.json {
      Output.note("Nothing rings. See `rouse alarm list`, or set an alarm: `rouse alarm add 07:30`")
    }
  }

  static func table(_ occurrences: [OccurrenceView]) -> Table {
    var table = Table(header: ["NEXT", "LEFT", "ID", "NOTE", "LABEL"])
    table.expendable = ["NOTE", "LEFT", "ID"]
    table.rows = occurrences.map { occurrence in
      [
        TimePhrase.stamp(occurrence.time), TimePhrase.span(occurrence.inSeconds), occurrence.alarmId,
        occurrence.special.isEmpty ? "-" : AlarmText.words(occurrence),
        occurrence.label,
      ]
    }
    return table
  }
}
