import ArgumentParser
import Control
import Glibc

struct ExportCommand: Verb {
  static let about = CommandConfiguration("export")
  @Option(
    help: ArgumentHelp("A folder to make, or a file that ends with .zip.", valueName: "path"), completion: .file())
  var output: String
  @Option("Rings, reminders and the log from then on: friday, 30d, 2026-11-01.", "time", parsing: .unconditional)
  var since: String?
  @OptionGroup var io: IO

  func run() throws {
    try ExportFolder.check(output)
    let progress = Terminal.isDrawnOn && !format.json ? ProgressLine() : nil
    defer { progress?.end() }
    let client = try connection.open()
    let now = try client.send(GetStatus()).clock.now
    var sets: [ExportSet.Files] = []
    for set in ExportSet.all {
      try progress?.show("\(set.name) …")
      let rows = try set.read(client, since) { count throws(ControlError) in
        try progress?.show("\(set.name) … \(count)")
      }
      sets.append(ExportSet.Files(set.name, rows))
    }
    // Leave no half-written export: Ctrl-C takes effect only before or after the writing.
    var (endings, before) = (sigset_t(), sigset_t())
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, number) }
    sigprocmask(SIG_BLOCK, &endings, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    let files = try write(sets, now: now)
    progress?.end()
    Output.done()
    let rows = sets.map { ExportFolder.Rows(name: $0.name, count: $0.count) }
    try format.print(Document(path: output, files: files, rows: rows)) {
      let counts = rows.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      return "All that the clock keeps is in \(Terminal.printable(output)): \(counts)."
    }
  }

  private func write(_ sets: [ExportSet.Files], now: String) throws(ControlError) -> [String] {
    var folder = try ExportFolder.make(output)
    for files in sets { try folder.add(files) }
    try folder.finish(since: since, now: now)
    try folder.keep()
    return folder.names
  }

  private struct Document: Encodable {
    let path: String
    let files: [String]
    let rows: [ExportFolder.Rows]
  }
}

struct ExportSet {
  struct Files {
    let name, json, csv: String
    let count: Int

    init(_ name: String, _ rows: [ExportRow]) {
      self.name = name
      (json, csv, count) = (ExportRow.document(name, rows), ExportRow.csv(rows), rows.count)
    }
  }

  let name: String
  let read: (ControlClient, _ since: String?, Count) throws(ControlError) -> [ExportRow]

  /// Receives the number of rows read so far.
  typealias Count = (Int) throws(ControlError) -> Void

  private static let most = 100_000
  /// Rows between two updates of the progress.
  private static let step = 1000

  static var all: [ExportSet] {
    [
      ExportSet(name: "alarms") { client, _, _ throws(ControlError) in
        var alarms: [ExportRow] = []
        try client.stream(ListAlarms()) { (piece) throws(ControlError) in
          alarms += try rows(piece.alarms)
        }
        return alarms
      },
      list("pauses", ListPauses()) { $0.pauses },
      list("cards", ListCards()) { $0.cards }, list("settings", ListSettings()) { $0.settings },
      ExportSet(name: "holidays") { client, _, _ throws(ControlError) in
        var days: [ExportRow] = []
        for calendar in try client.send(ListCalendars()).calendars {
          let shown = try client.send(ShowCalendar(calendar: calendar.name)).days
          days += try rows(shown.map { Holiday(calendar: calendar.name, date: $0.date, name: $0.name) })
        }
        return days
      },
      list("presets", ListPresets()) { $0.presets }, list("timers", ListTimers()) { $0.timers },
      list("messages", ListMessages()) { $0.messages },
      ExportSet(name: "reminders") { client, since, _ throws(ControlError) in
        try rows(try client.send(ListReminders(since: since)).reminders)
      },
      list("test", GetStatus()) { [$0.bedtime].compactMap(\.self) },
      list("erasure", ShowData()) { [$0.erasure].compactMap(\.self) }, list("sounds", ListSounds()) { $0.sounds },
      stream("rings") { ReadHistory(since: $0, until: nil, alarm: nil, missed: false, limit: most) },
      stream("happenings") { ReadHappenings(since: $0) },
      stream("log") { ReadLog(since: $0, limit: most, follow: false) },
    ]
  }

  private struct Holiday: Encodable {
    let calendar, date, name: String
  }

  private static func list<Arguments: Control.Command, Item: Encodable>(
    _ name: String, _ command: Arguments, _ items: @escaping (Arguments.Reply) -> [Item]
  ) -> ExportSet {
    ExportSet(name: name) { client, _, _ throws(ControlError) in try rows(items(try client.send(command))) }
  }

  private static func rows(_ items: [some Encodable]) throws(ControlError) -> [ExportRow] {
    try items.map { (item) throws(ControlError) in try ExportRow(item) }
  }

  private static func stream<Arguments: Control.Command>(
    _ name: String, _ command: @escaping (_ since: String?) -> Arguments
  ) -> ExportSet where Arguments.Reply: Encodable {
    ExportSet(name: name) { client, since, count throws(ControlError) in
      var rows: [ExportRow] = []
      try client.stream(command(since)) { (item) throws(ControlError) in
        rows.append(try ExportRow(item))
        if rows.count.isMultiple(of: step) { try count(rows.count) }
      }
      return rows
    }
  }
}
