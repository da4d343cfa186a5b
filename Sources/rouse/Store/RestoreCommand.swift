import ArgumentParser
import Control
import FoundationEssentials
import Glibc

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
    let input = try InputFile(file)
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

/// A file that is read piece by piece.
private struct InputFile: ~Copyable {
  let size: Int
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(ControlError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      size = 0
      throw ControlError(
        code == ENOENT ? .noSuchFile : .notPermitted, "\(path) cannot be read", why: String(cString: strerror(code)),
        fix: "give a file that `rouse backup` has written")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      size = 0
      throw ControlError(
        .badData, "\(path) cannot be restored", why: "it is no file", fix: "give a file that `rouse backup` has written"
      )
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// nil at the end.
  func next(_ most: Int) throws(ControlError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: most)
    while true {
      let count = read(descriptor, &piece, most)
      if count > 0 { return [UInt8](piece[..<count]) }
      if count == 0 { return nil }
      guard errno == EINTR else {
        throw ControlError(
          .badData, "\(path) cannot be read", why: String(cString: strerror(errno)), fix: "copy it anew, then try again"
        )
      }
    }
  }
}
