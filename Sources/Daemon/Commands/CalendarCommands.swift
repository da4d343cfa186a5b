import AlarmClock
import Control

struct CalendarCommands: Sendable {
  let daysOff: DaysOffCommands

  private var views: AlarmViews { daysOff.views }

  var all: [CalendarView] { views.inForce.book.holidays.calendars.map { CalendarView($0, today: views.today) } }

  func show(_ name: String) throws(ControlError) -> ShowCalendar.Reply {
    let calendar = try Self.calendar(name, views.inForce.book)
    return ShowCalendar.Reply(
      calendar: CalendarView(calendar, today: views.today), days: calendar.days.map { CalendarDayView($0) })
  }

  func look(_ input: CalendarInput, in ledger: isolated Ledger) throws(ControlError) -> CalendarLook {
    try look(at: try calendar(input, ledger.book, in: ledger.zone), in: ledger)
  }

  func add(
    _ input: CalendarInput, confirmed: Bool, to ledger: isolated Ledger
  ) throws(ControlError) -> AddCalendar.Reply {
    let calendar = try calendar(input, ledger.reopenedBook(), in: ledger.zone)
    let look = try look(at: calendar, in: ledger)
    if let doubt = look.doubt, !confirmed {
      throw ControlError(
        .nothingFound, "the calendar \(calendar.name) was not saved", why: "\(doubt); nothing was changed",
        fix: "if that is right, add `--yes`; else give another calendar, or have it skip less: "
          + "`--skip ALARM`, `--group NAME`",
        stillWorks: "alarms ring as before")
    }
    let before = ledger.book.holidays.calendar(calendar.name)
    var saved = try daysOff.store(.calendar, calendar.name, "the calendar", in: ledger) {
      book, moment throws(AlarmBook.Refusal) in try book.saving(calendar, at: moment)
    }
    if let before, before != calendar {
      saved.notes.append("It takes the place of the calendar of that name, which had \(Self.count(before.days)).")
    }
    return AddCalendar.Reply(calendar: look, saved: saved)
  }

  func remove(_ name: String, from ledger: isolated Ledger) throws(ControlError) -> DaysOffSaved {
    let calendar = try Self.calendar(name, ledger.reopenedBook())
    return try daysOff.store(.calendar, calendar.name, "the removal", in: ledger) {
      book, moment throws(AlarmBook.Refusal) in try book.removingCalendar(calendar.name, at: moment)
    }
  }

  private func look(at calendar: HolidayCalendar, in ledger: isolated Ledger) throws(ControlError) -> CalendarLook {
    let before = ledger.book.holidays
    let book = try ledger.decision("the calendar", of: .all) { book, moment throws(AlarmBook.Refusal) in
      try book.saving(calendar, at: moment)
    }.book
    let zone = ledger.zone
    let silencing = book.silencing(by: [calendar], over: before, at: views.time.now, in: zone)
    return CalendarLook(
      calendar, silencing, doubt: silencing.doubt.map { Self.words(for: $0) }, today: views.today, in: zone)
  }

  static func count(_ days: [HolidayCalendar.Day]) -> String { "\(days.count) day\(days.count == 1 ? "" : "s")" }

  static func words(for doubt: AlarmBook.Silencing.Doubt, _ itSkips: String = "it would skip") -> String {
    switch doubt {
    case .inARow(let count, let alarm):
      "\(itSkips) \(count) rings of \(alarm) one after the other, which is more than holidays do"
    case .often(let count, let from):
      "\(itSkips) \(count) rings within \(AlarmBook.Silencing.span) days from \(from) on, which is more than "
        + "holidays do"
    case .tooMuch: "\(itSkips) more rings than can be looked at"
    }
  }

  private static func calendar(_ name: String, _ book: AlarmBook) throws(ControlError) -> HolidayCalendar {
    guard let calendar = book.holidays.calendar(meant: name) else {
      throw ControlError(
        .nothingFound, "there is no calendar `\(name.prefix(100))`", why: "nothing was changed",
        fix: "see the calendars there are: `rouse calendar list`")
    }
    return calendar
  }

  // MARK: Input

  /// Checks everything again that a client has read from a file.
  private func calendar(
    _ input: CalendarInput, _ book: AlarmBook, in zone: ZoneRules
  ) throws(ControlError) -> HolidayCalendar {
    let scope = try book.scope(alarm: input.alarm, group: input.group, at: views.time.now, in: zone)
    guard !input.days.isEmpty else {
      throw ControlError(
        .badData, "the calendar has no days", why: "nothing was changed", fix: "give one with events of whole days")
    }
    guard input.days.count <= HolidayCalendar.mostDays else { throw ControlError(.tooManyHolidays, of: "the calendar") }
    return try validated { () throws(InvalidValue) in
      let name = try DaysOff.name(input.calendarName, field: "--name")
      return HolidayCalendar(
        name: book.holidays.calendar(meant: name)?.name ?? name, scope: scope,
        days: try input.days.map { date, title throws(InvalidValue) in
          HolidayCalendar.Day(try Self.date(date), try checkedName(title, field: "FILE"))
        },
        ends: try input.ends.map { text throws(InvalidValue) in try Self.date(text) },
        choice: HolidayCalendar.Choice(
          only: try Self.texts(input.only, field: "--only"), except: try Self.texts(input.except, field: "--except")))
    }
  }

  private static func date(_ text: String) throws(InvalidValue) -> LocalDate {
    guard let date = LocalDate(text) else {
      throw InvalidValue(
        field: "FILE", value: text, reason: "it is no date", remedy: "give dates like 2026-12-24")
    }
    return try DateText.checked(date, text, field: "FILE")
  }

  private static func texts(_ texts: [String]?, field: String) throws(InvalidValue) -> [String] {
    let (texts, most) = (texts ?? [], HolidayCalendar.Choice.most)
    guard texts.count <= most else {
      throw InvalidValue(
        field: field, value: "\(texts.count) texts", reason: "at most \(most) are kept", remedy: "give fewer")
    }
    return try texts.map { text throws(InvalidValue) in try checkedName(text, field: field, mayBeEmpty: false) }
  }
}

extension AlarmViews {
  var today: LocalDate { scheduler.zone.local(time.now).date }

  var endingCalendars: [EndingCalendarView] {
    let today = today
    return inForce.book.holidays.calendars.compactMap { calendar in
      calendar.ending(by: today).map { EndingCalendarView(name: calendar.name, end: $0.description) }
    }
  }
}
