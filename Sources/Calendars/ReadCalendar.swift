import AlarmClock

/// The all-day events of a calendar within the requested days.
public struct ReadCalendar: Hashable, Sendable {
  /// The name in the file.
  public var name: String?
  /// Sorted by date, then name, without duplicates.
  public var days: [CalendarDay] = []
  /// The last day of the events that end, or `nil` if none does.
  public var end: LocalDate?
  /// Whether some events continue after the requested days.
  public var goesOn = false
  /// The all-day events that count, by description.
  public var counted: [DayGroup] = []
  /// The all-day events that do not count: observances, regional holidays, and those excluded by choice.
  public var leftOut: [DayGroup] = []
  /// The all-day events that may or may not be days off; they do not count.
  public var undecided: [DayGroup] = []
  /// Names excluded by choice that no event has.
  public var unknownNames: [String] = []
  public var timedEvents = 0
  public var cancelledEvents = 0
  public var notes: [CalendarNote] = []
  public var furtherNotes = 0
}

/// A day off, and why.
public struct CalendarDay: Hashable, Sendable, Comparable {
  public var date: LocalDate
  public var name: String

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.date, left.name) < (right.date, right.name)
  }
}

/// Events with the same description.
public struct DayGroup: Hashable, Sendable {
  /// The first line of the description; may be empty.
  public var word: String
  public var events: Int
  public var example: String
}

/// Something that was not understood, while the rest was.
public struct CalendarNote: Hashable, Sendable, CustomStringConvertible {
  /// The line in the file, from 1.
  public var line: Int
  /// A clause without a period.
  public var text: String

  public var description: String { "line \(line): \(text)" }
}

/// Collects notes up to a limit.
struct Notes {
  private let most: Int
  private(set) var kept: [CalendarNote] = []
  private(set) var further = 0

  init(most: Int) { self.most = most }

  mutating func add(_ line: Int, _ text: String) {
    if kept.count < most { kept.append(CalendarNote(line: line, text: text)) } else { further += 1 }
  }
}
