import ArgumentParser
import Control

struct EvidenceListCommand: AskingVerb {
  static let configuration = CommandConfiguration("evidence list", "List the rings of which pictures are kept.")

  @OptionGroup var io: IO

  var command: ListEvidence { ListEvidence() }
  func text(_ reply: ListEvidence.Reply) -> String {
    reply.rings.isEmpty ? "" : Self.table(reply.rings).rendered(counting: "ring")
  }
  func remarks(_ reply: ListEvidence.Reply) -> [String] {
    [Self.note(isEmpty: reply.rings.isEmpty, isOn: reply.on)]
  }

  /// What becomes of the next ring's pictures.
  static func note(isEmpty: Bool, isOn: Bool) -> String {
    let remedy = isEmpty ? ", unless you turn that on: `rouse settings set evidence on`" : ""
    let next = "Those of the next ring will \(isOn ? "be kept" : "not be kept\(remedy)")."
    return isEmpty ? "No pictures are kept. \(next)" : next
  }

  static func table(_ rings: [EvidenceView]) -> Table {
    var table = Table(
      header: ["RING", "ENDED", "OUTCOME", "PICTURES", "KIB", "LABEL"], rightAligned: [3, 4],
      expendable: ["KIB", "ENDED", "PICTURES", "OUTCOME"])
    table.rows = rings.map { ring in
      [
        ring.ring, ring.ended.map { TimePhrase.stamp($0, .seconds) } ?? "-", ring.outcome ?? "-",
        String(ring.pictures), String((ring.bytes + 1023) / 1024), ring.label ?? "-",
      ]
    }
    return table
  }
}
