/// Dates on which repeating alarms are skipped, each with its name.
public struct HolidayCalendar: Hashable, Sendable {
  /// Unique among calendars.
  public var name: String
  public var scope: DaysOff.Scope
  /// By date; of each date the first that is given.
  public private(set) var days: [Day]
  /// The last day of those that do not come back every year, where others do; `nil`: its last day.
  public var ends: LocalDate?
  /// Which days of its file people want. The days are chosen already; the next file is read by it.
  public var choice: Choice

  public struct Choice: Hashable, Sendable {
    /// Only days whose description has one of these texts, or as its first line what one has within quotes; empty: what the
    /// file says is a public holiday.
    public var only: [String]
    /// The names of days that do not count.
    public var except: [String]

    public init(only: [String] = [], except: [String] = []) { (self.only, self.except) = (only, except) }

    /// So many texts of either kind are kept.
    public static let most = 50

    /// Checks one of the texts: up to 100 characters.
    public static func text(_ text: String, field: String) throws(InvalidValue) -> String {
      try FieldText.name(text, field: field, mayBeEmpty: false)
    }
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

  /// So many calendars are kept.
  public static let most = 100
  /// So many days are kept, of all calendars together.
  public static let mostDays = 20_000
}

extension HolidayCalendar {
  /// When its days end, where that is near or has passed: then those of the next year are to be added. nil: it goes on.
  public func ending(by today: LocalDate) -> LocalDate? {
    (ends ?? days.last?.date).flatMap { $0 < today.adding(days: Self.endingDays) ? $0 : nil }
  }

  /// So many days before its end it is told of.
  private static let endingDays = 30
}

/// All calendars, and by which of them a date is a holiday: found at once, however many there are.
public struct Holidays: Sendable {
  /// By name.
  public private(set) var calendars: [HolidayCalendar]
  /// Where a date stands: in which calendar, as which day of it.
  private var places: [LocalDate: [(calendar: Int, day: Int)]] = [:]
  /// The days of all calendars of a scope, in order, as runs without a gap.
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

  /// The calendar that people mean by a name.
  public func calendar(meant name: String) -> HolidayCalendar? { DaysOff.meant(name, among: calendars, \.name) }

  /// With this calendar in the place of the one of its name.
  func saving(_ calendar: HolidayCalendar) -> Holidays {
    Holidays(calendars.filter { $0.name != calendar.name } + [calendar])
  }

  func removing(_ name: String) -> Holidays { Holidays(calendars.filter { $0.name != name }) }

  /// Returns the runs of holidays for an alarm that end on `date` or later.
  func runs(from date: LocalDate, of alarmID: String, group: String) -> Runs {
    let scopes: [DaysOff.Scope] = [.all, .group(group), .alarm(id: alarmID)]
    return Runs(
      runs: scopes.compactMap { runs[$0] }.map { runs in
        var (low, high) = (0, runs.count)
        while low < high {
          let middle = (low + high) / 2
          if runs[middle].upperBound < date { low = middle + 1 } else { high = middle }
        }
        return runs[low...]
      })
  }

  /// Runs of holidays, which are passed in order.
  struct Runs {
    fileprivate var runs: [ArraySlice<ClosedRange<LocalDate>>]

    /// Returns the first date from `date` on that is in no run. Never ask for an earlier date than the one before.
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

  /// What a date is for an alarm; nil: no holiday.
  func holiday(on date: LocalDate, of alarmID: String, group: String) -> (title: String, calendar: String)? {
    guard !places.isEmpty, let found = places[date] else { return nil }
    for place in found where calendars[place.calendar].scope.covers(alarmID, group: group) {
      return (calendars[place.calendar].days[place.day].title, calendars[place.calendar].name)
    }
    return nil
  }
}

extension Holidays: Hashable {
  public static func == (left: Holidays, right: Holidays) -> Bool { left.calendars == right.calendars }
  public func hash(into hasher: inout Hasher) { hasher.combine(calendars) }
}
