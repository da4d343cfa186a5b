import Control
import Glibc

/// An export as a folder or .zip file. It gets its final name when complete, and only its owner can read it.
struct ExportFolder: ~Copyable {
  struct Rows: Encodable {
    let name: String
    let count: Int
  }

  /// As typed.
  private let name: String
  /// Final path.
  private let target: String
  /// Temporary path.
  private let path: String
  private(set) var names: [String] = []
  private var rows: [Rows] = []
  private var isKept = false

  private init(name: String, target: String, path: String) {
    (self.name, self.target, self.path) = (name, target, path)
  }

  static func make(_ name: String) throws(ControlError) -> ExportFolder {
    let target = target(of: name)
    let path = "\(target).\(UInt32.random(in: 0...UInt32.max)).tmp"
    guard mkdir(path, 0o700) == 0 else { throw refusal(name, String(cString: strerror(errno))) }
    return ExportFolder(name: name, target: target, path: path)
  }

  deinit {
    guard !isKept else { return }
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Throws if the name is taken or cannot be created.
  static func check(_ name: String) throws(ControlError) {
    guard !name.isEmpty else {
      throw ControlError(
        .cannotCreate, "nothing is exported", why: "no name is given", fix: "give one: `--output ~/clock`")
    }
    let target = target(of: name)
    var status = stat()
    guard lstat(target, &status) != 0 else {
      throw ControlError(
        .cannotCreate, "\(Terminal.printable(name)) exists already", why: "nothing is replaced unasked",
        fix: "choose another name")
    }
    let parent = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    guard access(parent, W_OK | X_OK) == 0 else { throw refusal(name, String(cString: strerror(errno))) }
  }

  private static func refusal(_ name: String, _ why: String) -> ControlError {
    ControlError(
      .cannotCreate, "\(Terminal.printable(name)) cannot be made", why: why,
      fix: "give a name in a folder that there is, and that you may write to: `--output ~/clock`")
  }

  /// Returns a path that no program takes for an option, without a trailing slash.
  private static func target(of name: String) -> String {
    var target = name.hasPrefix("-") ? "./\(name)" : name
    while target.utf8.count > 1, target.hasSuffix("/") { target.removeLast() }
    return target
  }

  // MARK: Files

  mutating func add(_ files: ExportSet.Files) throws(ControlError) {
    try write("\(files.name).json", files.json)
    try write("\(files.name).csv", files.csv)
    rows.append(Rows(name: files.name, count: files.count))
  }

  private mutating func write(_ file: String, _ text: String) throws(ControlError) {
    do throws(ControlError) {
      try OutputFile.save([UInt8](text.utf8), to: "\(path)/\(file)")
    } catch {
      // Report the final name: the user does not know the temporary one.
      throw ControlError(
        error.code, "\(Terminal.printable(name)) cannot be written", why: "\(error.why); nothing was left behind",
        fix: error.fix)
    }
    names.append(file)
  }

  /// Writes README.txt and the checksums.
  ///
  /// - Parameter now: the clock's time, in RFC 3339.
  mutating func finish(since: String?, now: String) throws(ControlError) {
    try write("README.txt", Self.words(rows, since: since, now: now))
    let files = names
    let result = try run("sha256sum", files.map { "\(path)/\($0)" }, package: "coreutils")
    // `sha256sum` puts a backslash before the digest if the path has a backslash or newline.
    let digests = String(decoding: result, as: UTF8.self).split(separator: "\n").map { line in
      line.drop { $0 == "\\" }.prefix(64)
    }
    try write("SHA256SUMS", zip(digests, files).map { "\($0)  \($1)\n" }.joined())
  }

  private static func words(_ rows: [Rows], since: String?, now: String) -> String {
    let what = [
      "alarms": "what is set", "pauses": "those with names", "cards": "by name; what a card says is not kept",
      "settings": "of the whole clock", "holidays": "the days of calendars, on which alarms are skipped",
      "presets": "timers that are started by name", "timers": "those that run", "messages": "on the display",
      "reminders": "what the clock reminded of in the last 30 days",
      "test": "what the last test before the night has found", "erasure": "what is planned to be erased",
      "sounds": "that can be chosen", "rings": "each ring, and what became of it",
      "happenings": "what went on beside rings: interruptions, tests, noise, timers", "log": "what happened, in order",
    ]
    let list = rows.map { "  \($0.name): \(what[$0.name] ?? "") (\($0.count))" }.joined(separator: "\n")
    let part = since.map { since in
      "\n\nIt was asked for with `--since \(Terminal.printable(since))`: rings, happenings, reminders and the log go back no further."
    }
    return """
      What this clock keeps, written on \(TimePhrase.stamp(now, .wholeMinutes)) by rouse \(Release.version).\(part ?? "")

      Each thing is there twice: NAME.json, and NAME.csv for a spreadsheet.

      \(list)

      Times are RFC 3339, with the clock's own offset from UTC. Lengths are in seconds where a name says no other unit. A cell of
      CSV that a spreadsheet would compute begins with an apostrophe. What has parts of its own is JSON in its cell.

      There are no pictures and no sounds here, and nothing by which a card could be made. What is of the machine and not of people
      is not here either: its time zone, the copy of the board file, and the clock's own copies of all this. To see that no file has changed:

        sha256sum --check SHA256SUMS

      """
  }

  mutating func keep() throws(ControlError) {
    if target.lowercased().hasSuffix(".zip") { return try pack() }
    guard rename(path, target) == 0 else { throw Self.refusal(name, String(cString: strerror(errno))) }
    isKept = true
  }

  private func pack() throws(ControlError) {
    let packed = "\(path).zip"
    do throws(ControlError) {
      _ = try run("zip", ["-q", "-X", "-j", packed] + names.map { "\(path)/\($0)" }, package: "zip")
      guard chmod(packed, 0o600) == 0, rename(packed, target) == 0 else {
        throw Self.refusal(name, String(cString: strerror(errno)))
      }
    } catch {
      unlink(packed)
      throw error
    }
  }

  private func run(_ program: String, _ arguments: [String], package: String) throws(ControlError) -> [UInt8] {
    var (why, fix) = ("", "see that the disk has room")
    do throws(StartedProgram.Failure) {
      let result = try StartedProgram.run(program, arguments: arguments, isQuiet: true)
      if result.status == 0 { return result.output }
      why = "`\(program)` has failed with status \(result.status >> 8 & 0xFF)"
    } catch {
      why = error.reason(of: program)
      if error.code == ENOENT {
        fix = "`sudo apt-get install \(package)`\(program == "zip" ? ", or give a folder in place of a .zip" : "")"
      }
    }
    throw ControlError(
      .cannotWrite, "\(Terminal.printable(name)) cannot be finished", why: "\(why); nothing was left behind", fix: fix)
  }
}
