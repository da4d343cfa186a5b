/// A set of days of the week. Encoded as short lowercase names in order, such as `["mon","tue"]`.
public struct Weekdays: OptionSet, Hashable, Sendable, Codable, CustomStringConvertible {
  /// Bit 0 is Monday, bit 6 Sunday; higher bits are dropped.
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 0x7F
  }

  public init(_ days: Weekday...) {
    self.init(days)
  }

  public init(_ days: some Sequence<Weekday>) {
    self.init(rawValue: days.reduce(0) { $0 | 1 << ($1.rawValue - 1) })
  }

  public static let daily = Weekdays(Weekday.allCases)
  public static let workdays = Weekdays(.monday, .tuesday, .wednesday, .thursday, .friday)
  public static let weekend = Weekdays(.saturday, .sunday)

  public func contains(_ day: Weekday) -> Bool { rawValue & 1 << (day.rawValue - 1) != 0 }

  /// Returns the first day of the set from `day` to Sunday, or `nil` if there is none.
  func first(from day: Weekday) -> Weekday? {
    let rest = rawValue >> (day.rawValue - 1)
    return rest == 0 ? nil : Weekday(rawValue: day.rawValue + rest.trailingZeroBitCount)
  }

  /// In order, beginning with Monday.
  public var days: [Weekday] { Weekday.allCases.filter(contains) }

  /// For example `daily`, `Mon-Fri`, `Sat Sun` or `Mon Wed Fri`; `none` if empty. Three or more successive days form a
  /// range.
  public var description: String {
    if self == .daily { return "daily" }
    if isEmpty { return "none" }
    return RangeSet(days.map { $0.rawValue..<$0.rawValue + 1 }).ranges.flatMap { run in
      let names = run.compactMap { Weekday(rawValue: $0)?.shortName }
      return names.count < 3 ? names : ["\(names[0])-\(names[names.count - 1])"]
    }.joined(separator: " ")
  }

  public init(from decoder: any Decoder) throws {
    self = []
    for name in try [String](from: decoder) {
      guard let day = Weekday.allCases.first(where: { $0.word == name }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "'\(name)' is not one of mon … sun"))
      }
      insert(Weekdays(day))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try days.map(\.word).encode(to: encoder)
  }
}
