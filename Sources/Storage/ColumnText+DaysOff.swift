import AlarmClock

/// The column format of dated rules and days off.
extension ColumnText {
  // MARK: Rules

  private static let none = "-"

  /// For example `weeks 1 2 07:30 2026-11-30 -`, `months first-mon,last-fri 07:30 - 2027-01-01` or
  /// `cycle 05:30,13:30,- 2026-12-01 -`.
  static func text(_ rule: DatedRule) -> String {
    let days =
      switch rule.days {
      case .weeks(let weekdays, let every, let time): "weeks \(weekdays.rawValue) \(every) \(time)"
      case .months(let days, let time): "months \(days) \(time)"
      case .cycle(let times): "cycle \(times.map { $0?.description ?? none }.joined(separator: ","))"
      }
    return "\(days) \(rule.from?.description ?? none) \(rule.until?.description ?? none)"
  }

  /// Returns `nil` if the words are not a rule. Throws if the rule is invalid.
  static func rule(_ words: [String]) throws(InvalidValue) -> DatedRule? {
    let days: DatedRule.Days
    switch (words.first, words.count) {
    case ("weeks", 6):
      guard let bits = Weekdays.RawValue(words[1]), let every = Int(words[2]), let time = LocalTime(words[3]) else {
        return nil
      }
      days = .weeks(Weekdays(rawValue: bits), every: every, at: time)
    case ("months", 5):
      guard let named = MonthDays(words[1]), let time = LocalTime(words[2]) else { return nil }
      days = .months(named, at: time)
    case ("cycle", 4):
      let parts = words[1].split(separator: ",").map(String.init)
      let times = parts.map { LocalTime($0) }
      guard zip(parts, times).allSatisfy({ $0 == none || $1 != nil }) else { return nil }
      days = .cycle(times)
    default: return nil
    }
    let rule = DatedRule(
      days, from: try optionalDate(words[words.count - 2]), until: try optionalDate(words[words.count - 1]))
    if let problem = rule.problem { throw refusal("recurrence", words.joined(separator: " "), problem) }
    return rule
  }

  private static func optionalDate(_ text: String) throws(InvalidValue) -> LocalDate? {
    text == none ? nil : try date(text)
  }

  static func date(_ text: String) throws(InvalidValue) -> LocalDate {
    try DateText.checked(try known(LocalDate(text), "date", text, "it is not a date"), text, field: "date")
  }

  // MARK: Exceptions

  /// For example `2026-12-24=skip 2026-12-25=09:00 2026-12-26=ring`.
  static func text(_ exceptions: [LocalDate: AlarmDays.Exception]) -> String {
    exceptions.sorted { $0.key < $1.key }.map { date, exception in
      switch exception {
      case .skips: "\(date)=skip"
      case .moves(let time): "\(date)=\(time)"
      case .rings: "\(date)=ring"
      }
    }.joined(separator: " ")
  }

  static func exceptions(_ text: String) throws(InvalidValue) -> [LocalDate: AlarmDays.Exception] {
    var exceptions: [LocalDate: AlarmDays.Exception] = [:]
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, exceptions.count < AlarmDays.mostExceptions else {
        throw refusal("exceptions", text, "they are not valid")
      }
      let date = try date(parts[0])
      switch parts[1] {
      case "skip": exceptions[date] = .skips
      case "ring": exceptions[date] = .rings
      default:
        exceptions[date] = .moves(to: try known(LocalTime(parts[1]), "exceptions", text, "they are not valid"))
      }
    }
    return exceptions
  }

  // MARK: Scopes

  /// For example `all`, `alarm k3f9xa` or `group work`.
  static func text(_ scope: DaysOff.Scope) -> String {
    switch scope {
    case .all: "all"
    case .alarm(let id): "alarm \(id)"
    case .group(let name): "group \(name)"
    }
  }

  static func scope(_ text: String) throws(InvalidValue) -> DaysOff.Scope {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("all", 1): return .all
    case ("alarm", 2) where Alarm.isID(parts[1]): return .alarm(id: parts[1])
    case ("group", 2): return .group(try DaysOff.group(parts[1], field: "scope"))
    default: throw refusal("scope", text, "it is not valid")
    }
  }

  // MARK: Choices

  /// Reads one text from each line.
  static func texts(_ lines: String) throws(InvalidValue) -> [String] {
    try lines.split(separator: "\n").prefix(HolidayCalendar.Choice.most).map { line throws(InvalidValue) in
      try checkedName(String(line), field: "choice", mayBeEmpty: false)
    }
  }
}
