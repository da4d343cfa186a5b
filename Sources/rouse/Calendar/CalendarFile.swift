import AlarmClock
import Calendars
import Control
import FoundationEssentials
import PlainText

/// A parsed calendar file. Its size is limited before the daemon sees it.
struct CalendarFile {
  private let reading: (HolidayCalendar.Choice) throws(ControlError) -> ReadCalendar
  private(set) var read: ReadCalendar
  private(set) var choice = HolidayCalendar.Choice()

  /// - Parameters:
  ///   - path: a file, or `-` for stdin.
  ///   - zone: the time zone of the alarms. Without its rules, no event in UTC counts as a whole day.
  init(_ path: String, today: LocalDate, zone: String) throws(ControlError) {
    let limits = CalendarLimits()
    let file =
      path == InputFile.standardName
      ? try InputFile.standardInput() : try InputFile(path, remedy: "give a calendar file, or `-` for stdin")
    var bytes: [UInt8] = []
    while bytes.count <= limits.bytes, let piece = try file.next(65_536) { bytes += piece }
    let rules: ZoneRules?
    do throws(ControlError) { rules = try Dashboard.zone(zone) } catch { rules = nil }
    let reader = CalendarReader(window: CalendarLimits.window(around: today), zone: rules, limits: limits)
    reading = { [bytes] (choice) throws(ControlError) in
      do throws(CalendarRefusal) { return try reader.read(bytes, choice: choice) } catch {
        throw ControlError(
          .badData, "\(Self.shown(path)) is not a usable calendar", why: error.reason, fix: error.remedy,
          stillWorks: "nothing was changed")
      }
    }
    read = try reading(HolidayCalendar.Choice())
  }

  mutating func choose(_ choice: HolidayCalendar.Choice) throws(ControlError) {
    self.choice = choice
    read = try reading(choice)
  }

  var days: [String: String] {
    read.days.reduce(into: [:]) { days, day in
      let names = [days[day.date.description], day.name].compactMap(\.self)
      days[day.date.description] = String(names.joined(separator: ", ").prefix(100)).printable()
    }
  }

  /// Returns the default name: the file name without `.ics`; for stdin, the name in the calendar.
  func name(of path: String) -> String {
    let base = path.split(separator: "/").last.map(String.init) ?? path
    let stem = base.lowercased().hasSuffix(".ics") ? String(base.dropLast(4)) : base
    let name = path == InputFile.standardName ? read.name ?? "holidays" : stem
    return String(name.prefix(DaysOff.longestName)).printable()
  }

  /// Returns the request. Shortens the names of days until it fits on one line.
  func input(_ name: String, alarm: String?, group: String?) throws(ControlError) -> CalendarInput {
    let days = days
    var input = CalendarInput(
      calendarName: name, alarm: alarm, group: group, days: days, ends: read.goesOn ? read.end?.description : nil,
      only: choice.only, except: choice.except)
    for longest in [60, 40, 20, 10] {
      let bytes: Int
      do { bytes = try JSONEncoder().encode(input).count } catch {
        throw ControlError(
          .internal, "the calendar cannot be sent", why: "\(error)", fix: "give another calendar")
      }
      guard bytes > Wire.longestLine - 1000 else { break }
      input.days = days.mapValues { String($0.unicodeScalars.prefix(longest)).printable() }
    }
    return input
  }

  static func shown(_ path: String) -> String { path == InputFile.standardName ? "stdin" : path }
}

enum CalendarText {
  /// Example: `The calendar holidays has 14 days until Sun 2026-12-26, and skips all repeating alarms.`
  static func sentence(_ calendar: CalendarView) -> String {
    let days = Table.count(calendar.dayCount, "day") + (calendar.last.map { " until \(CalmText.day($0))" } ?? "")
    return "The calendar \(Terminal.printable(calendar.name)) has \(days), and skips \(whom(calendar))."
  }

  static func choice(_ calendar: CalendarView) -> [String] {
    let texts = { (texts: [String]?) in (texts ?? []).map(Terminal.printable).joined(separator: ", ") }
    let lines = [
      ("Only days whose description contains one of these count: ", texts(calendar.only)),
      ("Left out by name: ", texts(calendar.except)),
    ]
    return lines.filter { !$1.isEmpty }.map { "\($0)\($1)." }
  }

  static func whom(_ calendar: CalendarView) -> String {
    if let alarm = calendar.alarm { return "the alarm \(Terminal.printable(alarm))" }
    return calendar.group.map { "the group \(Terminal.printable($0))" } ?? "all repeating alarms"
  }

  static func lines(_ look: CalendarLook) -> [String] {
    guard look.skipCount > 0 else { return ["No upcoming ring falls on one of its days."] }
    let more = look.skipCount - look.skips.count
    return ["It skips \(Table.count(look.skipCount, "ring")):"]
      + look.skips.map { skip in
        let title = skip.title.isEmpty ? "" : ": \(Terminal.printable(skip.title))"
        return "  \(TimePhrase.stamp(skip.time)) \(StatusText.name(skip.label, skip.alarmId))\(title)"
      } + (more > 0 ? ["  and \(more) more"] : [])
  }

  static func notes(_ calendar: ReadCalendar) -> [String] {
    var notes = calendar.notes.prefix(mostNotes).map(\.description)
    let more = calendar.notes.count - notes.count + calendar.furtherNotes
    if more > 0 { notes.append("and \(more) more lines that were not understood") }
    if calendar.timedEvents > 0 {
      notes.append("\(Table.count(calendar.timedEvents, "event")) with a time of day left out: not holidays")
    }
    if calendar.cancelledEvents > 0 {
      notes.append("\(Table.count(calendar.cancelledEvents, "event")) canceled: left out")
    }
    if !calendar.leftOut.isEmpty {
      notes.append("left out, so alarms ring: \(groups(calendar.leftOut)); `--only TEXT` chooses by description")
    }
    if calendar.goesOn, let end = calendar.end, let last = calendar.days.last?.date {
      notes.append("days that repeat every year count until \(last); its other days end \(end)")
    }
    return notes
  }

  /// Example: `9 x "Observance" (as Tax Day), 1 x "Regional holiday" (as Epiphany)`.
  static func groups(_ groups: [DayGroup]) -> String {
    let shown = groups.prefix(mostNotes).map { "\($0.events) x \($0.quoted) (as \($0.example.prefix(40)))" }
    let more = groups.count - shown.count
    return (shown + (more > 0 ? ["and \(more) more"] : [])).joined(separator: ", ")
  }

  private static let mostNotes = 10
}

extension DayGroup {
  /// The argument for `--only`: the whole first line of a description in quotes, or its beginning if it is too long.
  var quoted: String {
    let most = Alarm.longestLabel - 2
    return word.count <= most ? "\"\(word)\"" : String(word.prefix(most))
  }
}
