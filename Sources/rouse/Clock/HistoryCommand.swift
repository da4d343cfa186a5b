import AlarmClock
import ArgumentParser
import Control
import PlainText

struct HistoryCommand: Verb {
  static let about = CommandConfiguration("history")

  @Option("Rings due from this time on: friday, 7d, 2026-11-01.", "time", parsing: .unconditional)
  var since: String?
  @Option("Rings due before this time; for a day, before its end.", "time", parsing: .unconditional)
  var until: String?
  @Option("Only rings of this alarm, by its id or label.", "alarm")
  var alarm: String?
  @Flag(help: "Only rings that nobody answered or that could not happen.")
  var missed = false
  @Option(help: ArgumentHelp("Show the last N rings.", valueName: "number"))
  var limit = 50
  @OptionGroup var io: IO

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): give 0 or more.") }
  }

  func run() throws {
    var rings: [HistoryView] = []
    let command = ReadHistory(since: since, until: until, alarm: alarm, missed: missed, limit: limit)
    try connection.open().stream(command) { rings.append($0) }
    let hasOlder = rings.first?.older ?? false
    if !rings.isEmpty { rings[0].older = nil }
    try format.print(HistoryDocument(rings: rings, older: hasOlder)) {
      rings.isEmpty ? "" : HistoryText.table(rings).rendered(counting: "ring")
    }
    guard !format.json else { return }
    if rings.isEmpty { Output.note("No rings recorded.") }
    if hasOlder { Output.note(HistoryText.older("rings", shown: rings.count)) }
  }
}

/// JSON output of the rings. `older` says whether there are rings beyond the limit.
private struct HistoryDocument: Encodable {
  let rings: [HistoryView]
  let older: Bool
}

struct LogCommand: Verb {
  static let about = CommandConfiguration("log")

  @Flag(name: .shortAndLong, help: "Keep showing new events, until Ctrl-C.")
  var follow = false
  @Option("Events from this time on: yesterday, friday, 7d, 2026-11-01.", "time", parsing: .unconditional)
  var since: String?
  @Option("Only events of this alarm, by its id or label.", "alarm")
  var alarm: String?
  @Option(
    name: .customLong("event"), help: ArgumentHelp("Of this kind, such as fired; may be repeated.", valueName: "event"))
  var events: [String] = []
  @Option("Only about this device, such as camera.", "device")
  var device: String?
  @Option(help: ArgumentHelp("Show the last N events.", valueName: "number"))
  var limit = 100
  @OptionGroup var io: IO

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): give 0 or more.") }
  }

  func run() throws {
    var command = ReadLog(since: since, limit: limit, follow: follow)
    command.alarm = alarm
    command.events = events.isEmpty ? nil : events
    command.device = device
    try connection.open().stream(command, isFollowed: true) { (event) throws(ControlError) in
      var event = event
      if event.older == true, !format.json { Output.note(HistoryText.older("lines", shown: limit)) }
      event.older = nil
      try Output.line(format.json ? JSONText.line(event) : Self.line(event))
    }
  }

  static func line(_ event: EventView) -> String {
    // Timers have a label but no alarm.
    let name = event.alarmId.map { StatusText.name(event.label ?? "", $0) } ?? event.label.map(Terminal.printable)
    let parts = [
      TimePhrase.stamp(event.time, .seconds), Terminal.printable(event.event).padded(to: 20), name,
      event.detail.map(Terminal.printable),
    ]
    return parts.compactMap(\.self).joined(separator: "  ").trimmingTrailingSpaces
  }
}

enum HistoryText {
  static func table(_ rings: [HistoryView]) -> Table {
    Table(
      header: ["DUE", "ALARM", "ENDED BY", "LATE", "TOOK", "NOTES"], rightAligned: [3, 4],
      expendable: ["LATE", "TOOK", "NOTES"],
      rows: rings.map { ring in
        [
          TimePhrase.stamp(ring.due), ring.label.isEmpty ? ring.alarmId : ring.label, end(of: ring),
          span(ring.lateSeconds.flatMap { $0 == 0 ? nil : $0 }), span(ring.tookSeconds), notes(on: ring),
        ]
      })
  }

  static func end(of ring: HistoryView) -> String {
    switch ring.outcome {
    case .dismissed: ring.card ?? "a card"
    case .missed: "NOBODY: missed"
    case .missedUnrung: "NEVER RANG"
    case .skipped: "skipped"
    case nil: "still ringing"
    }
  }

  private static func span(_ seconds: Int?) -> String {
    seconds.map { DurationText.format(.seconds($0)) } ?? "-"
  }

  static func notes(on ring: HistoryView) -> String {
    var notes: [String] = []
    if !ring.trusted { notes.append("the clock's time was not certain") }
    if ring.snoozes > 0 { notes.append("snoozed \(times(ring.snoozes))") }
    if ring.wrongCodes > 0 { notes.append(Table.count(ring.wrongCodes, "wrong card")) }
    if ring.unreadSeconds > 0 { notes.append("a code unread for \(span(ring.unreadSeconds))") }
    if ring.wakeChecks > 0, ring.failedWakeChecks > 0 || ring.outcome != nil {
      let answer = ring.outcome == .dismissed ? "passed" : "not answered"
      notes.append("wake check " + (ring.failedWakeChecks > 0 ? "failed \(times(ring.failedWakeChecks))" : answer))
    }
    notes += ring.interruptions.map { interruption(of: ring, $0) }
    return notes.isEmpty ? "-" : notes.joined(separator: ", ")
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// Example: `service stopped 06:31-06:33`; starts with the weekday if that differs from the ring's date.
  private static func interruption(of ring: HistoryView, _ interruption: InterruptionView) -> String {
    let what = interruption.kind.rawValue.replacing("_", with: " ")
    let (began, ended) = (clock(interruption.began), clock(interruption.ended))
    let day =
      interruption.began.prefix(10) == ring.due.prefix(10) ? "" : "\(TimePhrase.stamp(interruption.began).prefix(3)) "
    return "\(what) \(day)\(began)" + (began == ended && day.isEmpty ? "" : "-\(ended)")
  }

  private static func clock(_ time: String) -> String { TimePhrase.clock(time, .wholeMinutes) }

  /// Says that the limit hides older entries.
  static func older(_ what: String, shown: Int) -> String {
    "There are older \(what): `--limit \(max(1, shown) * 10)` shows more of them."
  }
}
