import ArgumentParser
import Control
import FoundationEssentials
import Glibc

struct EvidenceCommand: Described {
  static let about = CommandConfiguration(
    "evidence", subcommands: [EvidenceListCommand.self, EvidenceGetCommand.self, EvidenceDeleteCommand.self],
    defaultSubcommand: EvidenceListCommand.self)
}

struct EvidenceListCommand: AskingVerb {
  static let about = CommandConfiguration("evidence list")

  @OptionGroup var io: IO

  var command: ListEvidence { ListEvidence() }
  func text(_ reply: ListEvidence.Reply) -> String {
    if reply.rings.isEmpty { return "" }
    let table = Table(
      header: ["RING", "ENDED", "OUTCOME", "PICTURES", "KIB", "LABEL"], rightAligned: [3, 4],
      expendable: ["KIB", "ENDED", "PICTURES", "OUTCOME"],
      rows: reply.rings.map { ring in
        [
          ring.ring, ring.ended.map { TimePhrase.stamp($0, .seconds) } ?? "-", ring.outcome ?? "-",
          String(ring.pictures), String((ring.bytes + 1023) / 1024), ring.label ?? "-",
        ]
      })
    return table.rendered(counting: "ring")
  }
  func remarks(_ reply: ListEvidence.Reply) -> [String] {
    [Self.note(isEmpty: reply.rings.isEmpty, isOn: reply.on)]
  }

  static func note(isEmpty: Bool, isOn: Bool) -> String {
    let remedy = isEmpty ? ", unless you turn that on: `rouse settings set evidence on`" : ""
    let next = "Pictures of the next ring will \(isOn ? "be kept" : "not be kept\(remedy)")."
    return isEmpty ? "No pictures are kept. \(next)" : next
  }
}

struct EvidenceGetCommand: Verb {
  static let about = CommandConfiguration("evidence get")

  @Argument(help: "A ring from `rouse evidence list`, or its beginning.", completion: LiveWords.evidence)
  var ring: String
  @Option(help: "The folder to write to.", completion: .directory)
  var output: String
  @Flag(help: "Replace files that exist.")
  var force = false
  @OptionGroup var io: IO

  func run() throws {
    let client = try connection.open()
    // Before the request: for an unusable folder, no pictures are sent and no access is logged.
    let isNew = mkdir(output, 0o700) == 0
    guard isNew || errno == EEXIST else { throw Self.refusal(of: output, errno) }
    var files: [String] = []
    // Leave no empty folder behind.
    defer { if isNew && files.isEmpty { rmdir(output) } }
    try client.stream(ReadEvidence(ring: ring)) { (item) throws(ControlError) in
      guard let data = Data(base64Encoded: item.data), !item.file.contains("/"), !item.file.hasPrefix(".") else {
        throw .notUnderstood(why: "it is not a file of a ring")
      }
      let path = "\(output)/\(item.file)"
      if !force {
        try OutputFile.checkThatNone(path, fix: "give another folder, or replace it with `--force`")
      }
      try OutputFile.save([UInt8](data), to: path)
      files.append(item.file)
    }
    Output.done()
    try format.print(Document(folder: output, files: files)) {
      let pictures = files.filter { $0.hasSuffix(".png") }.count
      return "\(Table.count(pictures, "picture")) of the ring \(pictures == 1 ? "is" : "are") in "
        + "\(Terminal.printable(output))."
    }
    Output.note("Codes that could not be read are not covered. Delete the pictures when you are done.")
  }

  /// - Parameter code: the `errno` of `mkdir`.
  static func refusal(of folder: String, _ code: Int32) -> ControlError {
    let names = folder.split(separator: "/").dropLast().joined(separator: "/")
    let parent = folder.hasPrefix("/") ? "/\(names)" : names
    let isParentMissing = code == ENOENT && !names.isEmpty
    return ControlError(
      .cannotCreate, "\(folder) cannot be created",
      why: isParentMissing ? "the folder \(parent) is missing" : String(cString: strerror(code)),
      fix: isParentMissing ? "mkdir -p \(parent)" : "give a folder where you can write")
  }

  private struct Document: Encodable {
    var folder: String
    var files: [String]
  }
}

struct EvidenceDeleteCommand: Verb {
  static let about = CommandConfiguration("evidence delete")

  @Argument(help: "A ring from `rouse evidence list`, or its beginning.", completion: LiveWords.evidence)
  var ring: String?
  @Flag(help: "Delete the pictures of all rings.")
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

  /// Lists the pictures to delete; `nil` if `ring` fits none or several, which the daemon refuses.
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
