import AlarmClock

/// What a calendar says of whole days.
public struct ReadCalendar: Hashable, Sendable {
  /// As the file calls itself.
  public var name: String?
  /// By date, then name; none twice.
  public var days: [CalendarDay] = []
  /// The last day of those events that come to an end. nil: all go on, or there is no day at all.
  public var end: LocalDate?
  /// Whether some events go on beyond the days that are asked for.
  public var goesOn = false
  /// Whole days that count, if the calendar sorts its days.
  public var counted: [DayGroup] = []
  /// Whole days that do not count: observances, holidays of regions, and what a choice leaves out.
  public var leftOut: [DayGroup] = []
  /// Whole days of which nobody knows whether they are days off; they do not count.
  public var undecided: [DayGroup] = []
  /// What a choice leaves out by a name that no event has.
  public var unknownNames: [String] = []
  /// Events with a time of day, which are no holidays.
  public var timedEvents = 0
  public var cancelledEvents = 0
  public var notes: [CalendarNote] = []
  /// Further ones, which are not kept.
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

/// Events of one description.
public struct DayGroup: Hashable, Sendable {
  /// The first line of the description; empty where there is none.
  public var word: String
  public var events: Int
  /// The name of one of them.
  public var example: String
}

/// Something that was not understood, while the rest was.
public struct CalendarNote: Hashable, Sendable, CustomStringConvertible {
  /// Of the file, from 1.
  public var line: Int
  /// A clause without a full stop.
  public var text: String

  public var description: String { "line \(line): \(text)" }
}

/// Notes as they come up, in bounds.
struct Notes {
  private let most: Int
  private(set) var kept: [CalendarNote] = []
  private(set) var further = 0

  init(most: Int) { self.most = most }

  mutating func add(_ line: Int, _ text: String) {
    if kept.count < most { kept.append(CalendarNote(line: line, text: text)) } else { further += 1 }
  }
}
