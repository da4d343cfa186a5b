/// Named dates on which repeating alarms are skipped.
public struct HolidayCalendar: Hashable, Sendable {
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
}

extension HolidayCalendar {
  /// Returns when its days end, if that is near or past and next year's must be added, otherwise `nil`.
  public func ending(by today: LocalDate) -> LocalDate? {
    (ends ?? days.last?.date).flatMap { $0 < today.adding(days: Self.endingDays) ? $0 : nil }
  }

  /// How many days before its end a calendar counts as ending.
  private static let endingDays = 30
}

/// All calendars, indexed by date. The cost of a lookup does not depend on their number.
public struct Holidays: Sendable {
  /// Sorted by name.
  public private(set) var calendars: [HolidayCalendar]
  /// The indexes of calendars and of days within them, by date.
  private var places: [LocalDate: [(calendar: Int, day: Int)]] = [:]
  /// All days of each scope, as sorted ranges without gaps.
  private let runs: [DaysOff.Scope: [ClosedRange<LocalDate>]]

  public init(_ calendars: [HolidayCalendar] = []) {
    self.calendars = calendars.sorted { $0.name < $1.name }
    for (number, calendar) in self.calendars.enumerated() {
      for (place, day) in calendar.days.enumerated() { places[day.date, default: []].append((number, place)) }
    }
    runs = Dictionary(grouping: self.calendars, by: \.scope).mapValues { calendars in
      calendars.flatMap(\.days).map(\.date).sorted().reduce(into: []) { runs, date in
        if let last = runs.last, date <= last.upperBound.adding(days: 1) {
          runs[runs.count - 1] = last.lowerBound...max(date, last.upperBound)
        } else {
          runs.append(date...date)
        }
      }
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

  /// Returns the runs of holidays for an alarm that end on `date` or later.
  func runs(from date: LocalDate, of alarmID: String, group: String) -> Runs {
    let scopes: [DaysOff.Scope] = [.all, .group(group), .alarm(id: alarmID)]
    return Runs(
      runs: scopes.compactMap { runs[$0] }.map { runs in
        runs[runs.firstSortedIndex(where: { $0.upperBound >= date })...]
      })
  }

  /// Ranges of holidays, to be walked in order.
  struct Runs {
    fileprivate var runs: [ArraySlice<ClosedRange<LocalDate>>]

    /// Returns the first date on or after `date` outside all ranges. Dates must not decrease from call to call.
    mutating func firstFree(onOrAfter date: LocalDate) -> LocalDate {
      var (date, place) = (date, 0)
      while place < runs.count {
        while let run = runs[place].first, run.upperBound < date { runs[place].removeFirst() }
        if let run = runs[place].first, run.lowerBound <= date {
          date = run.upperBound.adding(days: 1)
          place = 0
        } else {
          place += 1
        }
      }
      return date
    }
  }

  func holiday(on date: LocalDate, of alarmID: String, group: String) -> (title: String, calendar: String)? {
    let found = places[date]?.first { calendars[$0.calendar].scope.covers(alarmID, group: group) }
    return found.map { (calendars[$0.calendar].days[$0.day].title, calendars[$0.calendar].name) }
  }
}

extension Holidays: Hashable {
  public static func == (left: Holidays, right: Holidays) -> Bool { left.calendars == right.calendars }
  public func hash(into hasher: inout Hasher) { hasher.combine(calendars) }
}
