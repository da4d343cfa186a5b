import ArgumentParser
import Charts
import Control
import FoundationEssentials
import Glibc

struct ExportCommand: Verb {
  static let about = CommandConfiguration("export")
  @Option(
    help: ArgumentHelp("The new folder, or a file name that ends with .zip.", valueName: "path"), completion: .file())
  var output: String
  @Option("Rings, reminders and the log from this time on: friday, 30d, 2026-11-01.", "time", parsing: .unconditional)
  var since: String?
  @OptionGroup var io: IO

  func run() throws {
    try ExportFolder.check(output)
    let progress = Terminal.isDrawnOn && !format.json ? ProgressLine() : nil
    defer { progress?.end() }
    let client = try connection.open()
    let now = try client.send(GetStatus()).clock.now
    var sets: [ExportFolder.Files] = []
    for set in ExportSet.all(since: since) {
      try progress?.show("\(set.name) …")
      var rows: [ExportRow] = []
      try set.read(client) { item throws(ControlError) in
        rows.append(try ExportRow(item))
        if rows.count.isMultiple(of: 1000) { try progress?.show("\(set.name) … \(rows.count)") }
      }
      sets.append(ExportFolder.Files(set.name, set.what, rows))
    }
    // Leave no half-written export: Ctrl-C takes effect only before or after the writing.
    var (endings, before) = (sigset_t(), sigset_t())
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, number) }
    sigprocmask(SIG_BLOCK, &endings, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    let files = try write(sets, now: now)
    progress?.end()
    Output.done()
    try format.print(Document(path: output, files: files, rows: sets)) {
      let counts = sets.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      return "Everything that the clock keeps is in \(Terminal.printable(output)): \(counts)."
    }
  }

  private func write(_ sets: [ExportFolder.Files], now: String) throws(ControlError) -> [String] {
    var folder = try ExportFolder.make(output)
    for files in sets { try folder.add(files) }
    try folder.finish(since: since, now: now)
    try folder.keep()
    return folder.names
  }

  private struct Document: Encodable {
    let path: String
    let files: [String]
    let rows: [ExportFolder.Files]
  }
}

struct ExportSet {
  let name, what: String
  /// Passes each item to a closure.
  let read: (ControlClient, (any Encodable) throws(ControlError) -> Void) throws(ControlError) -> Void

  static func all(since: String?) -> [ExportSet] {
    let most = 100_000
    return [
      items("alarms", "all alarms", ListAlarms()) { $0.alarms },
      items("pauses", "with names", ListPauses()) { $0.pauses },
      items("cards", "by name; card codes are not stored", ListCards()) { $0.cards },
      items("settings", "of the whole clock", ListSettings()) { $0.settings },
      ExportSet(name: "holidays", what: "the days of calendars, on which alarms are skipped") {
        (client, each) throws(ControlError) in
        for calendar in try client.send(ListCalendars()).calendars {
          for day in try client.send(ShowCalendar(calendar: calendar.name)).days {
            try each(["calendar": calendar.name, "date": day.date, "name": day.name])
          }
        }
      },
      items("presets", "timers to start by name", ListPresets()) { $0.presets },
      items("timers", "running timers", ListTimers()) { $0.timers },
      items("messages", "on the display", ListMessages()) { $0.messages },
      items("reminders", "reminders of the last 30 days", ListReminders(since: since)) {
        $0.reminders
      },
      items("test", "result of the last bedtime test", GetStatus()) { $0.bedtime.map { [$0] } ?? [] },
      items("erasure", "the planned erasure", ShowData()) { $0.erasure.map { [$0] } ?? [] },
      items("sounds", "available sounds", ListSounds()) { $0.sounds },
      items(
        "rings", "each ring and its outcome",
        ReadHistory(since: since, until: nil, alarm: nil, missed: false, limit: most)
      ) { [$0] },
      items(
        "happenings", "events besides rings: interruptions, tests, noise, timers", ReadHappenings(since: since)
      ) { [$0] },
      items("log", "all events, in order", ReadLog(since: since, limit: most, follow: false)) { [$0] },
    ]
  }

  private static func items<Arguments: Control.Command>(
    _ name: String, _ what: String, _ command: Arguments, _ items: @escaping (Arguments.Reply) -> [any Encodable]
  ) -> ExportSet {
    ExportSet(name: name, what: what) { (client, each) throws(ControlError) in
      try client.stream(command) { (reply) throws(ControlError) in for item in items(reply) { try each(item) } }
    }
  }
}

/// An export as a folder or .zip file. It gets its final name when complete, and only its owner can read it.
struct ExportFolder: ~Copyable {
  /// The rows of a set as two files. In JSON it is only the number of rows.
  struct Files: Encodable {
    let name, what, json, csv: String
    let count: Int

    init(_ name: String, _ what: String, _ rows: [ExportRow]) {
      self.name = name
      self.what = what
      (json, csv, count) = (ExportRow.document(name, rows), ExportRow.csv(rows), rows.count)
    }

    private enum CodingKeys: CodingKey { case name, count }
  }

