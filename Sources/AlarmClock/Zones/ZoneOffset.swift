/// How far a zone's wall clock is from UTC.
public struct ZoneOffset: Hashable, Sendable {
  /// Seconds to add to UTC, positive east of Greenwich; less than a day either way.
  public var secondsEast: Int
  public var isDaylightSaving: Bool
  /// `CET`, `+0330`
  public var abbreviation: String
}
