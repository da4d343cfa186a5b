import AlarmClock
import ArgumentParser
import Control

struct CalendarAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add the holidays of a calendar file: alarms that repeat are skipped on them.",
    discussion: """
      The file is iCalendar (.ics), 5 MB at most; `-` is stdin. Events of whole days count, and no others. One of the same name \
      is replaced. You are shown which rings it skips; where that is more than holidays do, it has to be confirmed. \
      `rouse undo` takes it back, within an hour.

      Examples:
        rouse calendar add holidays.ics
        rouse calendar add school.ics --skip Work
        curl -s URL | rouse calendar add - --name holidays --yes
      """)

  @Argument(help: "The calendar file, or `-` for stdin.", completion: .file(extensions: ["ics", "ical"]))
  var file: String
  @Option(help: "What to call it; otherwise as the file.")
  var name: String?
  @Option(
    help: ArgumentHelp("The one alarm that it skips; otherwise all that repeat.", valueName: "alarm"),
    completion: LiveWords.alarms)
  var skip: String?
  @Option(help: ArgumentHelp("The group of alarms that it skips.", valueName: "name"))
  var group: String?
  @Flag(name: .long, help: "Add it without asking, whatever it skips.")
  var yes = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    if skip != nil, group != nil { throw ValidationError("Give `--skip` or `--group`, and not both.") }
  }

  func run() throws {
    let client = try connection.open()
    let now = try client.send(GetStatus()).clock.now
    guard let today = LocalDate(String(now.prefix(10))) else {
      throw ControlError(
        .internal, "the daemon's answer is not understood", why: "`\(now)` is no time",
        fix: "restart the daemon: `systemctl restart rouse`")
    }
    let calendar = try CalendarFile(file, today: today)
    let notes = CalendarText.notes(calendar.read, isCut: calendar.isCut)
    guard !calendar.days.isEmpty else {
      Output.notes(notes)
      throw ControlError(
        .badData, "\(CalendarFile.shown(file)) has no days off",
        why: "no event of a whole day lies between a year ago and ten years ahead",
        fix: "give a calendar of holidays", stillWorks: "nothing was changed")
    }
    let input = try calendar.input(name ?? calendar.name(of: file), alarm: skip, group: group)
    let look = try client.send(LookAtCalendar(input: input))
    let reply = try client.send(AddCalendar(input: input, confirmed: try isConfirmed(look)))
    try format.print(
      Document(
        calendar: reply.calendar.calendar, skips: reply.calendar.skips, skipCount: reply.calendar.skipCount,
        next: reply.saved.next, notes: notes)
    ) {
      ([CalendarText.sentence(reply.calendar.calendar)] + CalendarText.lines(reply.calendar)
        + [ChangeText.next(reply.saved.next)]).joined(separator: "\n")
    }
    if !format.json { Output.notes(notes) }
    Output.notes(reply.saved.notes)
    if reply.calendar.calendar.ending, let end = reply.calendar.calendar.last {
      let ending = EndingCalendarView(name: reply.calendar.calendar.name, end: end)
      Output.notes(["\(ending.what(today: today.description)): \(ending.fix)"])
    }
  }

  /// Where it skips more than holidays do, somebody has to want that; with nobody there to ask, the daemon refuses it.
  private func isConfirmed(_ look: CalendarLook) throws(ControlError) -> Bool {
    guard let doubt = look.doubt, !yes, Confirmation.isAnybodyThere else { return yes && look.doubt != nil }
    let name = Terminal.printable(look.calendar.name)
    try Confirmation.ask(
      "the calendar \(name) was not saved", isUndone: true, CalendarText.lines(look) + ["Look twice: \(doubt)."])
    return true
  }

  private struct Document: Encodable {
    var calendar: CalendarView
    var skips: [CalendarSkipView]
    var skipCount: Int
    @OrNull var next: OccurrenceView?
    /// What of the file was not taken.
    var notes: [String]
  }
}
