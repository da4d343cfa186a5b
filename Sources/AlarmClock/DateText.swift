/// A date as people type it.
public enum DateText {
  /// `2026-12-24`, `today` or `tomorrow`, in any case.
  ///
  /// - Parameters:
  ///   - today: the date that `today` means.
  ///   - field: what to call the value in the error.
  public static func parse(
    _ text: String, today: LocalDate, field: String = "--date"
  ) throws(InvalidValue) -> LocalDate {
    switch text.lowercased() {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    default: break
    }
    if let date = LocalDate(text) { return date }
    throw InvalidValue(
      field: field, value: text, reason: reason(text),
      remedy: "give a date like \(today), today or tomorrow")
  }

  /// Tells a date that does not exist from what is no date at all.
  private static func reason(_ text: String) -> String {
    var scanner = TextScanner(text)
    guard scanner.number(digits: 4...4) != nil, scanner.skip("-"), scanner.number(digits: 2...2) != nil,
      scanner.skip("-"), scanner.number(digits: 2...2) != nil, scanner.isAtEnd
    else { return "it is no date" }
    return "there is no such day"
  }
}
