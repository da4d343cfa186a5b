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
    case .tooManyDates(let most): "it has more than \(most) days from a year ago to ten years ahead"
    case .tooManySteps: "its rules give more days than can be checked"
    case .tooDeep(let line, let most): "line \(line): its parts are nested more than \(most) deep"
    case .utf16: "its text is UTF-16"
    case .noCalendar: "it is not an iCalendar file: it has no line BEGIN:VCALENDAR"
    }
  }

  /// The fix, a clause without a period.
  public var remedy: String {
    switch self {
    case .utf16: "save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE"
    case .noCalendar: "give an .ics file; check what was downloaded: head FILE"
    case .tooDeep: "download it again, or from somewhere else"
    default: "give a calendar with only holidays, of a few years"
    }
  }
}
