/// When an alarm repeats whose weeks are not alike, or that begins or ends on a date.
public struct DatedRule: Hashable, Sendable {
  public var days: Days
  /// The first date that counts; weeks and cycles are counted from it. nil: there always was one.
  public var from: LocalDate?
  /// It ends before this date; nil: never.
  public var until: LocalDate?

  public init(_ days: Days, from: LocalDate? = nil, until: LocalDate? = nil) {
    self.days = days
    self.from = from
    self.until = until
  }

  public enum Days: Hashable, Sendable {
    /// These weekdays of every so many weeks (`everies`). Weeks begin on Monday; the one that holds `from` counts.
    case weeks(Weekdays, every: Int, at: LocalTime)
    case months(MonthDays, at: LocalTime)
    /// A time for each day from `from` on, over and over (`cycles`); nil: a day off.
    case cycle([LocalTime?])
  }

  /// Why nobody can have set it, a clause without a full stop; nil: all of it can be.
  public var problem: String? {
    switch days {
    case .weeks(let weekdays, let every, _):
      if weekdays.isEmpty { return "no day is named" }
      if !Self.everies.contains(every) { return "it can be every 1 to \(Self.everies.upperBound) weeks" }
      if every > 1, from == nil { return "nothing says from which week on it counts" }
    case .months(let days, _): if days.isEmpty { return "no day is named" }
    case .cycle(let times):
      if !Self.cycles.contains(times.count) {
        return "a cycle has \(Self.cycles.lowerBound) to \(Self.cycles.upperBound) days, and this one \(times.count)"
      }
      if !times.contains(where: { $0 != nil }) { return "it has no day with a time" }
      if from == nil { return "nothing says from which day on it counts" }
    }
    if let from, let until, until <= from { return "it ends on \(until), before it begins" }
    return nil
  }

  public static let everies = 1...52
  /// How many days a cycle may have.
  public static let cycles = 2...60

  /// Where weeks and cycles are counted from where no date is given: a Monday.
  private static let origin = LocalDate(daysSinceEpoch: 4)
  private var start: LocalDate { from ?? Self.origin }

  /// The time of day on a date; nil: it is not due then.
  public func time(on date: LocalDate) -> LocalTime? {
    guard from.map({ $0 <= date }) ?? true, until.map({ date < $0 }) ?? true else { return nil }
    switch days {
    case .weeks(let weekdays, let every, let time):
      return weekdays.contains(date.weekday) && weeks(to: date).isMultiple(of: Int64(max(1, every))) ? time : nil
    case .months(let days, let time): return days.contains(date) ? time : nil
    case .cycle(let times): return times.isEmpty ? nil : times[place(of: date, in: times)]
    }
  }

  /// The first date from this one on that it is due on; however far that is, it is found at once.
  func first(onOrAfter date: LocalDate) -> LocalDate? {
    let earliest = max(date, from ?? date)
    guard let found = match(onOrAfter: earliest), until.map({ found < $0 }) ?? true else { return nil }
    return found
  }

  private func match(onOrAfter date: LocalDate) -> LocalDate? {
    switch days {
    case .weeks(let weekdays, let every, _):
      guard let earliest = weekdays.first(from: .monday) else { return nil }
      let over = every > 1 ? Int(weeks(to: date).flooredRemainder(by: Int64(every))) : 0
      if over == 0, let day = weekdays.first(from: date.weekday) {
        return date.adding(days: day.rawValue - date.weekday.rawValue)
      }
      let monday = date.adding(days: 1 - date.weekday.rawValue)
      return monday.adding(days: (max(1, every) - over) * 7 + earliest.rawValue - 1)
    case .months(let days, _): return days.first(onOrAfter: date)
    case .cycle(let times):
      guard !times.isEmpty else { return nil }
      let place = place(of: date, in: times)
      return (0..<times.count).first { times[(place + $0) % times.count] != nil }.map { date.adding(days: $0) }
    }
  }

  /// From the week of `from` to that of a date.
  private func weeks(to date: LocalDate) -> Int64 {
    func monday(_ date: LocalDate) -> Int64 { date.daysSinceEpoch - Int64(date.weekday.rawValue - 1) }
    return (monday(date) - monday(start)) / 7
  }

  private func place(of date: LocalDate, in times: [LocalTime?]) -> Int {
    Int((date.daysSinceEpoch - start.daysSinceEpoch).flooredRemainder(by: Int64(times.count)))
  }

  /// The last date that it is due on; nil: there is no end, or none at all.
  var last: LocalDate? {
    guard let until else { return nil }
    // No rule leaves out more days than this on end.
    for days in 1...(Self.everies.upperBound + 1) * 7 {
      let date = until.adding(days: -days)
      if time(on: date) != nil { return date }
    }
    return nil
  }
}

extension DatedRule {
  /// The one time of day there is; nil: a cycle has several.
  public var time: LocalTime? {
    switch days {
    case .weeks(_, _, let time), .months(_, let time): time
    case .cycle: nil
    }
  }

  public var weekdays: Weekdays? { if case .weeks(let weekdays, _, _) = days { weekdays } else { nil } }

  /// `weeks`, `months` or `cycle`, as requests and columns have it.
  public var word: String {
    switch days {
    case .weeks: "weeks"
    case .months: "months"
    case .cycle: "cycle"
    }
  }
}
