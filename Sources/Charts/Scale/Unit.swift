/// The meaning of a number, which decides its format.
public enum Unit: String, Hashable, Sendable, CaseIterable {
  /// A plain number: `3`, `2.5`, `14,263`.
  case count
  /// 0...100: `43 %`.
  case percent
  /// A duration: `1 min 55 s`, `45 s`, `2.4 s`, `12 ms`, `2 h 5 min`.
  case seconds
  /// Minutes since midnight: `07:15`; below 0 and from 1440, on another day.
  case timeOfDay
  /// Days since 1970-01-01, possibly with a fraction: `2026-11-22`.
  case date
  /// 0...100: `73`.
  case score

  public func text(_ value: Double) -> String {
    guard value.isFinite else { return Chart.Table.Cell.none.text }
    let value = Self.bounded(value)
    switch self {
    case .count: return Self.grouped(Self.decimal(value, places: 1))
    case .percent: return Self.decimal(value, places: 1) + " %"
    case .seconds: return Self.duration(value)
    case .timeOfDay:
      let minute = (Self.whole(value) % 1440 + 1440) % 1440
      return Self.twoDigits(minute / 60) + ":" + Self.twoDigits(minute % 60)
    case .date: return CivilDate(day: Self.whole(value.rounded(.down))).text
    case .score: return Self.decimal(value, places: 0)
    }
  }

  /// Suffix for the name of a column of plain numbers.
  var suffix: String? { [Unit.percent: "%", .seconds: "s"][self] }

  // MARK: Numbers

  /// Values are limited to this, so that sums and differences stay finite, and whole numbers fit into an `Int`.
  private static let limit = 1e15

  static func bounded(_ value: Double) -> Double { min(max(value, -limit), limit) }

  /// Returns the value within the drawable range, or `nil` if it is missing or not finite.
  static func known(_ value: Double?) -> Double? {
    value.flatMap { $0.isFinite ? bounded($0) : nil }
  }

  static func whole(_ value: Double) -> Int { Int(bounded(value).rounded()) }

  /// Formats with at most `places` decimals (0...3), without trailing zeros; never `-0`.
  static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "0" }
    let factor = [1.0, 10, 100, 1000][min(max(places, 0), 3)]
    let rounded = (bounded(value) * factor).rounded() / factor
    let text = rounded == 0 ? "0" : "\(rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Inserts commas between thousands.
  private static func grouped(_ text: String) -> String {
    let digits = text.drop { $0 == "-" }.prefix { $0 != "." }
    guard digits.count > 3 else { return text }
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped += "," }
      grouped.append(digit)
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    return "\(sign)\(grouped)\(text[digits.endIndex...])"
  }

  private static func duration(_ seconds: Double) -> String {
    if seconds < 0 { return "-" + duration(-seconds) }
    if seconds == 0 { return "0 s" }
    if seconds < 0.9995 { return "\(decimal(seconds * 1000, places: seconds < 0.00995 ? 1 : 0)) ms" }
    if seconds < 9.95 { return "\(decimal(seconds, places: 1)) s" }
    let whole = whole(seconds)
    let parts = [(whole / 86_400, "d"), (whole / 3600 % 24, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
    // Two units suffice: seconds do not matter after two hours.
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
