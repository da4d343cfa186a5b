import ArgumentParser
import Control
import Glibc

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write all that the clock keeps to files that other programs read.",
    discussion: """
      Each thing is there as JSON and as CSV, with a README.txt and with checksums: alarms, cards, settings, presets, timers, \
      messages, sounds, rings, what went on beside them, and the log. Pictures are not, and nothing by which a card could be \
      made. It tells when you sleep: keep it as you keep a diary.

      A copy that a clock can be made of again is another thing: `rouse backup`.

      Examples:
        rouse export --output clock-2026
        rouse export --output clock.zip --since 30d
        cd clock-2026 && sha256sum --check SHA256SUMS
      """)
  @Option(
    help: ArgumentHelp("A folder to make, or a file that ends with .zip.", valueName: "path"), completion: .file())
  var output: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Rings, and what is in the log, from then on: friday, 30d, 2026-11-01.", valueName: "time"))
  var since: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let isZip = output.lowercased().hasSuffix(".zip")
    guard access(output, F_OK) != 0 else {
      throw ControlError(
        .cannotCreate, "\(Terminal.printable(output)) exists already", why: "nothing is replaced unasked",
        fix: "choose another name")
    }
    var folder = try ExportFolder.make(isZip ? String(output.dropLast(4)) : output)
    let progress = Terminal.isDrawnOn && !format.json ? ProgressLine() : nil
    defer { progress?.end() }
    let client = try connection.open()
    for set in ExportSet.all {
      try progress?.show("\(set.name) …")
      try folder.add(set.name, set.read(client, since))
    }
    try folder.finish(since: since)
    if isZip { try folder.pack(into: output) } else { try folder.name(output) }
    progress?.end()
    Output.done()
    let document = Document(path: output, files: folder.names, rows: folder.rows)
    try format.print(document) {
      let counts = folder.rows.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      return "All that the clock keeps is in \(Terminal.printable(output)): \(counts)."
    }
  }

  private struct Document: Encodable {
    let path: String
    let files: [String]
    let rows: [ExportFolder.Rows]
  }
}

/// One thing that the clock keeps.
struct ExportSet {
  let name: String
  let read: (ControlClient, _ since: String?) throws(ControlError) -> [ExportRow]

  private static let most = 100_000

  static var all: [ExportSet] {
    [
      ExportSet(name: "alarms") { client, _ throws(ControlError) in
        var alarms: [ExportRow] = []
        try client.stream(ListAlarms()) { (piece) throws(ControlError) in
          for alarm in piece.alarms { alarms.append(try ExportRow(alarm)) }
        }
        return alarms
      },
      list("cards", ListCards()) { $0.cards }, list("settings", ListSettings()) { $0.settings },
      list("presets", ListPresets()) { $0.presets }, list("timers", ListTimers()) { $0.timers },
      list("messages", ListMessages()) { $0.messages }, list("sounds", ListSounds()) { $0.sounds },
      stream("rings") { ReadHistory(since: $0, until: nil, alarm: nil, missed: false, limit: most) },
      stream("happenings") { ReadHappenings(since: $0) },
      stream("log") { ReadLog(since: $0, limit: most, follow: false) },
    ]
  }

  private static func list<Arguments: Control.Command, Item: Encodable>(
    _ name: String, _ command: Arguments, _ items: @escaping (Arguments.Reply) -> [Item]
  ) -> ExportSet {
    ExportSet(name: name) { client, _ throws(ControlError) in
      var rows: [ExportRow] = []
      for item in items(try client.send(command)) { rows.append(try ExportRow(item)) }
      return rows
    }
  }

  private static func stream<Arguments: Control.Command>(
    _ name: String, _ command: @escaping (_ since: String?) -> Arguments
  ) -> ExportSet where Arguments.Reply: Encodable {
    ExportSet(name: name) { client, since throws(ControlError) in
      var rows: [ExportRow] = []
      try client.stream(command(since)) { (item) throws(ControlError) in rows.append(try ExportRow(item)) }
      return rows
    }
  }
}
