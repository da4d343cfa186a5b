/// The time of a new alarm in user input: a time of day, or a delay from now.
public enum TimeText: Hashable, Sendable {
  /// `07:30`, `7:30`, `07:30:15`, `7:30am` or `7am`.
  case clock(LocalTime)
  /// `+5s`, `+20m` or `+1h30m`: more than zero, at most seven days.
  case relative(Duration)

  private static let remedy = "give a time like 07:30, 7:30am or 19:05, or a delay like +20m"

  public static func parse(_ text: String, field: String = "TIME") throws(InvalidValue) -> TimeText {
    let typed = TypedValue(text, field: field)
    if text.hasPrefix("+") {
      let delay = try DurationText.parse(text.dropFirst(), of: text, field: field)
      guard delay > .zero else { throw typed.refusal("a delay must be more than zero", remedy) }
      guard delay <= .seconds(7 * 86_400) else {
        throw typed.refusal("a delay is at most 7 days", "give a time of day and a date instead")
      }
      return .relative(delay)
    }
    if text.hasPrefix("-") { throw typed.refusal("an alarm cannot be in the past", remedy) }
    return .clock(try timeOfDay(text, field: field, remedy: remedy))
  }

  /// Reads `07:30`, `7:30`, `07:30:15`, `7:30am` or `7am`, in any case.
  public static func timeOfDay(_ text: String, field: String, remedy: String) throws(InvalidValue) -> LocalTime {
    func refusal(_ reason: String) -> InvalidValue { TypedValue(text, field: field).refusal(reason, remedy) }
    if text.isEmpty { throw refusal("it is empty") }
    var scanner = TextScanner(text)
    guard let hour = scanner.number(digits: 1...2) else { throw refusal("a time starts with the hour") }
    var sixtieths: [Int64] = []
    while sixtieths.count < 2, scanner.skip(":") {
      guard let part = scanner.number(digits: 2...2) else { throw refusal("minutes and seconds take two digits") }
      guard part < 60 else { throw refusal("minutes and seconds run from 00 to 59") }
      sixtieths.append(part)
    }
    let suffix = String(decoding: scanner.run { _ in true }, as: UTF8.self)
    let hourOfDay: Int64
    switch suffix.lowercased() {
    case "":
      if sixtieths.isEmpty { throw refusal("minutes, or am or pm, are missing") }
      guard hour < 24 else { throw refusal("the hour runs from 0 to 23") }
      hourOfDay = hour
    case "am", "pm":
      guard (1...12).contains(hour) else { throw refusal("with am or pm the hour runs from 1 to 12") }
      hourOfDay = hour % 12 + (suffix.lowercased() == "pm" ? 12 : 0)
    default:
      throw refusal("it is not a time of day")
    }
    let minute = sixtieths.first ?? 0
    let second = sixtieths.dropFirst().first ?? 0
    return LocalTime(secondsOfDay: hourOfDay * 3600 + minute * 60 + second)
  }
}