  /// As typed.
  private let name: String
  /// Final path.
  private let target: String
  /// Temporary path.
  private let path: String
  private(set) var names: [String] = []
  private var sets: [Files] = []
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
        .cannotCreate, "nothing was exported", why: "no name is given", fix: "give one: `--output ~/clock`")
    }
    let target = target(of: name)
    var status = stat()
    guard lstat(target, &status) != 0 else {
      throw ControlError(
        .cannotCreate, "\(Terminal.printable(name)) exists already", why: "existing files are kept",
        fix: "choose another name")
    }
    let parent = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    guard access(parent, W_OK | X_OK) == 0 else { throw refusal(name, String(cString: strerror(errno))) }
  }

  private static func refusal(_ name: String, _ why: String) -> ControlError {
    ControlError(
      .cannotCreate, "\(Terminal.printable(name)) cannot be made", why: why,
      fix: "give a name in an existing folder that you can write to: `--output ~/clock`")
  }

  /// Returns a path that no program takes for an option, without a trailing slash.
  private static func target(of name: String) -> String {
    var target = name.hasPrefix("-") ? "./\(name)" : name
    while target.utf8.count > 1, target.hasSuffix("/") { target.removeLast() }
    return target
  }

  // MARK: Files

  mutating func add(_ files: Files) throws(ControlError) {
    try write("\(files.name).json", files.json)
    try write("\(files.name).csv", files.csv)
    sets.append(files)
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
    try write("README.txt", words(since: since, now: now))
    let files = names
    let result = try run("sha256sum", files.map { "\(path)/\($0)" }, package: "coreutils")
    // `sha256sum` puts a backslash before the digest if the path has a backslash or newline.
    let digests = String(decoding: result, as: UTF8.self).split(separator: "\n").map { line in
      line.drop { $0 == "\\" }.prefix(64)
    }
    try write("SHA256SUMS", zip(digests, files).map { "\($0)  \($1)\n" }.joined())
  }

  private func words(since: String?, now: String) -> String {
    let list = sets.map { "  \($0.name): \($0.what) (\($0.count))" }.joined(separator: "\n")
    let part = since.map { since in
      "\n\nIt was exported with `--since \(Terminal.printable(since))`: rings, happenings, reminders and the log do not go further back."
    }
    return """
      Data of this clock, written on \(TimePhrase.stamp(now, .wholeMinutes)) by rouse \(Release.version).\(part ?? "")

      Everything is here twice: as NAME.json, and as NAME.csv for spreadsheets.

      \(list)

      Times are RFC 3339, with the clock's own offset from UTC. Durations are in seconds unless the name says otherwise.
      CSV cells that a spreadsheet would compute begin with an apostrophe. Nested values are JSON in their cell.

      Not included are pictures, sound files, anything from which a card could be made, and data of the machine: its
      time zone, the copy of the board file, and the clock's own copies. To check that no file has changed:

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
    var (why, fix) = ("", "check that the disk has free space")
    do throws(StartedProgram.Failure) {
      let result = try StartedProgram.run(program, arguments: arguments, isQuiet: true)
      if result.status == 0 { return result.output }
      why = "`\(program)` has failed with status \(result.status >> 8 & 0xFF)"
    } catch {
      why = error.reason(of: program)
      if error.code == ENOENT {
        fix = "`sudo apt-get install \(package)`\(program == "zip" ? ", or give a folder instead of a .zip" : "")"
      }
    }
    throw ControlError(
      .cannotWrite, "\(Terminal.printable(name)) cannot be finished", why: "\(why); nothing was left behind", fix: fix)
  }
}

struct ExportRow {
  /// One line with sorted keys.
  let json: String
  /// Texts for a spreadsheet.
  private let cells: [String: String]

  init(_ item: some Encodable) throws(ControlError) {
    do {
      json = try Self.text(item)
      cells = try JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8)).mapValues { try $0.cell }
    } catch {
      throw ControlError(
        .internal, "the daemon's data cannot be written", why: "\(error)", fix: "report this as a bug",
        stillWorks: "`rouse backup` copies all of it")
    }
  }

  fileprivate static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns `{"schema": 1, NAME: […]}` with an item on each line.
  static func document(_ name: String, _ rows: [ExportRow]) -> String {
    let items = rows.map(\.json).joined(separator: ",\n")
    return "{\"schema\":\(JSONText.schema),\"\(name)\":[\n\(items)\(items.isEmpty ? "" : "\n")]}\n"
  }

  /// Returns a column for each key of any row, sorted by key.
  static func csv(_ rows: [ExportRow]) -> String {
    let columns = Set(rows.flatMap(\.cells.keys)).sorted()
    return CSV.line(columns.map(CSV.cell))
      + rows.map { row in CSV.line(columns.map { row.cells[$0] ?? "" }) }.joined()
  }
}

/// A value of JSON. `null` is `String?.none`; lists and objects hold further values.
struct JSONValue: Codable {
  private let value: any Encodable

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Returns `nil` if the value has another type.
    func read(_ type: (some Codable).Type) -> (any Encodable)? {
      do { return try container.decode(type) } catch { return nil }
    }
    if container.decodeNil() {
      value = String?.none
    } else {
      value =
        try read(Bool.self) ?? read(Int64.self) ?? read(Double.self) ?? read(String.self) ?? read([JSONValue].self)
        ?? container.decode([String: JSONValue].self)
    }
  }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  /// The value as text for a spreadsheet; lists and objects stay JSON.
  var cell: String {
    get throws {
      switch value {
      case let text as String: return CSV.cell(text)
      case is [JSONValue], is [String: JSONValue]: return CSV.cell(try ExportRow.text(value))
      case let plain as any CustomStringConvertible: return plain.description
      default: return ""
      }
    }
  }
}
