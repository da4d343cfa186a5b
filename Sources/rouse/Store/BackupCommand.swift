import ArgumentParser
import Control
import FoundationEssentials
import Glibc

struct BackupCommand: Verb {
  static let configuration = CommandConfiguration(
    "backup", "Write a copy of all alarms, cards, settings, own sounds and the log to a file.")

  @Argument(help: "The file to write; - for standard output.", completion: .file())
  var file: String
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func run() throws {
    if file == InputFile.standardName { return try writeToStandardOutput() }
    if let refusal = OutputFile.refusal(of: file) { throw refusal }
    if !force && access(file, F_OK) == 0 {
      throw ControlError(
        .cannotCreate, "\(file) exists already", why: "nothing is replaced unasked",
        fix: "choose another name, or replace it with `--force`")
    }
    // The daemon first: without it there is nothing to write.
    let client = try connection.open()
    var output = try OutputFile(file)
    var (sounds, notes) = (0, [String]())
    try client.stream(TakeBackup()) { (piece) throws(ControlError) in
      try output.append(try Self.bytes(of: piece))
      sounds = piece.sounds
      notes += piece.notes
    }
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
      throw ControlError(.usage, "the copy is not written to a terminal", why: "it is no text", fix: pipe)
    }
    guard !format.json else {
      throw ControlError(
        .usage, "the copy goes to standard output, and JSON does too", why: "nobody could tell them apart",
        fix: "leave `--json` out, or give a file's name")
    }
    var notes: [String] = []
    try connection.open().stream(TakeBackup()) { (piece) throws(ControlError) in
      try Output.write(plain: try Self.bytes(of: piece), isNeeded: true)
      notes += piece.notes
    }
    Output.notes(notes)
  }

  private static func bytes(of piece: BackupPiece) throws(ControlError) -> [UInt8] {
    guard let bytes = Data(base64Encoded: piece.data) else {
      throw ControlError(
        .internal, "the daemon's answer is not understood", why: "a piece of the copy is not base64",
        fix: "restart the daemon: `sudo systemctl restart rouse`")
    }
    return [UInt8](bytes)
  }

  private struct Document: Encodable {
    var file: String
    var bytes: Int
    var sounds: Int
    var notes: [String]
  }
}

/// A file that gets its name when it is whole and on the disk; readable by its owner alone.
struct OutputFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private(set) var count = 0
  private var isFinished = false

  /// - Parameter name: a plain file, or none. A link is followed: it stays, and what it leads to is replaced.
  init(_ name: String) throws(ControlError) {
    if let refusal = Self.refusal(of: name) { throw refusal }
    let path = Self.target(of: name)
    let temporary = "\(path).\(UInt32.random(in: 0...UInt32.max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ControlError(
        .cannotCreate, "\(path) cannot be created", why: String(cString: strerror(errno)),
        fix: "give a file in a folder that there is, and that you may write to")
    }
    (self.path, self.temporary, self.descriptor) = (path, temporary, descriptor)
  }

  /// Why it is not written: it is there and no plain file, but a device, a pipe, a socket, a folder, or a link to one of
  /// them or to nothing; nil: it can be.
  static func refusal(of name: String) -> ControlError? {
    var status = stat()
    guard lstat(name, &status) == 0 else { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(name, &status) != 0 { return refusal(of: name, "it is a link that leads to nothing") }
    let what: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: what = "a folder"
    case S_IFIFO: what = "a pipe"
    case S_IFSOCK: what = "a socket"
    default: what = "a device"
    }
    return refusal(of: name, isLink ? "it is a link to \(what)" : "it is \(what)")
  }

  private static func refusal(of name: String, _ why: String) -> ControlError {
    ControlError(
      .cannotCreate, "\(name) is not written", why: "\(why), and only plain files are replaced; nothing was changed",
      fix: "give another name")
  }

  /// Where a link leads in the end.
  private static func target(of name: String) -> String {
    guard let resolved = realpath(name, nil) else { return name }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }

  mutating func append(_ bytes: [UInt8]) throws(ControlError) {
    var sent = 0
    while sent < bytes.count {
      let step = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
      if step >= 0 { sent += step } else if errno != EINTR { throw refusal(errno) }
    }
    count += bytes.count
  }

  mutating func finish() throws(ControlError) {
    if let refusal = Self.refusal(of: path) { throw refusal }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw refusal(errno) }
    isFinished = true
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw refusal(errno) }
    defer { close(number) }
    guard fsync(number) == 0 else { throw refusal(errno) }
  }

  private func refusal(_ code: Int32) -> ControlError {
    ControlError(
      .cannotWrite, "\(path) cannot be written", why: String(cString: strerror(code)),
      fix: "free space, or give a file on another disk")
  }
}
