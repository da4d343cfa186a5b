/// Days on which repeating alarms are skipped, from one date until another, which is excluded.
public struct Pause: Hashable, Sendable {
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

  /// So many are kept.
  public static let most = 100

  /// By when they begin.
  public static func comesFirst(_ pause: Pause, _ other: Pause) -> Bool {
    (pause.from, pause.until, pause.name) < (other.from, other.until, other.name)
  }

  func contains(_ date: LocalDate) -> Bool { from <= date && date < until }
}
