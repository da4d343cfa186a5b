import ArgumentParser
import Control
import FoundationEssentials

struct BackupCommand: Verb {
  static let about = CommandConfiguration("backup")

  @Argument(help: "The file to write; - for standard output.", completion: .file())
  var file: String
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func run() throws {
    if file == InputFile.standardName { return try writeToStandardOutput() }
    try OutputFile.check(file, replacing: force)
    // Connect first: without the daemon, there is nothing to write.
    let client = try connection.open()
    var output = try OutputFile(file)
    let (sounds, notes) = try Self.take(from: client) { (bytes) throws(ControlError) in try output.append(bytes) }
    let bytes = output.count
    try output.finish()
    Output.done()
    try format.print(Document(file: file, bytes: bytes, sounds: sounds, notes: notes)) {
      let own = sounds == 0 ? "" : ", with \(Table.count(sounds, "sound")) of your own,"
      return "A copy of the clock\(own) is in \(Terminal.printable(file)) (\((bytes + 1023) / 1024) KiB). "
        + "Restore it: `rouse restore \(Terminal.printable(file).shellWord)`"
    }
    Output.notes(notes)
  }

  private func writeToStandardOutput() throws(ControlError) {
    let pipe = "pipe it: `rouse backup - | ssh bedroom rouse import -`; or give a file's name"
    guard !Terminal.isOutput else {
      throw ControlError(.usage, "the backup is not written to a terminal", why: "it is not text", fix: pipe)
    }
    guard !format.json else {
      throw ControlError(
        .usage, "`--json` and `-` cannot be combined", why: "both would write to standard output",
        fix: "leave `--json` out, or give a file's name")
    }
    let taken = try Self.take(from: connection.open()) { (bytes) throws(ControlError) in
      try Output.write(plain: bytes, isNeeded: true)
    }
    Output.notes(taken.notes)
  }

  private static func take(
    from client: ControlClient, _ write: ([UInt8]) throws(ControlError) -> Void
  ) throws(ControlError) -> (sounds: Int, notes: [String]) {
    var sounds = 0
    var notes: [String] = []
    try client.stream(TakeBackup()) { (piece) throws(ControlError) in
      guard let bytes = Data(base64Encoded: piece.data) else {
        throw .notUnderstood(why: "a piece of the copy is not base64")
      }
      try write([UInt8](bytes))
      sounds = piece.sounds
      notes += piece.notes
    }
    return (sounds, notes)
  }

  private struct Document: Encodable {
    var file: String
    var bytes: Int
    var sounds: Int
    var notes: [String]
  }
}
