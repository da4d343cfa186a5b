import AlarmClock

/// How much of a calendar is read before it is refused as a whole. A calendar comes from somewhere else, and may be broken, or
/// made to be a nuisance.
public struct CalendarLimits: Hashable, Sendable {
  public var bytes = 5_000_000
  /// Lines as they stand in the file, before folded ones are joined.
  public var lines = 200_000
  public var events = 10_000
  /// Dates with a name, within the days that are asked for.
  public var dates = 10_000
  /// Days that are looked at to find out what rules and lists come to.
  public var steps = 2_000_000
  /// Components within each other; two or three are usual.
  public var depth = 20
  /// Notes with their words; further ones are counted.
  public var notes = 50

  public init() {}

  /// The days that count: a year back, so that what has just passed can be shown, and ten years ahead.
  public static func window(around today: LocalDate) -> ClosedRange<LocalDate> {
    today.adding(days: -366)...today.adding(days: 3653)
  }
}

/// Counts what reading takes, and ends it.
struct Budget {
  private let limit: Int
  private var left: Int

  init(_ limit: Int) { (self.limit, left) = (limit, limit) }

  mutating func spend(_ steps: Int = 1) throws(CalendarRefusal) {
    left -= steps
    if left < 0 { throw .tooManySteps(most: limit) }
  }
}
