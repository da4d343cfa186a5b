/// A period in which repeating alarms are skipped, from `from` up to but not including `until`.
public struct Pause: Hashable, Sendable, ScopedDaysOff {
  /// Unique among pauses.
  public var name: String
  public var from: LocalDate
  public var until: LocalDate
  public var scope: DaysOff.Scope

  public init(name: String, from: LocalDate, until: LocalDate, scope: DaysOff.Scope = .all) {
    self.name = name
    self.from = from
    self.until = until
    self.scope = scope
  }

  public static let most = 100

  /// Sorts pauses by their beginnings.
  public static func comesFirst(_ pause: Pause, _ other: Pause) -> Bool {
    (pause.from, pause.until, pause.name) < (other.from, other.until, other.name)
  }

  func contains(_ date: LocalDate) -> Bool { from <= date && date < until }
}
