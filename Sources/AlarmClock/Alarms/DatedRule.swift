/// A repetition that differs from week to week, or that starts or ends on a date.
public struct DatedRule: Hashable, Sendable {
  public var days: Days
  /// The first date. Weeks and cycles are counted from it. `nil` if the rule has no beginning.
  public var from: LocalDate?
  /// The date before which the rule ends, or `nil` if it never does.
  public var until: LocalDate?

  public init(_ days: Days, from: LocalDate? = nil, until: LocalDate? = nil) {
    self.days = days
    self.from = from
    self.until = until
  }

  public enum Days: Hashable, Sendable {
    /// The weekdays in every `every`th week, 1 to 52. Weeks begin on Monday; the week of `from` is the first.
    case weeks(Weekdays, every: Int, at: LocalTime)
    case months(MonthDays, at: LocalTime)
    /// One time for each day, 2 to 60 days, repeated from `from` on; `nil` for a day off.
    case cycle([LocalTime?])
  }

  /// Why the rule is invalid, as a clause without a period, or `nil` if it is valid.
  public var problem: String? {
    switch days {
    case .weeks(let weekdays, let every, _):
      if weekdays.isEmpty { return "no day is given" }
      if !Self.everies.contains(every) { return "the interval must be 1 to \(Self.everies.upperBound) weeks" }
      if every > 1, from == nil { return "it needs a first date to count weeks from" }
    case .months(let days, _): if days.isEmpty { return "no day is given" }
    case .cycle(let times):
      if !Self.cycles.contains(times.count) {
        return "a cycle has \(Self.cycles.lowerBound) to \(Self.cycles.upperBound) days; this one has \(times.count)"
      }
      if !times.contains(where: { $0 != nil }) { return "none of its days has a time" }
      if from == nil { return "it needs a first date to count days from" }
    }
    if let from, let until, until <= from { return "it ends on \(until), before it begins" }
    return nil
  }

  public static let everies = 1...52
  /// The allowed lengths of a cycle, in days.
  public static let cycles = 2...60

  /// The Monday from which weeks and cycles are counted if there is no `from`.
  private static let origin = LocalDate(daysSinceEpoch: 4)
  private var start: LocalDate { from ?? Self.origin }

  /// Returns the time of day on a date, or `nil` if the alarm is not due then.
  public func time(on date: LocalDate) -> LocalTime? {
    guard from.map({ $0 <= date }) ?? true, until.map({ date < $0 }) ?? true else { return nil }
    switch days {
    case .weeks(let weekdays, let every, let time):
      return weekdays.contains(date.weekday) && weeks(to: date).isMultiple(of: Int64(max(1, every))) ? time : nil
    case .months(let days, let time): return days.contains(date) ? time : nil
    case .cycle(let times): return times.isEmpty ? nil : times[place(of: date, in: times)]
    }
  }

  /// Returns the first date on or after `date` on which the alarm is due. The cost does not depend on the distance.
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

  private func weeks(to date: LocalDate) -> Int64 {
    func monday(_ date: LocalDate) -> Int64 { date.daysSinceEpoch - Int64(date.weekday.rawValue - 1) }
    return (monday(date) - monday(start)) / 7
  }

  private func place(of date: LocalDate, in times: [LocalTime?]) -> Int {
    Int((date.daysSinceEpoch - start.daysSinceEpoch).flooredRemainder(by: Int64(times.count)))
  }

  /// The last date on which the alarm is due, or `nil` if the rule has no end or no date at all.
  var last: LocalDate? {
    guard let until else { return nil }
    // The longest possible gap in any rule.
    let longest = (Self.everies.upperBound + 1) * 7
    return (1...longest).lazy.map { until.adding(days: -$0) }.first { time(on: $0) != nil }
  }

  /// The time of day, or `nil` for a cycle, which can have several.
  public var time: LocalTime? {
    switch days {
    case .weeks(_, _, let time), .months(_, let time): time
    case .cycle: nil
    }
  }

  public var weekdays: Weekdays? { if case .weeks(let weekdays, _, _) = days { weekdays } else { nil } }

  /// The name in requests and columns: `weeks`, `months` or `cycle`.
  public var word: String {
    switch days {
    case .weeks: "weeks"
    case .months: "months"
    case .cycle: "cycle"
    }
  }

  /// Returns text such as `every second Monday 07:30 until 2027-01-01`; names `from` only if it is in the future.
  public func words(on today: LocalDate) -> String {
    var words =
      switch days {
      case .weeks(let weekdays, let every, let time): "\(Self.words(weekdays, every: every)) \(time)"
      case .months(let days, let time): "\(days.words) \(time)"
      case .cycle(let times):
        times.count <= Self.mostTimesTold
          ? "shifts \(times.map { $0?.description ?? "-" }.joined(separator: " "))" : "shifts of \(times.count) days"
      }
    if let from, from > today { words += " from \(from)" }
    if let until { words += " until \(until)" }
    return words
  }

  private static let mostTimesTold = 8

  private static func words(_ weekdays: Weekdays, every: Int) -> String {
    guard every > 1 else { return weekdays.description }
    let days = weekdays.days
    let which = ordinal(every)
    return days.count == 1 ? "every \(which) \(days[0].name)" : "every \(which) week \(weekdays)"
  }

  private static func ordinal(_ number: Int) -> String {
    if let name = [2: "second", 3: "third", 4: "fourth"][number] { return name }
    let ending = number / 10 == 1 ? nil : [1: "st", 2: "nd", 3: "rd"][number % 10]
    return "\(number)\(ending ?? "th")"
  }
}
