extension RecurrenceRule {
  /// The reason why a rule is not understood: a clause without a period.
  struct Trouble: Error {
    let text: String
  }

  /// - Parameter text: in capitals.
  init(_ text: String) throws(Trouble) {
    var parts: [(name: Substring, value: Substring)] = []
    // Some programs end the rule with a semicolon.
    for part in text.split(separator: ";") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { throw Trouble(text: "`\(part.prefix(40))` is not part of a rule") }
      guard !parts.contains(where: { $0.name == halves[0] }) else {
        throw Trouble(text: "\(halves[0].prefix(40)) occurs twice")
      }
      parts.append((halves[0], halves[1]))
    }
    guard let word = parts.first(where: { $0.name == "FREQ" })?.value else { throw Trouble(text: "FREQ is missing") }
    guard let frequency = Frequency(rawValue: String(word)) else {
      throw Trouble(text: "FREQ=\(word.prefix(40)) does not work with whole days")
    }
    self.init(frequency)
    for (name, value) in parts where name != "FREQ" { try take(name, value) }
    try check()
  }

  private mutating func take(_ name: Substring, _ value: Substring) throws(Trouble) {
    switch name {
    case "INTERVAL": interval = try Self.number(value, name, 1...100_000)
    case "COUNT": count = try Self.number(value, name, 1...1_000_000_000)
    case "UNTIL":
      guard let day = DayValue(String(value)) else { throw Self.strange(name, value) }
      (until, untilUTC) = (day.day, day.isUTC ? day : nil)
    case "BYMONTH": months = try Self.numbers(value, name, 1...12, fromTheEnd: false)
    case "BYWEEKNO": weekNumbers = try Self.numbers(value, name, 1...53)
    case "BYYEARDAY": yearDays = try Self.numbers(value, name, 1...366)
    case "BYMONTHDAY": monthDays = try Self.numbers(value, name, 1...31)
    case "BYSETPOS": positions = try Self.numbers(value, name, 1...366)
    case "BYDAY":
      for day in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let weekday = Weekday(day) else { throw Self.strange(name, day) }
        weekdays.insert(weekday)
      }
    case "WKST":
      guard let weekday = Weekday(value), weekday.ordinal == 0 else { throw Self.strange(name, value) }
      weekStart = weekday.weekday
    // For all-day events these must be ignored (RFC 5545).
    case "BYHOUR", "BYMINUTE", "BYSECOND": break
    case _ where name.hasPrefix("X-"): break
    default: throw Trouble(text: "\(name.prefix(40)) is not known")
    }
  }

  /// Rejects combinations that are forbidden or meaningless (RFC 5545).
  private func check() throws(Trouble) {
    let name = "FREQ=\(frequency.rawValue)"
    if !weekNumbers.isEmpty, frequency != .yearly { throw Trouble(text: "BYWEEKNO does not go with \(name)") }
    if !yearDays.isEmpty, frequency != .yearly { throw Trouble(text: "BYYEARDAY does not go with \(name)") }
    if !monthDays.isEmpty, frequency == .weekly { throw Trouble(text: "BYMONTHDAY does not go with \(name)") }
    if weekdays.contains(where: { $0.ordinal != 0 }) {
      guard frequency == .yearly || frequency == .monthly else {
        throw Trouble(text: "BYDAY with a number does not go with \(name)")
      }
      guard weekNumbers.isEmpty else { throw Trouble(text: "BYDAY with a number does not go with BYWEEKNO") }
    }
    if count != nil, until != nil { throw Trouble(text: "COUNT and UNTIL are both given") }
  }

  private static func strange(_ name: Substring, _ value: Substring) -> Trouble {
    Trouble(text: "\(name)=\(value.prefix(40)) is not understood")
  }

  private static func number(
    _ text: Substring, _ name: Substring, _ range: ClosedRange<Int>
  ) throws(Trouble) -> Int {
    guard let number = DayValue.number(Array(text.utf8)[...]), range.contains(number) else {
      throw strange(name, text)
    }
    return number
  }

  /// Reads a list; negative numbers count from the end.
  private static func numbers(
    _ text: Substring, _ name: Substring, _ range: ClosedRange<Int>, fromTheEnd: Bool = true
  ) throws(Trouble) -> Set<Int> {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isNegative = part.hasPrefix("-") && fromTheEnd
      let digits = isNegative || part.hasPrefix("+") && fromTheEnd ? part.dropFirst() : part
      let magnitude = try number(digits, name, range)
      numbers.insert(isNegative ? -magnitude : magnitude)
    }
    return numbers
  }
}

extension RecurrenceRule.Weekday {
  private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  init?(_ text: Substring) {
    guard let weekday = Self.names.firstIndex(of: String(text.suffix(2))) else { return nil }
    var digits = text.dropLast(2)
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") {
      digits.removeFirst()
    } else if digits.isEmpty {
      self.init(ordinal: 0, weekday: weekday)
      return
    }
    guard let ordinal = DayValue.number(Array(digits.utf8)[...]), (1...53).contains(ordinal) else { return nil }
    self.init(ordinal: isNegative ? -ordinal : ordinal, weekday: weekday)
  }
}
