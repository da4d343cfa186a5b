import AlarmClock
import Calendars
import Control
import FoundationEssentials
import PlainText

/// A parsed calendar file. Its size is limited before the daemon sees it.
struct CalendarFile {
  private let path: String
  private let bytes: [UInt8]
  private let reader: CalendarReader
  private(set) var read: ReadCalendar
  private(set) var choice = HolidayCalendar.Choice()

  /// - Parameters:
  ///   - path: a file, or `-` for stdin.
  ///   - zone: the time zone of the alarms. Without its rules, no event in UTC counts as a whole day.
  init(_ path: String, today: LocalDate, zone: String) throws(ControlError) {
    let limits = CalendarLimits()
    self.path = path
    bytes = try Self.bytes(path, atMost: limits.bytes + 1)
    let rules: ZoneRules?
    do throws(ControlError) { rules = try Dashboard.zone(zone) } catch { rules = nil }
    reader = CalendarReader(window: CalendarLimits.window(around: today), zone: rules, limits: limits)
    read = try Self.read(bytes, of: path, by: reader, choice)
  }

  mutating func choose(_ choice: HolidayCalendar.Choice) throws(ControlError) {
    self.choice = choice
    read = try Self.read(bytes, of: path, by: reader, choice)
  }

  private static func read(
    _ bytes: [UInt8], of path: String, by reader: CalendarReader, _ choice: HolidayCalendar.Choice
  ) throws(ControlError) -> ReadCalendar {
    do throws(CalendarRefusal) { return try reader.read(bytes, choice: choice) } catch {
      throw ControlError(
        .badData, "\(shown(path)) is no calendar that can be used", why: error.reason, fix: error.remedy,
        stillWorks: "nothing was changed")
    }
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
          .internal, "the calendar cannot be handed over", why: "\(error)", fix: "give another calendar")
      }
      guard bytes > Wire.longestLine - 1000 else { break }
      input.days = days.mapValues { String($0.unicodeScalars.prefix(longest)).printable() }
    }
    return input
  }

  static func shown(_ path: String) -> String { path == InputFile.standardName ? "stdin" : path }

  private static func bytes(_ path: String, atMost most: Int) throws(ControlError) -> [UInt8] {
    let file =
      path == InputFile.standardName
      ? try InputFile.standardInput() : try InputFile(path, remedy: "give a calendar file, or `-` for stdin")
    var bytes: [UInt8] = []
    while bytes.count < most, let piece = try file.next(65_536) { bytes += piece }
    return bytes
  }
}
