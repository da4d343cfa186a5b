/// A date of the proleptic Gregorian calendar, years 1 to 9999, in no particular zone.
public struct LocalDate: Comparable, Hashable, Sendable, LosslessStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Calendar.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Converts days since 1970-01-01. Beyond the range, uses the first or last date.
  package init(daysSinceEpoch days: Int64) {
    let date = Calendar.civil(daysSinceEpoch: min(max(days, Self.first), Self.last))
    year = date.year
    month = date.month
    day = date.day
  }

  private static let first = Calendar.days(year: 1, month: 1, day: 1)
  private static let last = Calendar.days(year: 9999, month: 12, day: 31)

  /// Negative before 1970-01-01.
  public var daysSinceEpoch: Int64 { Calendar.days(year: year, month: month, day: day) }

  public var weekday: Weekday { Weekday(daysSinceEpoch: daysSinceEpoch) }

  /// Saturates at 0001-01-01 and 9999-12-31.
  public func adding(days: Int) -> LocalDate {
    let bounded = min(max(days, -4_000_000), 4_000_000)
    return LocalDate(daysSinceEpoch: daysSinceEpoch + Int64(bounded))
  }

  public static func < (left: LocalDate, right: LocalDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Reads exactly the ISO 8601 form `2026-11-21`. Returns `nil` for any other text and for dates that do not exist.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  /// ISO 8601, such as `2026-11-21`.
  public var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}
