import AlarmClock

struct DayFacts {
  let number: DayNumber
  let year: Int
  /// 1...12
  let month: Int
  /// 1...31
  let day: Int
  let daysInMonth: Int
  /// 1...366
  let dayOfYear: Int
  let daysInYear: Int
  /// 0 is Monday.
  var weekday: Int { Self.weekday(number) }

  init(_ number: DayNumber) {
    let date = LocalDate(number: number)
    self.init(number, in: MonthFacts(year: date.year, month: date.month), day: date.day)
  }

  init(_ number: DayNumber, in month: MonthFacts, day: Int) {
    (self.number, year, self.month, self.day) = (number, month.year, month.month, day)
    (daysInMonth, daysInYear) = (month.days, month.daysInYear)
    dayOfYear = number - month.newYear + 1
  }

  static func weekday(_ number: DayNumber) -> Int { ((number + 3) % 7 + 7) % 7 }

  /// Returns the first day of the week that contains `number`, for weeks that begin on `weekday`.
  static func weekStart(of number: DayNumber, on weekday: Int) -> DayNumber {
    number - (Self.weekday(number) - weekday + 7) % 7
  }

  static func newYear(_ year: Int) -> DayNumber {
    LocalDate(year: Swift.min(Swift.max(year, 1), 9999), month: 1, day: 1)?.number ?? 0
  }

  /// Returns the first day of the year's first week, which has at least four days in the year.
  static func firstWeek(of year: Int, weekStart: Int) -> DayNumber {
    Self.weekStart(of: newYear(year) + 3, on: weekStart)
  }
}

struct MonthFacts {
  let year: Int
  let month: Int
  let first: DayNumber
  let days: Int
  let newYear: DayNumber
  let daysInYear: Int

  /// - Parameter month: 1...12
  init(year: Int, month: Int) {
    (self.year, self.month) = (year, month)
    newYear = DayFacts.newYear(year)
    daysInYear = Calendar.isLeap(year) ? 366 : 365
    days = Calendar.days(inMonth: month, of: year)
    first = LocalDate(year: year, month: month, day: 1)?.number ?? newYear
  }
}
