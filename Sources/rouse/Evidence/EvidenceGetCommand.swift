import ArgumentParser
import Control
import FoundationEssentials
import Glibc

struct EvidenceGetCommand: Verb {
  static let configuration = CommandConfiguration("evidence get", "Copy the pictures of a ring into a folder.")

  @Argument(help: "A ring of `rouse evidence list`, or the beginning of one.", completion: LiveWords.evidence)
  var ring: String
  @Option(help: "The folder to write to.", completion: .directory)
  var output: String
  @Flag(help: "Replace files that exist.")
  var force = false
  @OptionGroup var io: IO

  func run() throws {
    let client = try connection.open()
    // First of all: nothing is handed out, and no reading logged, for a folder that cannot be.
    let isNew = mkdir(output, 0o700) == 0
    guard isNew || errno == EEXIST else { throw Self.refusal(of: output, errno) }
    var files: [String] = []
    // Not left behind empty.
    defer { if isNew && files.isEmpty { rmdir(output) } }
    try client.stream(ReadEvidence(ring: ring)) { (item) throws(ControlError) in
      guard let data = Data(base64Encoded: item.data), !item.file.contains("/"), !item.file.hasPrefix(".") else {
        throw ControlError(
          .internal, "the daemon's answer is not understood", why: "it is no file of a ring",
          fix: "restart the daemon: `sudo systemctl restart rouse`")
      }
      let path = "\(output)/\(item.file)"
      if !force && access(path, F_OK) == 0 {
        throw ControlError(
          .cannotCreate, "\(path) exists already", why: "nothing is replaced unasked",
          fix: "give another folder, or replace it with `--force`")
      }
      var file = try OutputFile(path)
      try file.append([UInt8](data))
      try file.finish()
      files.append(item.file)
    }
    Output.done()
    try format.print(Document(folder: output, files: files)) {
      let pictures = files.filter { $0.hasSuffix(".png") }.count
      return "\(Table.count(pictures, "picture")) of the ring \(pictures == 1 ? "is" : "are") in "
        + "\(Terminal.printable(output))."
    }
    Output.note("A code that could not be read is not covered. Delete them when you are done.")
  }

  /// Why a folder cannot be made, and what helps.
  static func refusal(of folder: String, _ code: Int32) -> ControlError {
    let names = folder.split(separator: "/").dropLast().joined(separator: "/")
    let parent = folder.hasPrefix("/") ? "/\(names)" : names
    guard code == ENOENT, !names.isEmpty else {
      return ControlError(
        .cannotCreate, "\(folder) cannot be created", why: String(cString: strerror(code)),
        fix: "give a folder in one that you may write to")
    }
    return ControlError(
      .cannotCreate, "\(folder) cannot be created", why: "the folder \(parent) is missing", fix: "mkdir -p \(parent)")
  }

  private struct Document: Encodable {
    var folder: String
    var files: [String]
  }
}
