import AlarmClock
import Calendars
import Control

enum CalendarText {
  static func table(_ calendars: [CalendarView]) -> Table {
    Table(
      header: ["NAME", "DAYS", "NEXT", "UNTIL", "SKIPS", "NEXT DAY"], rightAligned: [1],
      expendable: ["DAYS", "NEXT DAY", "SKIPS"],
      rows: calendars.map { calendar in
        [
          calendar.name, String(calendar.dayCount), calendar.next.map { CalmText.day($0.date) } ?? "-",
          ((calendar.ends ?? calendar.last).map(CalmText.day) ?? "-") + (calendar.ending ? ", ENDING" : ""),
          whom(calendar), calendar.next?.name ?? "-",
        ]
      })
  }

  static func table(_ days: [CalendarDayView]) -> Table {
    Table(
      header: ["DAY", "NAME"],
      rows: days.map { [CalmText.day($0.date), $0.name.isEmpty ? "-" : $0.name] })
  }

  /// Example: `The calendar holidays has 14 days until Sun 2026-12-26, and skips all alarms that repeat.`
  static func sentence(_ calendar: CalendarView) -> String {
    let days = Table.count(calendar.dayCount, "day") + (calendar.last.map { " until \(CalmText.day($0))" } ?? "")
    return "The calendar \(Terminal.printable(calendar.name)) has \(days), and skips \(whom(calendar))."
  }

  static func choice(_ calendar: CalendarView) -> [String] {
    let texts = { (texts: [String]?) in (texts ?? []).map(Terminal.printable).joined(separator: ", ") }
    let lines = [
      ("Of its file, only days count whose description has: ", texts(calendar.only)),
      ("Left out by name: ", texts(calendar.except)),
    ]
    return lines.filter { !$1.isEmpty }.map { "\($0)\($1)." }
  }

  private static func whom(_ calendar: CalendarView) -> String {
    if let alarm = calendar.alarm { return "the alarm \(Terminal.printable(alarm))" }
    return calendar.group.map { "the group \(Terminal.printable($0))" } ?? "all alarms that repeat"
  }

  static func lines(_ look: CalendarLook) -> [String] {
    guard look.skipCount > 0 else { return ["No ring that is to come falls on one of its days."] }
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
      notes.append("\(Table.count(calendar.timedEvents, "event")) with a time of day: no holidays, so left out")
    }
    if calendar.cancelledEvents > 0 {
      notes.append("\(Table.count(calendar.cancelledEvents, "event")) cancelled: left out")
    }
    if !calendar.leftOut.isEmpty {
      notes.append("left out, so alarms ring: \(groups(calendar.leftOut)); `--only TEXT` chooses by description")
    }
    if calendar.goesOn, let end = calendar.end, let last = calendar.days.last?.date {
      notes.append("what it has every year counts until \(last); its other days end \(end)")
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
