import AlarmClock
import Testing

@testable import Calendars

/// Reads calendars as in November 2026, from a year back to ten years ahead.
enum Reading {
  static func read(_ text: String, _ limits: CalendarLimits = CalendarLimits()) throws -> ReadCalendar {
    try read(Array(text.utf8), limits)
  }

  static func read(
    _ bytes: [UInt8], _ limits: CalendarLimits = CalendarLimits(), choice: HolidayCalendar.Choice = .init(),
    zone: ZoneRules? = nil
  ) throws -> ReadCalendar {
    let today = try #require(LocalDate(year: 2026, month: 11, day: 25))
    return try CalendarReader(window: CalendarLimits.window(around: today), zone: zone, limits: limits)
      .read(bytes, choice: choice)
  }

  static func refusal(_ text: String, _ limits: CalendarLimits = CalendarLimits()) throws -> CalendarRefusal? {
    do { _ = try read(text, limits) } catch let error as CalendarRefusal { return error }
    return nil
  }

  /// Reads a calendar with one event, whose lines are separated by spaces.
  static func event(_ lines: String) throws -> ReadCalendar { try read(calendar(lines)) }

  static func calendar(_ lines: String) -> String {
    let event = lines.split(separator: " ").joined(separator: "\n")
    return "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Day off\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n"
  }

  /// Reads a calendar with several events, whose lines are separated by spaces.
  static func events(_ events: [String]) throws -> ReadCalendar {
    let lines = events.map { "BEGIN:VEVENT\n\($0.replacing(" ", with: "\n"))\nEND:VEVENT\n" }
    return try read("BEGIN:VCALENDAR\n\(lines.joined())END:VCALENDAR\n")
  }
}

extension ReadCalendar {
  var dates: [String] { days.map(\.date.description) }
  var told: [String] { notes.map(\.description) }
}
