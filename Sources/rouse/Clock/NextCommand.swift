import ArgumentParser
import Control

struct NextCommand: ListVerb {
  static let configuration = CommandConfiguration("next", "List the coming rings, and what is special about each.")

  @Option(help: ArgumentHelp("How many, 1 to 1000.", valueName: "number"))
  var count = 10
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From when on: 2026-12-24, '2026-12-24 07:30', +2h; otherwise now.", valueName: "time"))
  var from: String?
  @OptionGroup var io: IO

  func validate() throws {
    guard (1...1000).contains(count) else { throw ValidationError("--count \(count): give a number from 1 to 1000.") }
  }

  static let rows = (
    noun: "ring", none: "Nothing rings. See `rouse alarm list`, or set an alarm: `rouse alarm add 07:30`"
  )

  var command: NextOccurrences { NextOccurrences(count: count, from: from) }
  func table(_ reply: NextOccurrences.Reply) -> Table { Self.table(reply.occurrences) }

  static func table(_ occurrences: [OccurrenceView]) -> Table {
    var table = Table(header: ["NEXT", "LEFT", "ID", "NOTE", "LABEL"], expendable: ["NOTE", "LEFT", "ID"])
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
