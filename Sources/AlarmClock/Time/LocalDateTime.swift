/// A date and time of day on a wall clock, in no particular zone. `ZoneRules` finds the corresponding instant, if any.
public struct LocalDateTime: Comparable, Hashable, Sendable, LosslessStringConvertible {
  public let date: LocalDate
  public let time: LocalTime

  public init(date: LocalDate, time: LocalTime) {
    self.date = date
    self.time = time
  }

  /// Converts seconds since 1970-01-01T00:00 on the same wall clock.
  init(secondsSinceEpoch seconds: Int64) {
    date = LocalDate(daysSinceEpoch: seconds.flooredDivision(by: 86_400))
    time = LocalTime(secondsOfDay: seconds)
  }

  /// Seconds since 1970-01-01T00:00 on the same wall clock.
  var secondsSinceEpoch: Int64 { date.daysSinceEpoch * 86_400 + time.secondsOfDay }

  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }

  /// Reads exactly `2026-11-21T07:30` or `2026-11-21T07:30:05`.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let date = scanner.date(), scanner.skip("T"), let time = scanner.time(), scanner.isAtEnd else { return nil }
    self.init(date: date, time: time)
  }

  /// ISO 8601, such as `2026-11-21T07:30`, with seconds if they are not 0.
  public var description: String { "\(date)T\(time)" }
}
