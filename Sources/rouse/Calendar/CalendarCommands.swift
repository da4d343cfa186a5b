import AlarmClock
import ArgumentParser
import Calendars
import Control

struct CalendarCommand: Described {
  static let about = CommandConfiguration(
    "calendar",
    subcommands: [
      CalendarAddCommand.self, CalendarListCommand.self, CalendarShowCommand.self, CalendarRemoveCommand.self,
      CalendarExportCommand.self,
    ], defaultSubcommand: CalendarListCommand.self)
}

struct CalendarArgument: ParsableArguments {
  @Argument(help: "The calendar's name.", completion: LiveWords.calendars)
  var name: String
}

struct CalendarListCommand: ListVerb {
  static let about = CommandConfiguration("calendar list")
  @OptionGroup var io: IO

  static let rows = (noun: "calendar", none: "There are no calendars. Add one: `rouse calendar add FILE`")

  var command: ListCalendars { ListCalendars() }
  func table(_ reply: ListCalendars.Reply) -> Table { CalendarText.table(reply.calendars) }
}

struct CalendarShowCommand: AskingVerb {
  static let about = CommandConfiguration("calendar show")
  @OptionGroup var calendar: CalendarArgument
  @OptionGroup var io: IO

  var command: ShowCalendar { ShowCalendar(calendar: calendar.name) }
  func text(_ reply: ShowCalendar.Reply) -> String {
    ([CalendarText.sentence(reply.calendar)] + CalendarText.choice(reply.calendar)).joined(separator: "\n") + "\n\n"
      + CalendarText.table(reply.days).rendered(counting: "day")
  }
}

struct CalendarRemoveCommand: AskingVerb {
  static let about = CommandConfiguration("calendar remove")
  @OptionGroup var calendar: CalendarArgument
  @OptionGroup var io: IO

  var command: RemoveCalendar { RemoveCalendar(calendar: calendar.name) }
  func text(_ removed: DaysOffSaved) -> String {
    "The calendar \(Terminal.printable(removed.name)) is removed. \(ChangeText.next(removed.next))"
  }
}

struct CalendarExportCommand: Described {
  static let about = CommandConfiguration("calendar export")
  @Option(help: ArgumentHelp("So many days ahead, 1 to 366.", valueName: "number"))
  var days = 30
  @Option("The file to write, or to replace; - or nothing for stdout.", "file", completion: .file())
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
    let text = CalendarWriter.text(rings.compactMap(Self.event), name: "Rouse", stamp: now)
    if let file {
      try OutputFile.save(Array(text.utf8), to: file)
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
      // The local time makes the identifier unique among the alarm's rings.
      let local = ring.time.prefix(19).filter { $0 != "-" && $0 != ":" }
      return WrittenEvent(
        uid: "\(ring.alarmId)-\(local)@rouse", start: start, summary: ring.label.isEmpty ? "Alarm" : ring.label)
    }
  }
}
