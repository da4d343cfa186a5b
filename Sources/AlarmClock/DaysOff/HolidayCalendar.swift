/// Named dates on which repeating alarms are skipped.
public struct HolidayCalendar: Hashable, Sendable, ScopedDaysOff {
  /// Unique among calendars.
  public var name: String
  public var scope: DaysOff.Scope
  /// Ordered by date. If a date is given twice, the first one counts.
  public private(set) var days: [Day]
  /// The last day that does not repeat yearly, if other days do; otherwise `nil`, and the last day is the end.
  public var ends: LocalDate?
  /// Which days of the file the user wants. `days` is already filtered; the choice is kept for the next file.
  public var choice: Choice

  public struct Choice: Hashable, Sendable {
    /// Texts of which a day's description must contain one. A text in quotes must equal the first line instead.
    /// If this is empty, the days that the file marks as public holidays count.
    public var only: [String]
    public var except: [String]

    public init(only: [String] = [], except: [String] = []) { (self.only, self.except) = (only, except) }

    /// The most texts of either kind.
    public static let most = 50
  }

  public struct Day: Hashable, Sendable {
    public var date: LocalDate
    /// Up to 100 characters without control characters; may be empty.
    public var title: String

    public init(_ date: LocalDate, _ title: String) {
      self.date = date
      self.title = title
    }
  }

  public init(
    name: String, scope: DaysOff.Scope = .all, days: [Day], ends: LocalDate? = nil, choice: Choice = Choice()
  ) {
    self.name = name
    (self.ends, self.choice) = (ends, choice)
    self.scope = scope
    var seen: Set<LocalDate> = []
    self.days = days.filter { seen.insert($0.date).inserted }.sorted { $0.date < $1.date }
  }

  public static let most = 100
  /// The most days in all calendars together.
  public static let mostDays = 20_000

  /// Returns when its days end, if that is near or past and next year's must be added, otherwise `nil`.
  public func ending(by today: LocalDate) -> LocalDate? {
    (ends ?? days.last?.date).flatMap { $0 < today.adding(days: Self.endingDays) ? $0 : nil }
  }

  /// How many days before its end a calendar counts as ending.
  private static let endingDays = 30
}

/// All calendars, indexed by date. The cost of a lookup does not depend on their number.
public struct Holidays: Hashable, Sendable {
  /// Sorted by name.
  public private(set) var calendars: [HolidayCalendar]
  /// The indexes of calendars and of days within them, by date.
  private var places: [LocalDate: [(calendar: Int, day: Int)]] = [:]
  /// All days of each scope, as days since 1970-01-01.
  private let runs: [DaysOff.Scope: RangeSet<Int64>]

  public init(_ calendars: [HolidayCalendar] = []) {
    self.calendars = calendars.sorted { $0.name < $1.name }
    for (number, calendar) in self.calendars.enumerated() {
      for (place, day) in calendar.days.enumerated() { places[day.date, default: []].append((number, place)) }
    }
    runs = Dictionary(grouping: self.calendars, by: \.scope).mapValues { calendars in
      RangeSet(calendars.flatMap(\.days).map(\.date.daysSinceEpoch).sorted().map { $0..<$0 + 1 })
    }
  }

  public var count: Int { calendars.reduce(0) { $0 + $1.days.count } }

  public func calendar(_ name: String) -> HolidayCalendar? { calendars.first { $0.name == name } }

  public func calendar(meant name: String) -> HolidayCalendar? { DaysOff.meant(name, among: calendars) }

  /// Returns a copy with this calendar added, or in place of the calendar with the same name.
  func saving(_ calendar: HolidayCalendar) -> Holidays {
    Holidays(calendars.filter { $0.name != calendar.name } + [calendar])
  }

  func removing(_ name: String) -> Holidays { Holidays(calendars.filter { $0.name != name }) }

  /// Returns the first date on or after `date` that is no holiday of an alarm.
  func firstFree(onOrAfter date: LocalDate, of alarmID: String, group: String) -> LocalDate {
    let taken = [DaysOff.Scope.all, .group(group), .alarm(id: alarmID)].compactMap { runs[$0]?.ranges }
    func end(ofRunAround day: Int64) -> Int64? {
      let runs = taken.compactMap { ranges in ranges[ranges.firstSortedIndex { day < $0.upperBound }...].first }
      return runs.first { $0.contains(day) }?.upperBound
    }
    var day = date.daysSinceEpoch
    while let end = end(ofRunAround: day) { day = end }
    return LocalDate(daysSinceEpoch: day)
  }

  func holiday(on date: LocalDate, of alarmID: String, group: String) -> (title: String, calendar: String)? {
    let found = places[date]?.first { calendars[$0.calendar].scope.covers(alarmID, group: group) }
    return found.map { (calendars[$0.calendar].days[$0.day].title, calendars[$0.calendar].name) }
  }

  public static func == (left: Holidays, right: Holidays) -> Bool { left.calendars == right.calendars }
  public func hash(into hasher: inout Hasher) { hasher.combine(calendars) }

  /// Returns the dates from `first` on, in order, that are at most `days` days away from a date in `others`.
  func dates(near others: Holidays, within days: Int, from first: LocalDate) -> [LocalDate] {
    let centers = others.dates(from: first)
    var place = 0
    return dates(from: first).filter { date in
      while place < centers.count, centers[place].adding(days: days) < date { place += 1 }
      return place < centers.count && centers[place] <= date.adding(days: days)
    }
  }

  private func dates(from first: LocalDate) -> [LocalDate] {
    Set(calendars.flatMap { $0.days.map(\.date) }).filter { $0 >= first }.sorted()
  }
}
