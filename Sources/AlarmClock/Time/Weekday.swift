/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, CaseIterable, Comparable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Converts days since 1970-01-01, which was a Thursday.
  init(daysSinceEpoch days: Int64) {
    self = Self.allCases[Int((days + 3).flooredRemainder(by: 7))]
  }

  public var name: String { Self.names[rawValue - 1] }
  private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  public var shortName: String { String(name.prefix(3)) }

  /// The name in files and requests, such as "mon".
  public var word: String { shortName.lowercased() }

  public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
