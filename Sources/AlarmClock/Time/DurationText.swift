/// Reads and formats durations such as `90s`, `20m`, `1h30m` and `1d`.
public enum DurationText {
  private static let units: [(letter: Unicode.Scalar, seconds: Int64)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]
  /// In seconds: the range of `Instant`, about 292 years.
  private static let longest = Int64.max / 1_000_000_000

  /// Shortest first.
  private static let examples: [(text: String, length: Duration)] = [
    ("10s", .seconds(10)), ("90s", .seconds(90)), ("20m", .seconds(1200)), ("1h30m", .seconds(5400)),
  ]

  /// Returns up to three examples within a range, such as `90s or 20m`, or the end of the range if no example fits.
  static func examples(within allowed: ClosedRange<Duration>) -> String {
    let fitting = examples.filter { allowed.contains($0.length) }.suffix(3).map(\.text)
    guard let last = fitting.last else { return format(allowed.upperBound) }
    return fitting.count == 1 ? last : fitting.dropLast().joined(separator: ", ") + " or \(last)"
  }

  /// Reads whole numbers with the units d, h, m, s in this order, each at most once. `0s` is valid.
  public static func parse(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try parse(text[...], of: text, field: field)
  }

  static func isDuration(_ text: String) -> Bool {
    do throws(InvalidValue) { return try parse(text, field: "") >= .zero } catch { return false }
  }

  /// Reads `part` of `text`; errors show the whole `text`.
  static func parse(_ part: Substring, of text: String, field: String) throws(InvalidValue) -> Duration {
    func refusal(_ reason: String) -> InvalidValue {
      InvalidValue(field: field, value: text, reason: reason, remedy: "give a duration like 90s, 20m or 1h30m")
    }
    if part.isEmpty { throw refusal("the duration is missing") }
    if part.hasPrefix("-") { throw refusal("it must not be negative") }
    var scanner = TextScanner(part)
    var total: Int64 = 0
    var remaining = units[...]
    while !scanner.isAtEnd {
      let digits = scanner.run(while: \.isASCIIDigit)
      if digits.isEmpty { throw refusal("a duration is whole numbers, each with a unit d, h, m or s") }
      if scanner.isAtEnd { throw refusal("the unit d, h, m or s is missing") }
      if scanner.skip(".") || scanner.skip(",") { throw refusal("use smaller units instead of fractions, as in 1h30m") }
      guard let used = remaining.firstIndex(where: { scanner.skip($0.letter) }) else {
        let isKnown = units.contains { scanner.skip($0.letter) }
        throw refusal(isKnown ? "the units must be in the order d, h, m, s, each once" : "the units are d, h, m and s")
      }
      let (product, overflow) = (Int64(String(decoding: digits, as: UTF8.self)) ?? .max)
        .multipliedReportingOverflow(by: units[used].seconds)
      guard !overflow, product <= longest - total else { throw refusal("it is too long") }
      total += product
      remaining = units[(used + 1)...]
    }
    return .seconds(total)
  }

  /// Returns the form that `parse` reads, largest unit first, without units that are 0: `1h30m`, `1m30s`, `1d`, `0s`.
  /// Drops a fraction of a second; a negative duration starts with `-`.
  public static func format(_ duration: Duration) -> String {
    let seconds = duration.wholeNanoseconds / 1_000_000_000
    if seconds == 0 { return "0s" }
    var rest = seconds.magnitude
    var text = seconds < 0 ? "-" : ""
    for unit in units {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: UInt64(unit.seconds))
      if count > 0 { text += "\(count)\(unit.letter)" }
      rest = remainder
    }
    return text
  }
}
