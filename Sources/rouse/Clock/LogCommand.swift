import ArgumentParser
import Control

struct LogCommand: Verb {
  static let about = CommandConfiguration("log", "What happened: rings, cards seen, misses, failures, changes.")

  @Flag(name: .shortAndLong, help: "Go on with events as they happen, until Ctrl-C.")
  var follow = false
  @Option("From when on: yesterday, friday, 7d, 2026-11-01.", "time", parsing: .unconditional)
  var since: String?
  @Option("Of this alarm, by its id or label.", "alarm")
  var alarm: String?
  @Option(
    name: .customLong("event"), help: ArgumentHelp("Of this kind, as fired; may be repeated.", valueName: "event"))
  var events: [String] = []
  @Option("About this device, as camera.", "device")
  var device: String?
  @Option(help: ArgumentHelp("The latest so many events.", valueName: "number"))
  var limit = 100
  @OptionGroup var io: IO

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): give a number from 0.") }
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
    let blanks = String(repeating: " ", count: max(0, 20 - event.event.count))
    var line = "\(TimePhrase.stamp(event.time, .seconds))  \(Terminal.printable(event.event))\(blanks)"
    if let id = event.alarmId {
      line += "  " + StatusText.name(event.label ?? "", id)
    } else if let label = event.label {
      // Timers have a label but no alarm.
      line += "  " + Terminal.printable(label)
    }
    if let detail = event.detail { line += "  " + Terminal.printable(detail) }
    return line.trimmingTrailingBlanks
  }
}
