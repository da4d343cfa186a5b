/// The difference between a zone's wall clock and UTC.
public struct ZoneOffset: Hashable, Sendable {
  /// Seconds to add to UTC, positive east of Greenwich; less than a day in either direction.
  public var secondsEast: Int
  public var isDaylightSaving: Bool
  /// For example `CET` or `+0330`.
  public var abbreviation: String
}
