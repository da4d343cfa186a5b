import Control
import Glibc

/// A folder that gets its name when it is whole; readable by its owner alone.
struct ExportFolder: ~Copyable {
  struct Rows: Encodable {
    let name: String
    let count: Int
  }

  private let path: String
  private(set) var names: [String] = []
  private(set) var rows: [Rows] = []
  private var isKept = false

  private init(path: String) { self.path = path }

  static func make(_ name: String) throws(ControlError) -> ExportFolder {
    let path = "\(name).\(UInt32.random(in: 0...UInt32.max)).tmp"
    guard mkdir(path, 0o700) == 0 else {
      throw ControlError(
        .cannotCreate, "\(Terminal.printable(name)) cannot be made", why: String(cString: strerror(errno)),
        fix: "give a name in a folder that you may write to: `--output ~/clock`")
    }
    return ExportFolder(path: path)
  }

  deinit {
    guard !isKept else { return }
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// What there is of one thing, as JSON and as CSV.
  mutating func add(_ name: String, _ rows: [ExportRow]) throws(ControlError) {
    try write("\(name).json", ExportRow.document(name, rows))
    try write("\(name).csv", ExportRow.csv(rows))
    self.rows.append(Rows(name: name, count: rows.count))
  }

  private mutating func write(_ name: String, _ text: String) throws(ControlError) {
    var file = try OutputFile("\(path)/\(name)")
    try file.append([UInt8](text.utf8))
    try file.finish()
    names.append(name)
  }

  /// What the files are, and their checksums.
  mutating func finish(since: String?) throws(ControlError) {
    try write("README.txt", Self.words(rows, since: since))
    let files = names
    let result = try Self.run("sha256sum", files.map { "\(path)/\($0)" }, package: "coreutils")
    let digests = String(decoding: result, as: UTF8.self).split(separator: "\n").map { $0.prefix(64) }
    try write("SHA256SUMS", zip(digests, files).map { "\($0)  \($1)\n" }.joined())
  }

  private static func words(_ rows: [Rows], since: String?) -> String {
    let what = [
      "alarms": "what is set", "cards": "by name; what a card says is not kept", "settings": "of the whole clock",
      "presets": "timers that are started by name", "timers": "those that run", "messages": "on the display",
      "sounds": "that can be chosen", "rings": "each ring, and what became of it",
      "happenings": "what went on beside rings: interruptions, tests, noise, timers", "log": "what happened, in order",
    ]
    let list = rows.map { "  \($0.name): \(what[$0.name] ?? "") (\($0.count))" }.joined(separator: "\n")
    return """
      What this clock keeps, written by rouse \(Release.version)\(since.map { ", of times since \($0)" } ?? "").

      Each thing is there twice: NAME.json, and NAME.csv for a spreadsheet.

      \(list)

      Times are RFC 3339, with the clock's own offset from UTC. Lengths are in seconds where a name says no other unit. A cell of
      CSV that a spreadsheet would compute begins with an apostrophe. What has parts of its own is JSON in its cell.

      There are no pictures here, and nothing by which a card could be made. To see that no file has changed:

        sha256sum --check SHA256SUMS

      """
  }

  /// Gives the folder its name.
  mutating func name(_ name: String) throws(ControlError) {
    guard rename(path, name) == 0 else {
      throw ControlError(
        .cannotCreate, "\(Terminal.printable(name)) cannot be made", why: String(cString: strerror(errno)),
        fix: "choose a name that is not taken")
    }
    isKept = true
  }

  /// Puts its files into one.
  func pack(into file: String) throws(ControlError) {
    let packed = "\(path).zip"
    do throws(ControlError) {
      _ = try Self.run("zip", ["-q", "-X", "-j", packed] + names.map { "\(path)/\($0)" }, package: "zip")
      guard chmod(packed, 0o600) == 0, rename(packed, file) == 0 else {
        throw ControlError(
          .cannotCreate, "\(Terminal.printable(file)) cannot be made", why: String(cString: strerror(errno)),
          fix: "choose a name that is not taken")
      }
    } catch {
      unlink(packed)
      throw error
    }
  }

  private static func run(_ program: String, _ arguments: [String], package: String) throws(ControlError) -> [UInt8] {
    let why: String
    do throws(StartedProgram.Failure) {
      let result = try StartedProgram.run(program, arguments: arguments, isQuiet: true)
      if result.status == 0 { return result.output }
      why = "`\(program)` has failed with status \(result.status >> 8 & 0xFF)"
    } catch {
      why =
        error.code == ENOENT
        ? "`\(program)` is not installed"
        : "`\(program)` cannot be \(error.verb): \(String(cString: strerror(error.code)))"
    }
    throw ControlError(
      .cannotWrite, "the files cannot be finished", why: "\(why); nothing was left behind",
      fix: "see that the disk has room; `sudo apt-get install \(package)`; or give a folder in place of a .zip")
  }
}
