import ArgumentParser
import Control

struct HistoryCommand: Verb {
  static let configuration = CommandConfiguration(
    "history", "What became of each ring: how late, how long, and what ended it.")

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Rings due from then on: friday, 7d, 2026-11-01.", valueName: "time"))
  var since: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Rings due before that; of a day, to its end.", valueName: "time"))
  var until: String?
  @Option(help: ArgumentHelp("Rings of this alarm, by its id or label.", valueName: "alarm"))
  var alarm: String?
  @Flag(help: "Only those that nobody answered, or that could not ring.")
  var missed = false
  @Option(help: ArgumentHelp("The latest so many rings.", valueName: "number"))
  var limit = 50
  @OptionGroup var io: IO

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): give a number from 0.") }
  }

  func run() throws {
    var rings: [HistoryView] = []
    let command = ReadHistory(since: since, until: until, alarm: alarm, missed: missed, limit: limit)
    try connection.open().stream(command) { rings.append($0) }
    let hasOlder = rings.first?.older ?? false
    if !rings.isEmpty { rings[0].older = nil }
    try format.print(HistoryDocument(rings: rings, older: hasOlder)) {
      rings.isEmpty ? "" : HistoryText.table(rings).rendered(counting: "ring")
    }
    guard !format.json else { return }
    if rings.isEmpty { Output.note("No ring of that is remembered.") }
    if hasOlder { Output.note(HistoryText.older("rings", shown: rings.count)) }
  }
}

/// The rings under their own key, and whether there are older ones than were asked for.
private struct HistoryDocument: Encodable {
  let rings: [HistoryView]
  let older: Bool
}
