import AlarmClock
import ArgumentParser
import Calendars
import Control

struct CalendarExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "calendar export", "Write the coming rings as iCalendar, for a calendar of your own.")
  @Option(help: ArgumentHelp("So many days ahead, 1 to 366.", valueName: "number"))
  var days = 30
  @Option(
    help: ArgumentHelp("The file to write, or to replace; - or nothing for stdout.", valueName: "file"),
    completion: .file())
  var output: String?
  @OptionGroup var connection: Connection

  func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days \(days): give a number from 1 to 366.") }
  }

  func run() throws {
    let file = output == InputFile.standardName ? nil : output
    if let file, let refusal = OutputFile.refusal(of: file) { throw refusal }
    let client = try connection.open()
    let now = RFC3339.parse(try client.send(GetStatus()).clock.now) ?? .min
    let all = try client.send(NextOccurrences(count: Self.most, from: nil)).occurrences
    let coming = all.filter { $0.inSeconds <= days * 86_400 }
    let rings = coming.filter { !$0.special.contains("skipped") && !$0.special.contains("paused") }
    let text = CalendarWriter(name: "Rouse", stamp: now).text(rings.compactMap(Self.event))
    if let file {
      var output = try OutputFile(file)
      try output.append(Array(text.utf8))
      try output.finish()
      Output.done()
      Output.note("\(Table.count(rings.count, "ring")) of the next \(Table.count(days, "day")): \(file)")
    } else {
      try Output.write(plain: Array(text.utf8))
    }
    if coming.count == Self.most {
      Output.notes(["more than \(Self.most) rings come within that time: the later ones are left out"])
    }
  }

  private static let most = 1000

  private static func event(_ ring: OccurrenceView) -> WrittenEvent? {
    RFC3339.parse(ring.time).map { start in
      // The time on the wall clock is what tells the alarm's rings apart.
      let local = ring.time.prefix(19).filter { $0 != "-" && $0 != ":" }
      return WrittenEvent(
        uid: "\(ring.alarmId)-\(local)@rouse", start: start, summary: ring.label.isEmpty ? "Alarm" : ring.label)
    }
  }
}
