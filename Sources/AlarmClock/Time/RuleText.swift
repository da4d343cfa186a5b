/// Reads the rules of `DatedRule` from user input.
public enum RuleText {
  /// Reads a number of weeks, 1 to 52, as `2w`, `2 weeks` or `2`.
  public static func every(_ text: String, field: String = "--every") throws(InvalidValue) -> Int {
    let number = text.lowercased().prefix { $0.isASCII && $0.isNumber }
    let unit = text.lowercased().dropFirst(number.count).drop { $0 == " " }
    guard let weeks = Int(number), ["", "w", "week", "weeks"].contains(unit), DatedRule.everies.contains(weeks) else {
      throw TypedValue(text, field: field).refusal(
        "it must be from 1 to \(DatedRule.everies.upperBound) weeks", "give a number of weeks, like 2w")
    }
    return weeks
  }

  /// Reads a cycle such as `05:30 05:30 13:30 13:30 - -`: a time for each day, or `-` or `off` for a day off.
  public static func cycle(_ text: String, field: String = "--cycle") throws(InvalidValue) -> [LocalTime?] {
    let words = text.split { $0 == "," || $0 == " " }.map(String.init)
    let typed = TypedValue(text, field: field)
    let lengths = DatedRule.cycles
    guard lengths.contains(words.count) else {
      throw typed.refusal(
        "it has \(words.count) days; it must have \(lengths.lowerBound) to \(lengths.upperBound)",
        "give a time for each day, like \"05:30 05:30 13:30 13:30 - -\"")
    }
    var times: [LocalTime?] = []
    for word in words {
      if ["-", "off"].contains(word.lowercased()) {
        times.append(nil)
      } else if case .clock(let time) = try TimeText.parse(word, field: field) {
        times.append(time)
      } else {
        throw TypedValue(word, field: field).refusal("a delay is not a time of day", "give a time like 05:30, or -")
      }
    }
    guard times.contains(where: { $0 != nil }) else {
      throw typed.refusal("none of its days has a time", "give a time for at least one day")
    }
    return times
  }

  /// Reads days such as `first-mon` or `second-tue,last-friday`; returns `nil` if no word is of this kind.
  public static func months(_ text: String, field: String = "--days") throws(InvalidValue) -> MonthDays? {
    let words = text.lowercased().split { $0 == "," || $0 == " " }
    let typed = TypedValue(text, field: field)
    var (days, others) = (MonthDays(), 0)
    for word in words {
      let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let place = MonthDays.Place(rawValue: String(parts[0])) else {
        others += 1
        continue
      }
      guard parts.count == 2, let weekday = DaysText.weekday(parts[1]) else {
        throw typed.refusal("'\(word.prefix(20))' is not a day of a month", "give days like first-mon or last-fri")
      }
      days.insert(place, weekday)
    }
    guard !days.isEmpty else { return nil }
    guard others == 0 else {
      throw typed.refusal(
        "one rule cannot have days of the week and days of the month",
        "use one kind, and add a second alarm for the other")
    }
    return days
  }
}
