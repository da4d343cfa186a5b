/// The reason why a calendar is not used at all.
public enum CalendarRefusal: Error, Hashable, Sendable {
  case tooLong(mostBytes: Int)
  case tooManyLines(most: Int)
  case tooManyEvents(most: Int)
  case tooManyDates(most: Int)
  case tooManySteps(most: Int)
  case tooDeep(line: Int, most: Int)
  case utf16
  case noCalendar

  /// A clause without a period.
  public var reason: String {
    switch self {
    case .tooLong(let most): "it is longer than \(most / 1_000_000) MB"
    case .tooManyLines(let most): "it has more than \(most) lines"
    case .tooManyEvents(let most): "it has more than \(most) events"
    case .tooManyDates(let most): "its days come to more than \(most), from a year ago to ten years ahead"
    case .tooManySteps: "its rules come to more days than can be looked at"
    case .tooDeep(let line, let most): "line \(line): its parts lie within each other more than \(most) deep"
    case .utf16: "its letters are stored as UTF-16"
    case .noCalendar: "it is no iCalendar file: no line says BEGIN:VCALENDAR"
    }
  }

  /// What to do, a clause without a period.
  public var remedy: String {
    switch self {
    case .utf16: "save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE"
    case .noCalendar: "give a file that ends in .ics; see what a download brought: head FILE"
    case .tooDeep: "get it anew, or from somewhere else"
    default: "give a calendar of holidays alone, of a few years"
    }
  }
}
