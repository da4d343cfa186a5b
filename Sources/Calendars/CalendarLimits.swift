import AlarmClock

/// The limits beyond which a whole calendar is refused. Calendars come from elsewhere, and may be broken or malicious.
public struct CalendarLimits: Hashable, Sendable {
  public var bytes = 5_000_000
  /// Lines as stored in the file, before unfolding.
  public var lines = 200_000
  public var events = 10_000
  /// Named dates within the requested days.
  public var dates = 10_000
  /// Days examined while expanding rules and lists.
  public var steps = 2_000_000
  /// Nested components; two or three are usual.
  public var depth = 20
  /// Notes kept with their text; others are only counted.
  public var notes = 50

  public init() {}

  /// Returns the days that matter: a year back, to show what has just passed, and ten years ahead.
  public static func window(around today: LocalDate) -> ClosedRange<LocalDate> {
    today.adding(days: -366)...today.adding(days: 3653)
  }
}

/// Counts the reading steps, and ends the reading at a limit.
struct Budget {
  private let limit: Int
  private var left: Int

  init(_ limit: Int) { (self.limit, left) = (limit, limit) }

  mutating func spend(_ steps: Int = 1) throws(CalendarRefusal) {
    left -= steps
    if left < 0 { throw .tooManySteps(most: limit) }
  }
}
