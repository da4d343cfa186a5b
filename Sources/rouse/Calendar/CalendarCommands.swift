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

struct CalendarListCommand: ListVerb {
  static let about = CommandConfiguration("calendar list")
  @OptionGroup var io: IO

  static let rows = (noun: "calendar", none: "There are no calendars. Add one: `rouse calendar add FILE`")

  var command: ListCalendars { ListCalendars() }
  func table(_ reply: ListCalendars.Reply) -> Table {
    Table(
      header: ["NAME", "DAYS", "NEXT", "UNTIL", "SKIPS", "NEXT DAY"], rightAligned: [1],
      expendable: ["DAYS", "NEXT DAY", "SKIPS"],
      rows: reply.calendars.map { calendar in
        [
          calendar.name, String(calendar.dayCount), calendar.next.map { CalmText.day($0.date) } ?? "-",
          ((calendar.ends ?? calendar.last).map(CalmText.day) ?? "-") + (calendar.ending ? ", ENDING" : ""),
          CalendarText.whom(calendar), calendar.next?.name ?? "-",
        ]
      })
  }
}

struct CalendarShowCommand: AskingVerb {
  static let about = CommandConfiguration("calendar show")
  @Argument(help: "The calendar's name.", completion: LiveWords.calendars)
  var name: String
  @OptionGroup var io: IO

  var command: ShowCalendar { ShowCalendar(calendar: name) }
  func text(_ reply: ShowCalendar.Reply) -> String {
    let days = reply.days.map { [CalmText.day($0.date), $0.name.isEmpty ? "-" : $0.name] }
    return ([CalendarText.sentence(reply.calendar)] + CalendarText.choice(reply.calendar)).joined(separator: "\n")
      + "\n\n" + Table(header: ["DAY", "NAME"], rows: days).rendered(counting: "day")
  }
}

struct CalendarRemoveCommand: AskingVerb {
  static let about = CommandConfiguration("calendar remove")
  @Argument(help: "The calendar's name.", completion: LiveWords.calendars)
  var name: String
  @OptionGroup var io: IO

  var command: RemoveCalendar { RemoveCalendar(calendar: name) }
  func text(_ removed: DaysOffSaved) -> String {
    "The calendar \(Terminal.printable(removed.name)) is removed. \(ChangeText.next(removed.next))"
  }
  func notes(_ removed: DaysOffSaved) -> [String] { removed.notes }
}

struct CalendarExportCommand: Described {
  static let about = CommandConfiguration("calendar export")
  @Option(help: ArgumentHelp("How many days ahead, 1 to 366.", valueName: "number"))
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
    let events = rings.compactMap { ring in
      RFC3339.parse(ring.time).map { start in
        // The local time makes the identifier unique among the alarm's rings.
        let local = ring.time.prefix(19).filter { $0 != "-" && $0 != ":" }
        return WrittenEvent(
          uid: "\(ring.alarmId)-\(local)@rouse", start: start, summary: ring.label.isEmpty ? "Alarm" : ring.label)
      }
    }
    let text = CalendarWriter.text(events, name: "Rouse", stamp: now)
    if let file {
      try OutputFile.save(Array(text.utf8), to: file)
      Output.done()
      Output.note("\(Table.count(rings.count, "ring")) of the next \(Table.count(days, "day")): \(file)")
    } else {
      try Output.write(plain: Array(text.utf8))
    }
    if coming.count == Self.most {
      Output.notes(["more than \(Self.most) rings fall in that period: the later ones are left out"])
    }
  }

  private static let most = 1000
}

struct CalendarAddCommand: Verb {
  static let about = CommandConfiguration("calendar add")

  @Argument(help: "The calendar file, or `-` for stdin.", completion: .file(extensions: ["ics", "ical"]))
  var file: String
  @Option(help: "Its name; default: the file's name.")
  var name: String?
  @Option("The only alarm that it skips; default: all repeating alarms.", "alarm", completion: LiveWords.alarms)
  var skip: String?
  @Option("The group of alarms that it skips.", "name")
  var group: String?
  @Option(
    help: ArgumentHelp(
      "Count only days whose description contains this text; may be given several times.", valueName: "text"))
  var only: [String] = []
  @Option(
    help: ArgumentHelp("Leave out the day of this name; may be given several times.", valueName: "name"))
  var except: [String] = []
  @Flag(name: .long, help: "Add it without asking, whatever it skips.")
  var yes = false
  @OptionGroup var io: IO

  func validate() throws {
    if skip != nil, group != nil { throw ValidationError("Give either `--skip` or `--group`, not both.") }
  }

