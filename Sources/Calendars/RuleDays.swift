import AlarmClock

struct RuleDays {
  private let rule: RecurrenceRule
  private let start: DayNumber
  private let startDate: LocalDate

  init(_ rule: RecurrenceRule, from start: DayNumber) {
    self.start = start
    startDate = LocalDate(number: start)
    self.rule = rule.completed(by: startDate)
  }

  /// Visits the days from DTSTART to `last` in order; days before `first` may be skipped. Returns whether days follow
  /// after `last`, as far as that is known without looking.
  func visit(
    from first: DayNumber, to last: DayNumber, _ budget: inout Budget, _ take: (DayNumber) -> Void
  ) throws(CalendarRefusal) -> Bool {
    var left = rule.count ?? .max
    let until = rule.until ?? .max
    // With COUNT, counting must start at the beginning.
    var period = rule.count == nil ? max(0, periods(before: first)) : 0
    while true {
      try budget.spend()
      guard let begin = firstDay(of: period), begin <= min(last, until) else { break }
      for day in try days(of: period, &budget) where day >= start {
        guard left > 0 else { return false }
        guard day <= min(last, until) else { return until > last }
        left -= 1
        take(day)
      }
      period += 1
      if left == 0 { return false }
    }
    return until > last
  }

  /// Returns a number of periods that certainly lie before `day`.
  private func periods(before day: DayNumber) -> Int {
    let date = LocalDate(number: day)
    let passed =
      switch rule.frequency {
      case .yearly: date.year - startDate.year - 1
      case .monthly: (date.year - startDate.year) * 12 + date.month - startDate.month - 1
      case .weekly: (day - start) / 7 - 1
      case .daily: day - start - 1
      }
    return passed / rule.interval
  }

  /// Returns a day that is not after any day of this or a later period, or `nil` after the year 9999.
  private func firstDay(of period: Int) -> DayNumber? {
    let passed = period * rule.interval
    switch rule.frequency {
    case .yearly:
      // The first week may begin in the previous year.
      return LocalDate(year: startDate.year + passed, month: 1, day: 1).map { $0.number - 3 }
    case .monthly:
      let month = startDate.month - 1 + passed
      return LocalDate(year: startDate.year + month / 12, month: month % 12 + 1, day: 1)?.number
    case .weekly: return start.weekStart(on: rule.weekStart) + passed * 7
    case .daily: return start + passed
    }
  }

  private func days(of period: Int, _ budget: inout Budget) throws(CalendarRefusal) -> [DayNumber] {
    let candidates = candidates(of: period)
    try budget.spend(candidates.count)
    let days = candidates.filter { isWanted($0) }
    guard !rule.positions.isEmpty else { return days }
    let places = Set(rule.positions.map { $0 > 0 ? $0 - 1 : days.count + $0 })
    return days.indices.filter(places.contains).map { days[$0] }
  }

  /// Returns the days of a period in the wanted months or weeks, in order.
  private func candidates(of period: Int) -> [DayNumber] {
    let passed = period * rule.interval
    let year = startDate.year + passed
    switch rule.frequency {
    case .yearly where !rule.weekNumbers.isEmpty:
      // The first and the last week may extend into neighboring years.
      let first = LocalDate.firstWeek(of: year, weekStart: rule.weekStart)
      let count = (LocalDate.firstWeek(of: year + 1, weekStart: rule.weekStart) - first) / 7
      let weeks = (0..<max(0, count)).filter { Self.has(rule.weekNumbers, $0 + 1, of: count) }
      return weeks.flatMap { week in (0..<7).map { first + week * 7 + $0 } }
    case .yearly: return (1...12).flatMap { days(ofMonth: $0, year) }
    case .monthly:
      let month = startDate.month - 1 + passed
      return Array(days(ofMonth: month % 12 + 1, startDate.year + month / 12))
    case .weekly:
      let first = start.weekStart(on: rule.weekStart) + passed * 7
      return Array(first..<first + 7)
    case .daily: return [start + passed]
    }
  }

  private func days(ofMonth month: Int, _ year: Int) -> Range<DayNumber> {
    guard isWanted(month: month), let first = LocalDate(year: year, month: month, day: 1)?.number else { return 0..<0 }
    return first..<first + Calendar.days(inMonth: month, of: year)
  }

  private func isWanted(month: Int) -> Bool { rule.months.isEmpty || rule.months.contains(month) }

  private func isWanted(_ number: DayNumber) -> Bool {
    let day = LocalDate(number: number)
    return isWanted(month: day.month)
      && Self.has(rule.yearDays, day.dayOfYear, of: day.daysInYear)
      && Self.has(rule.monthDays, day.day, of: day.daysInMonth)
      && (rule.weekdays.isEmpty || isWanted(weekdayOf: day))
  }

  private static func has(_ wanted: Set<Int>, _ place: Int, of count: Int) -> Bool {
    wanted.isEmpty || wanted.contains(place) || wanted.contains(place - count - 1)
  }

  /// Ordinals such as "the second Monday" refer to the month, or to the year in a yearly rule without months.
  private func isWanted(weekdayOf day: LocalDate) -> Bool {
    let isOfMonth = rule.frequency == .monthly || !rule.months.isEmpty
    let (place, count) = isOfMonth ? (day.day, day.daysInMonth) : (day.dayOfYear, day.daysInYear)
    return [0, (place - 1) / 7 + 1, -((count - place) / 7 + 1)].contains { ordinal in
      rule.weekdays.contains(.init(ordinal: ordinal, weekday: day.number.weekday))
    }
  }
}

extension LocalDate {
  fileprivate var daysInMonth: Int { Calendar.days(inMonth: month, of: year) }
  fileprivate var daysInYear: Int { Calendar.isLeap(year) ? 366 : 365 }
  /// 1...366
  fileprivate var dayOfYear: Int { number - Self.newYear(year) + 1 }

  private static func newYear(_ year: Int) -> DayNumber {
    LocalDate(year: min(max(year, 1), 9999), month: 1, day: 1)?.number ?? 0
  }

  /// Returns the first day of the year's first week, which has at least four days in the year.
  fileprivate static func firstWeek(of year: Int, weekStart: Int) -> DayNumber {
    (newYear(year) + 3).weekStart(on: weekStart)
  }
}

extension DayNumber {
  /// 0 is Monday.
  var weekday: Int { ((self + 3) % 7 + 7) % 7 }

  /// Returns the first day of the week that contains this day, for weeks that begin on `weekday`.
  fileprivate func weekStart(on weekday: Int) -> DayNumber { self - (self.weekday - weekday + 7) % 7 }
}
