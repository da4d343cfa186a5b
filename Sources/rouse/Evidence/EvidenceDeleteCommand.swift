import ArgumentParser
import Control

struct EvidenceDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete the pictures of a ring, or of all.",
    discussion: """
      Whether those of the next ring are kept stays as it is: `rouse settings set evidence off`.

      Examples:
        rouse evidence delete 2026-11-21T0701
        rouse evidence delete --all
      """)

  @Argument(help: "A ring of `rouse evidence list`, or the beginning of one.")
  var ring: String?
  @Flag(help: "Those of all rings.")
  var all = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    guard (ring == nil) == all else { throw ValidationError("Name a ring, or give --all.") }
  }

  func run() throws {
    let deleted = try connection.ask(DeleteEvidence(ring: ring))
    try format.print(deleted) { "The pictures of \(Table.count(deleted.rings, "ring")) are deleted." }
  }
}
