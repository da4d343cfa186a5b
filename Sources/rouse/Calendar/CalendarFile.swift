import AlarmClock
import Calendars
import Control
import FoundationEssentials
import PlainText

/// A calendar that is read, bounded in all that it may take, before the daemon hears of it.
struct CalendarFile {
  let read: ReadCalendar
  /// By date: each has one name.
  let days: [String: String]
  /// Its last days were left out.
  let isCut: Bool

  /// - Parameter path: a file, or `-` for stdin.
  init(_ path: String, today: LocalDate) throws(ControlError) {
    let limits = CalendarLimits()
    let bytes = try Self.bytes(path, atMost: limits.bytes + 1)
    do throws(CalendarRefusal) {
      read = try CalendarReader(window: CalendarLimits.window(around: today), limits: limits).read(bytes)
    } catch {
      throw ControlError(
        .badData, "\(Self.shown(path)) is no calendar that can be used", why: error.reason, fix: error.remedy,
        stillWorks: "nothing was changed")
    }
    var (days, isCut) = ([String: String](), false)
    for day in read.days {
      // What goes on for ever would hide that the rest has ended.
      if let end = read.end, day.date > end {
        isCut = true
        continue
      }
      let names = [days[day.date.description], day.name].compactMap(\.self)
      days[day.date.description] = String(names.joined(separator: ", ").prefix(100))
    }
    (self.days, self.isCut) = (days, isCut)
  }

  /// What the calendar is called if nobody says otherwise.
  func name(of path: String) -> String {
    let base = path.split(separator: "/").last.map(String.init) ?? path
    let stem = base.lowercased().hasSuffix(".ics") ? String(base.dropLast(4)) : base
    let name = path == InputFile.standardName ? read.name ?? "holidays" : stem
    return String(name.printable().prefix(DaysOff.longestName))
  }

  /// The same days, with names so short that they fit into one request.
  func input(_ name: String, alarm: String?, group: String?) throws(ControlError) -> CalendarInput {
    var input = CalendarInput(calendarName: name, alarm: alarm, group: group, days: days)
    for longest in [60, 40, 20, 10] {
      let bytes: Int
      do { bytes = try JSONEncoder().encode(input).count } catch {
        throw ControlError(
          .internal, "the calendar cannot be handed over", why: "\(error)", fix: "give another calendar")
      }
      guard bytes > Wire.longestLine - 1000 else { break }
      input.days = days.mapValues { String($0.unicodeScalars.prefix(longest)) }
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
