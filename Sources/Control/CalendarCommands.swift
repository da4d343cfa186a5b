import AlarmClock

/// A calendar of holidays that is handed over: dates with names.
public struct CalendarInput: Codable, Sendable, Hashable {
  /// One of the same name is replaced.
  public var calendarName: String
  /// The alarm that it skips, by id or label; with no group either: all that repeat.
  public var alarm: String?
  public var group: String?
  /// By date, as `2026-12-24`: each has one name.
  public var days: [String: String]
  /// The last day of those that do not come back every year, where others do.
  public var ends: String?
  /// The days of the file that were wanted, to be kept for the next one.
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

/// Says what a calendar would do; refused where its adding would be.
public struct LookAtCalendar: Command {
  public static let name = "calendar.look"
  public static let mayTakeLong = true
  public typealias Reply = CalendarLook
  public var input: CalendarInput
  public init(input: CalendarInput) { self.input = input }
}

public struct CalendarLook: Codable, Sendable, Hashable {
  public var calendar: CalendarView
  /// The first rings that it skips.
  public var skips: [CalendarSkipView]
  public var skipCount: Int
  /// Why somebody is to have a second thought, a clause; nil: it skips no more than holidays do.
  @OrNull public var doubt: String?
}

public struct CalendarSkipView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  /// RFC 3339.
  public var time: String
  public var title: String
}

/// Keeps a calendar.
public struct AddCalendar: ChangingCommand {
  public static let name = "calendar.add"
  public static let mayTakeLong = true
  public struct Reply: Codable, Sendable {
    public var calendar: CalendarLook
    public var saved: DaysOffSaved
    public init(calendar: CalendarLook, saved: DaysOffSaved) { (self.calendar, self.saved) = (calendar, saved) }
  }
  public var input: CalendarInput
  /// Somebody has seen what there is to have a second thought about, and wants it.
  public var confirmed: Bool
  public init(input: CalendarInput, confirmed: Bool) { (self.input, self.confirmed) = (input, confirmed) }
}

public struct ListCalendars: Command {
  public static let name = "calendar.list"
  public struct Reply: Codable, Sendable {
    public var calendars: [CalendarView]
    public init(calendars: [CalendarView]) { self.calendars = calendars }
  }
  public init() {}
}

/// A calendar with all its days.
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

public struct RemoveCalendar: ChangingCommand {
  public static let name = "calendar.remove"
  public typealias Reply = DaysOffSaved
  public var calendar: String
  public init(calendar: String) { self.calendar = calendar }
}

public struct CalendarDayView: Codable, Sendable, Hashable {
  /// `2026-12-24`
  public var date: String
  public var name: String
}

public struct CalendarView: Codable, Sendable, Hashable {
  public var name: String
  /// The alarm that it skips, by its id; nil: others.
  @OrNull public var alarm: String?
  /// The group that it skips; nil, with no alarm either: all that repeat.
  @OrNull public var group: String?
  public var dayCount: Int
  /// `2026-12-24`
  @OrNull public var first: String?
  @OrNull public var last: String?
  /// When those days end that do not come back every year, where others do.
  @OrNull public var ends: String?
  /// Only days of its file count whose description has one of these texts.
  @OrNull public var only: [String]?
  /// Days of its file that do not count.
  @OrNull public var except: [String]?
  /// From today on.
  @OrNull public var next: CalendarDayView?
  /// It has ended, or does so within 30 days.
  public var ending: Bool
}

/// A calendar whose days have come to an end, or do so soon.
public struct EndingCalendarView: Codable, Sendable, Hashable {
  public var name: String
  /// `2026-12-31`
  public var end: String

  public init(name: String, end: String) { (self.name, self.end) = (name, end) }

  /// `holidays ends 2026-12-31`
  public func what(today: String) -> String {
    "the calendar \(name) \(end < today ? "has ended" : "ends") \(end)"
  }

  public var fix: String { "add the next year's: `rouse calendar add FILE --name \(name.shellWord)`" }
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
