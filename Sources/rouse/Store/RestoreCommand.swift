import ArgumentParser
import Control
import FoundationEssentials

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put the alarms, cards and settings of a copy in the place of all there are.",
    discussion: """
      The file is one that `rouse backup` has written, on this clock or on another, or one of the clock's own copies. All of \
      it is taken or nothing. The log and the record of past rings stay. What was there before is copied first, and where to \
      is said.

      Refused while an alarm rings, or is locked by its `cancel-lock`.

      Examples:
        rouse restore clock.sqlite
        rouse restore clock.sqlite --json | jq .alarms
      """)

  @Argument(help: "The file to read.", completion: .file())
  var file: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let input = try InputFile(file, remedy: "give a file that `rouse backup` has written")
    let client = try connection.open()
    let upload = try client.send(BeginRestore(size: input.size)).upload
    while let piece = try input.next(BackupPiece.mostBytes) {
      _ = try client.send(UploadRestore(upload: upload, data: Data(piece).base64EncodedString()))
    }
    let restored = try client.send(FinishRestore(upload: upload))
    try format.print(restored) {
      let counts = [
        Table.count(restored.alarms, "alarm"), Table.count(restored.cards, "card"),
        Table.count(restored.settings, "setting"),
      ].joined(separator: ", ")
      let taken = restored.taken.map { ", as of \(TimePhrase.stamp($0))" } ?? ""
      return "Restored from \(Terminal.printable(file))\(taken): \(counts).\n"
        + "What was there before is in \(Terminal.printable(restored.before))."
    }
    Output.notes(restored.notes)
  }
}
