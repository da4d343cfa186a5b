import AlarmClock

/// A holiday calendar to add: dates with names.
public struct CalendarInput: Codable, Sendable, Hashable {
  /// Replaces a calendar of the same name.
  public var calendarName: String
  /// The alarm that it skips, by id or label. If `group` is `nil` as well, it skips all repeating alarms.
  public var alarm: String?
  public var group: String?
  /// Names by date, such as `2026-12-24`.
  public var days: [String: String]
  /// The last day that does not repeat yearly, if other days do.
  public var ends: String?
  /// The user's choice of days, kept for the next file.
  public var only: [String]?
  public var except: [String]?

  public init(
    calendarName: String, alarm: String?, group: String?, days: [String: String], ends: String? = nil,
    only: [String] = [], except: [String] = []
  ) {
    (self.calendarName, self.alarm, self.group, self.days) = (calendarName, alarm, group, days)
    (self.ends, self.only, self.except) = (ends, only, except)
  }
}

/// Returns the effect of adding a calendar. Refused for the same reasons as adding it.
public struct LookAtCalendar: LongCommand {
  public static let name = "calendar.look"
  public typealias Reply = CalendarLook
  public var input: CalendarInput
  public init(input: CalendarInput) { self.input = input }
}

public struct CalendarLook: Codable, Sendable, Hashable {
  public var calendar: CalendarView
  public var skips: [CalendarSkipView]
  public var skipCount: Int
  /// A reason to ask for confirmation, as a clause; `nil` if the calendar skips no more than usual holidays.
  @OrNull public var doubt: String?
}

public struct CalendarSkipView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  /// RFC 3339.
  public var time: String
  public var title: String
}

/// Adds or replaces a calendar.
public struct AddCalendar: ChangingCommand, LongCommand {
  public static let name = "calendar.add"
  public struct Reply: Codable, Sendable {
    public var calendar: CalendarLook
    public var saved: DaysOffSaved
    public init(calendar: CalendarLook, saved: DaysOffSaved) { (self.calendar, self.saved) = (calendar, saved) }
  }
  public var input: CalendarInput
  /// Whether the user has seen the doubt and wants the calendar anyway.
  public var confirmed: Bool
  public init(input: CalendarInput, confirmed: Bool) { (self.input, self.confirmed) = (input, confirmed) }
}

public typealias ListCalendars = PlainCommand<CalendarList>

public struct CalendarList: PlainReply {
  public static let command = "calendar.list"
  public var calendars: [CalendarView]
  public init(calendars: [CalendarView]) { self.calendars = calendars }
}

/// Returns a calendar with all its days.
public struct ShowCalendar: Command {
  public static let name = "calendar.show"
  public struct Reply: Codable, Sendable {
    public var calendar: CalendarView
    public var days: [CalendarDayView]
    public init(calendar: CalendarView, days: [CalendarDayView]) { (self.calendar, self.days) = (calendar, days) }
  }
  public var calendar: String
  public init(calendar: String) { self.calendar = calendar }
}

public struct RemoveCalendar: DaysOffSaving {
  public static let name = "calendar.remove"
  public var calendar: String
  public init(calendar: String) { self.calendar = calendar }
}

public struct CalendarDayView: Codable, Sendable, Hashable {
  /// For example `2026-12-24`.
  public var date: String
  public var name: String
}

public struct CalendarView: Codable, Sendable, Hashable {
  public var name: String
  /// The id of the only alarm that it skips, otherwise `nil`.
  @OrNull public var alarm: String?
  /// The group that it skips. If `alarm` is `nil` as well, it skips all repeating alarms.
  @OrNull public var group: String?
  public var dayCount: Int
  /// For example `2026-12-24`.
  @OrNull public var first: String?
  @OrNull public var last: String?
  /// The last day that does not repeat yearly, if other days do.
  @OrNull public var ends: String?
  /// Only days whose description contains one of these texts count.
  @OrNull public var only: [String]?
  @OrNull public var except: [String]?
  /// The first day from today on.
  @OrNull public var next: CalendarDayView?
  /// Whether it has ended or ends within 30 days.
  public var ending: Bool
}

/// A calendar that has ended or is about to end.
public struct EndingCalendarView: Codable, Sendable, Hashable {
  public var name: String
  public var end: String

  public init(name: String, end: String) { (self.name, self.end) = (name, end) }

  /// For example `the calendar holidays ends 2026-12-31`.
  public func what(today: String) -> String {
    "the calendar \(name) \(end < today ? "ended" : "ends") on \(end)"
  }

  public var fix: String { "add next year's: `rouse calendar add FILE --name \(name.shellWord)`" }
}

extension CalendarView {
  package init(_ calendar: HolidayCalendar, today: LocalDate) {
    self.init(
      name: calendar.name, alarm: calendar.scope.alarmID, group: calendar.scope.group, dayCount: calendar.days.count,
      first: calendar.days.first?.date.description, last: calendar.days.last?.date.description,
      ends: calendar.ends?.description, only: calendar.choice.only, except: calendar.choice.except,
      next: calendar.days.first { $0.date >= today }.map { CalendarDayView($0) },
      ending: calendar.ending(by: today) != nil)
  }
}

extension CalendarDayView {
  package init(_ day: HolidayCalendar.Day) { self.init(date: day.date.description, name: day.title) }
}

extension CalendarLook {
  package init(
    _ calendar: HolidayCalendar, _ silencing: AlarmBook.Silencing, doubt: String?, today: LocalDate, in zone: ZoneRules
  ) {
    self.init(
      calendar: CalendarView(calendar, today: today),
      skips: silencing.first.map {
        CalendarSkipView(
          alarmId: $0.alarmID, label: $0.label, time: RFC3339.format($0.due, in: zone), title: $0.title)
      }, skipCount: silencing.count, doubt: doubt)
  }
}
