extension DatedRule {
  /// Returns a description such as `every second Monday 07:30`, `first Monday of the month 07:30` or
  /// `shifts 05:30 13:30 - -`, with `from 2026-11-30` if that is in the future, and `until 2027-01-01`.
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
    switch (number, number % 10, number / 10) {
    case (2, _, _): "second"
    case (3, _, _): "third"
    case (4, _, _): "fourth"
    case (_, 1, let tens) where tens != 1: "\(number)st"
    case (_, 2, let tens) where tens != 1: "\(number)nd"
    case (_, 3, let tens) where tens != 1: "\(number)rd"
    default: "\(number)th"
    }
  }
}

extension MonthDays {
  /// For example `first Monday of the month` or `first Mon, last Fri of the month`.
  var words: String {
    let days = days
    let names = days.map { "\($0.place.rawValue) \(days.count == 1 ? $0.weekday.name : $0.weekday.shortName)" }
    return names.joined(separator: ", ") + " of the month"
  }
}
