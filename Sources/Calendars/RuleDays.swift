import AlarmClock

struct RuleDays {
  private let rule: RecurrenceRule
  private let start: DayFacts

  init(_ rule: RecurrenceRule, from start: DayNumber) {
    self.start = DayFacts(start)
    self.rule = rule.completed(by: self.start)
  }

  /// Visits the days from DTSTART to `last` in order.
  ///
  /// - Parameter first: earlier days may be skipped.
  /// - Returns: Whether days follow after `last`, as far as that is known without looking.
  func visit(
    from first: DayNumber, to last: DayNumber, _ budget: inout Budget, _ take: (DayNumber) -> Void
  ) throws(CalendarRefusal) -> Bool {
    var left = rule.count ?? .max
    let end = min(last, rule.until ?? .max)
    // With COUNT, counting must start at the beginning.
    var period = rule.count == nil ? max(0, periods(before: first)) : 0
    while true {
      try budget.spend()
      guard let begin = firstDay(of: period), begin <= end else { break }
      for day in try days(of: period, &budget) where day >= start.number {
        guard left > 0 else { return false }
        guard day <= end else { return rule.until == nil || rule.until ?? 0 > last }
        left -= 1
        take(day)
      }
      period += 1
      if left == 0 { return false }
    }
    return rule.until == nil || rule.until ?? 0 > last
  }

  /// Returns a number of periods that certainly lie before `day`.
  private func periods(before day: DayNumber) -> Int {
    let date = LocalDate(number: day)
    let passed =
      switch rule.frequency {
      case .yearly: date.year - start.year - 1
      case .monthly: (date.year - start.year) * 12 + date.month - start.month - 1
      case .weekly: (day - start.number) / 7 - 1
      case .daily: day - start.number - 1
      }
    return passed / rule.interval
  }

  /// Returns a day that is not after any day of this or a later period, or `nil` after the year 9999.
  private func firstDay(of period: Int) -> DayNumber? {
    let passed = period * rule.interval
    switch rule.frequency {
    case .yearly:
      guard start.year + passed <= 9999 else { return nil }
      // The first week may begin in the previous year.
      return DayFacts.newYear(start.year + passed) - 3
    case .monthly:
      let month = start.month - 1 + passed
      return LocalDate(year: start.year + month / 12, month: month % 12 + 1, day: 1)?.number
    case .weekly: return DayFacts.weekStart(of: start.number, on: rule.weekStart) + passed * 7
    case .daily: return start.number + passed
    }
  }

  private func days(of period: Int, _ budget: inout Budget) throws(CalendarRefusal) -> [DayNumber] {
    let passed = period * rule.interval
    var days: [DayNumber] = []
    switch rule.frequency {
    case .yearly where !rule.weekNumbers.isEmpty: try takeWeeks(of: start.year + passed, &days, &budget)
    case .yearly:
      for month in 1...12 where isWanted(month: month) {
        try takeMonth(MonthFacts(year: start.year + passed, month: month), &days, &budget)
      }
    case .monthly:
      let month = start.month - 1 + passed
      if isWanted(month: month % 12 + 1) {
        try takeMonth(MonthFacts(year: start.year + month / 12, month: month % 12 + 1), &days, &budget)
      }
    case .weekly:
      let first = DayFacts.weekStart(of: start.number, on: rule.weekStart) + passed * 7
      for day in first..<first + 7 { try take(DayFacts(day), &days, &budget) }
    case .daily: try take(DayFacts(start.number + passed), &days, &budget)
    }
    return rule.positions.isEmpty ? days : positioned(days)
  }

  private func takeMonth(
    _ month: MonthFacts, _ days: inout [DayNumber], _ budget: inout Budget
  ) throws(CalendarRefusal) {
    for day in 1...month.days { try take(DayFacts(month.first + day - 1, in: month, day: day), &days, &budget) }
  }

  /// Visits the wanted weeks of a year; the first and the last may extend into neighboring years.
  private func takeWeeks(
    of year: Int, _ days: inout [DayNumber], _ budget: inout Budget
  ) throws(CalendarRefusal) {
    let first = DayFacts.firstWeek(of: year, weekStart: rule.weekStart)
    let count = (DayFacts.firstWeek(of: year + 1, weekStart: rule.weekStart) - first) / 7
    for week in 0..<max(0, count) where rule.weekNumbers.contains(week + 1) || rule.weekNumbers.contains(week - count) {
      for day in first + week * 7..<first + week * 7 + 7 { try take(DayFacts(day), &days, &budget) }
    }
  }

  private func take(
    _ day: DayFacts, _ days: inout [DayNumber], _ budget: inout Budget
  ) throws(CalendarRefusal) {
    try budget.spend()
    if isWanted(day) { days.append(day.number) }
  }

  private func positioned(_ days: [DayNumber]) -> [DayNumber] {
    let places = Set(rule.positions.map { $0 > 0 ? $0 - 1 : days.count + $0 })
    return days.indices.filter(places.contains).map { days[$0] }
  }

  private func isWanted(month: Int) -> Bool { rule.months.isEmpty || rule.months.contains(month) }

  private func isWanted(_ day: DayFacts) -> Bool {
    isWanted(month: day.month)
      && Self.has(rule.yearDays, day.dayOfYear, of: day.daysInYear)
      && Self.has(rule.monthDays, day.day, of: day.daysInMonth)
      && (rule.weekdays.isEmpty || isWanted(weekdayOf: day))
  }

  private static func has(_ wanted: Set<Int>, _ place: Int, of count: Int) -> Bool {
    wanted.isEmpty || wanted.contains(place) || wanted.contains(place - count - 1)
  }

  /// Ordinals such as "the second Monday" refer to the month, or to the year in a yearly rule without months.
  private func isWanted(weekdayOf day: DayFacts) -> Bool {
    let isOfMonth = rule.frequency == .monthly || !rule.months.isEmpty
    let (place, count) = isOfMonth ? (day.day, day.daysInMonth) : (day.dayOfYear, day.daysInYear)
    let weekday = day.weekday
    return rule.weekdays.contains(.init(ordinal: 0, weekday: weekday))
      || rule.weekdays.contains(.init(ordinal: (place - 1) / 7 + 1, weekday: weekday))
      || rule.weekdays.contains(.init(ordinal: -((count - place) / 7 + 1), weekday: weekday))
  }
}
