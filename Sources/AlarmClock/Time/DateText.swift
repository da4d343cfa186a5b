/// Reads dates from user input.
public enum DateText {
  /// The dates that can be stored as instants in every zone.
  static let stored = LocalDate(daysSinceEpoch: Instant.min.seconds / 86_400)...last
  private static let last = LocalDate(daysSinceEpoch: Instant.max.seconds / 86_400 - 1)
  private static let near = ["yesterday": -1, "today": 0, "tomorrow": 1]

  /// Reads `2026-12-24`, or `yesterday`, `today` or `tomorrow` in any case; from 1677-09-22 to 2262-04-10.
  public static func parse(
    _ text: String, today: LocalDate, field: String = "--date"
  ) throws(InvalidValue) -> LocalDate {
    if let days = near[text.lowercased()] { return today.adding(days: days) }
    if let date = LocalDate(text) { return try checked(date, text, field: field) }
    throw TypedValue(text, field: field).refusal(
      reason(text), "give a date like \(today), today, tomorrow, or a day of the week")
  }

  /// Reads a date as `parse` does, or a weekday such as `friday` or `fri`: the next one after today.
  public static func parseComing(
    _ text: String, today: LocalDate, field: String = "--date"
  ) throws(InvalidValue) -> LocalDate {
    if let day = DaysText.weekday(Substring(text.lowercased())) {
      return today.adding(days: (day.rawValue - today.weekday.rawValue + 6) % 7 + 1)
    }
    return try parse(text, today: today, field: field)
  }

  /// Refuses a date that cannot be stored as an instant.
  public static func checked(_ date: LocalDate, _ text: String, field: String) throws(InvalidValue) -> LocalDate {
    guard stored.contains(date) else { throw outOfRange(text, field: field) }
    return date
  }

  public static func checked(_ local: LocalDateTime, field: String) throws(InvalidValue) -> LocalDateTime {
    _ = try checked(local.date, local.description, field: field)
    return local
  }

  static func outOfRange(_ text: String, field: String) -> InvalidValue {
    TypedValue(text, field: field).refusal(
      "dates must be from \(stored.lowerBound) to \(stored.upperBound)", "give a date in that range")
  }

  /// Distinguishes a date that does not exist from text that is not a date.
  private static func reason(_ text: String) -> String {
    var scanner = TextScanner(text)
    guard scanner.number(digits: 4...4) != nil, scanner.skip("-"), scanner.number(digits: 2...2) != nil,
      scanner.skip("-"), scanner.number(digits: 2...2) != nil, scanner.isAtEnd
    else { return "it is not a date" }
    return "there is no such day"
  }
}
