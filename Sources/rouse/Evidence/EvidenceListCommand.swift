import ArgumentParser
import Control

struct EvidenceListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the rings of which pictures are kept.",
    discussion: """
      Examples:
        rouse evidence list
        rouse evidence list --json | jq -r '.rings[].ring'
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListEvidence())
    try format.print(reply) { reply.rings.isEmpty ? "" : Self.table(reply.rings).rendered(counting: "ring") }
    guard !format.json else { return }
    let next = reply.on ? "Those of the next ring will be kept." : "Those of the next ring will not be kept."
    Output.note(reply.rings.isEmpty ? "No pictures are kept. \(next)" : next)
  }

  static func table(_ rings: [EvidenceView]) -> Table {
    var table = Table(header: ["RING", "ENDED", "OUTCOME", "PICTURES", "KIB", "LABEL"], rightAligned: [3, 4])
    table.rows = rings.map { ring in
      [
        ring.ring, ring.ended.map { TimePhrase.stamp($0, .seconds) } ?? "-", ring.outcome ?? "-",
        String(ring.pictures), String((ring.bytes + 1023) / 1024), ring.label ?? "-",
      ]
    }
    return table
  }
}
