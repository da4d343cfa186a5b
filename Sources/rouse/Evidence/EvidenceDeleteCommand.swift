import ArgumentParser
import Control

struct EvidenceDeleteCommand: Verb {
  static let configuration = CommandConfiguration("evidence delete", "Delete the pictures of a ring, or of all.")

  @Argument(help: "A ring of `rouse evidence list`, or the beginning of one.", completion: LiveWords.evidence)
  var ring: String?
  @Flag(help: "Those of all rings.")
  var all = false
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func validate() throws {
    guard (ring == nil) == all else { throw ValidationError("Name a ring, or give --all.") }
  }

  func run() throws {
    try confirmation.ask("no pictures were deleted") { () throws(ControlError) in
      Self.lines(try connection.ask(ListEvidence()).rings, ring)
    }
    let deleted = try connection.ask(DeleteEvidence(ring: ring))
    try format.print(deleted) { "The pictures of \(Table.count(deleted.rings, "ring")) are deleted." }
  }

  /// Which pictures are lost; nil: none, or it is not clear which are meant, which the daemon says.
  static func lines(_ kept: [EvidenceView], _ ring: String?) -> [String]? {
    let meant = ring.map { name in kept.filter { $0.ring.hasPrefix(name) } } ?? kept
    guard !meant.isEmpty, ring == nil || meant.count == 1 else { return nil }
    let pictures = Table.count(meant.reduce(0) { $0 + $1.pictures }, "picture")
    return [
      "\(pictures) of \(Table.count(meant.count, "ring")) will be deleted: "
        + meant.map { Terminal.printable($0.ring) }.joined(separator: ", ") + ". No backup holds them."
    ]
  }
}
