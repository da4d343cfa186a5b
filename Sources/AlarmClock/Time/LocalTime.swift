/// A time of day on a wall clock, to the second: 00:00 to 23:59:59.
public struct LocalTime: Comparable, Hashable, Sendable, LosslessStringConvertible {
  public let hour: Int
  public let minute: Int
  public let second: Int

  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Converts 0 ..< 86,400 seconds; other values wrap around.
  public init(secondsOfDay seconds: Int64) {
    let inDay = Int(seconds.flooredRemainder(by: 86_400))
    hour = inDay / 3600
    minute = inDay / 60 % 60
    second = inDay % 60
  }

  public static let midnight = LocalTime(secondsOfDay: 0)

  /// Wraps around at midnight.
  public func adding(minutes: Int) -> LocalTime {
    LocalTime(secondsOfDay: secondsOfDay + Int64(minutes) * 60)
  }

  public var secondsOfDay: Int64 { Int64(hour * 3600 + minute * 60 + second) }

  public static func < (left: LocalTime, right: LocalTime) -> Bool { left.secondsOfDay < right.secondsOfDay }

  /// Reads exactly `07:30` or `07:30:05`. User input goes through `TimeText`.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    guard let time = scanner.time(), scanner.isAtEnd else { return nil }
    self = time
  }

  /// For example `07:30`, or `07:30:05` if the seconds are not 0.
  public var description: String { second == 0 ? toTheMinute : "\(toTheMinute):\(second.padded(to: 2))" }

  /// For example `07:30`, without the seconds.
  public var toTheMinute: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

  public var hourOfTwelve: Int { (hour + 11) % 12 + 1 }

  /// Returns `07:30` or `7:30am`, with seconds if they are not 0.
  public func text(_ format: Settings.TimeFormat) -> String {
    switch format {
    case .hours24: description
    case .hours12: "\(hourOfTwelve)\(description.dropFirst(2))\(hour < 12 ? "am" : "pm")"
    }
  }
}