  func run() throws {
    let client = try connection.open()
    let clock = try client.send(GetStatus()).clock
    guard let today = LocalDate(String(clock.now.prefix(10))) else {
      throw ControlError.notUnderstood(why: "`\(clock.now)` is not a time")
    }
    var calendar = try CalendarFile(file, today: today, zone: clock.zone)
    let name = name ?? calendar.name(of: file)
    let all = try client.send(ListCalendars()).calendars
    let kept = all.first { $0.name == name } ?? all.first { $0.name.lowercased() == name.lowercased() }
    try calendar.choose(
      HolidayCalendar.Choice(
        only: only.isEmpty ? kept?.only ?? [] : only, except: except.isEmpty ? kept?.except ?? [] : except))
    try decide(&calendar)
    let notes = CalendarText.notes(calendar.read)
    let input = try calendar.input(name, alarm: skip, group: group)
    let look = try client.send(LookAtCalendar(input: input))
    let reply = try client.send(AddCalendar(input: input, confirmed: try isConfirmed(look)))
    try format.print(
      Document(
        calendar: reply.calendar.calendar, skips: reply.calendar.skips, skipCount: reply.calendar.skipCount,
        next: reply.saved.next, notes: notes)
    ) {
      ([CalendarText.sentence(reply.calendar.calendar)] + CalendarText.choice(reply.calendar.calendar)
        + CalendarText.lines(reply.calendar) + [ChangeText.next(reply.saved.next)]).joined(separator: "\n")
    }
    if !format.json { Output.notes(notes) }
    Output.notes(reply.saved.notes)
    if reply.calendar.calendar.ending, let end = reply.calendar.calendar.ends ?? reply.calendar.calendar.last {
      let ending = EndingCalendarView(name: reply.calendar.calendar.name, end: end)
      Output.notes(["\(ending.what(today: today.description)): \(ending.fix)"])
    }
  }

  /// Asks which days count if the file leaves that open. Throws if no day counts.
  private func decide(_ calendar: inout CalendarFile) throws(ControlError) {
    let shown = CalendarFile.shown(file)
    if !except.isEmpty, let unknown = calendar.read.unknownNames.first {
      throw ControlError(
        .usage, "--except \(unknown.shellWord): \(shown) has no day of that name", why: "nothing was changed",
        fix: "give a name from the file: `grep SUMMARY \(file.shellWord)`")
    }
    let undecided = calendar.read.undecided
    if !undecided.isEmpty {
      guard Confirmation.isAnybodyThere, !yes else {
        throw ControlError(
          .usage, "\(shown) describes its days in words that Rouse does not know",
          why: "\(CalendarText.groups(undecided)): which of them are days off?",
          fix: "name them with `--only TEXT`: `\(command(calendar.read.counted + undecided.prefix(1)))`",
          stillWorks: "nothing was changed, so alarms ring on those days")
      }
      let chosen = try Self.chosen(of: undecided)
      var choice = calendar.choice
      choice.only = (calendar.read.counted + chosen).map { $0.quoted }
      if !choice.only.isEmpty { try calendar.choose(choice) }
    }
    guard calendar.days.isEmpty else { return }
    let (leftOut, open) = (calendar.read.leftOut, calendar.read.undecided)
    Output.notes(CalendarText.notes(calendar.read))
    throw ControlError(
      .badData, "\(shown) has no days off",
      why: leftOut.isEmpty && open.isEmpty
        ? "it has no all-day event from a year ago to ten years ahead" : "all of its all-day events are left out",
      fix: leftOut.first.map { "name the days that count with `--only TEXT`: `\(command([$0]))`" }
        ?? "give a calendar of holidays", stillWorks: "nothing was changed")
  }

  private func command(_ groups: [DayGroup]) -> String {
    var words = ["rouse", "calendar", "add", file] + groups.flatMap { ["--only", $0.quoted] }
    for (option, value) in [("--name", name), ("--skip", skip), ("--group", self.group)] {
      words += value.map { [option, $0] } ?? []
    }
    return words.map(\.shellWord).joined(separator: " ")
  }

  /// Whether the user accepts a calendar that skips more than holidays. Without a terminal, the daemon refuses it.
  private func isConfirmed(_ look: CalendarLook) throws(ControlError) -> Bool {
    guard let doubt = look.doubt, !yes, Confirmation.isAnybodyThere else { return yes && look.doubt != nil }
    let name = Terminal.printable(look.calendar.name)
    try Confirmation.ask(
      "the calendar \(name) was not saved", isUndone: true, CalendarText.lines(look) + ["Look twice: \(doubt)."])
    return true
  }

  private static func chosen(of groups: [DayGroup]) throws(ControlError) -> [DayGroup] {
    Output.note("The file describes its days in words that Rouse does not know:")
    for (number, group) in groups.enumerated() {
      Output.note("  \(number + 1): \(Terminal.printable(CalendarText.groups([group])))")
    }
    return try Confirmation.ask(
      "Which of them are days off? Type their numbers, all or none: ", orFail: "the calendar was not saved",
      fix: "type numbers when asked, or name the days with `--only TEXT`"
    ) { typed in
      let chosen = places(typed, count: groups.count).map { $0.map { groups[$0] } }
      return (chosen, "Type numbers from 1 to \(groups.count), all or none. ")
    }
  }

  /// Parses `1 3`, `1,3`, `all` or `none`. Returns zero-based indices, or `nil` for anything else.
  private static func places(_ typed: String, count: Int) -> [Int]? {
    let words = typed.lowercased().split { $0 == "," || $0.isWhitespace }
    if words == ["all"] { return Array(0..<count) }
    if words == ["none"] { return [] }
    let numbers = words.compactMap { Int($0) }
    guard !words.isEmpty, numbers.count == words.count else { return nil }
    return numbers.allSatisfy { (1...count).contains($0) } ? numbers.map { $0 - 1 } : nil
  }

  private struct Document: Encodable {
    var calendar: CalendarView
    var skips: [CalendarSkipView]
    var skipCount: Int
    @OrNull var next: OccurrenceView?
    var notes: [String]
  }
}
