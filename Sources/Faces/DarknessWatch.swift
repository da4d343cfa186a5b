/// Whether the room is dark, by what a light sensor says: headlights that pass do not make it day, and nothing goes to and
/// fro at an edge.
public struct DarknessWatch: Hashable, Sendable {
  public private(set) var isDark = false
  /// Since when the light says otherwise, on a clock that never steps.
  private var since: Duration?

  /// In lux: darker than that it becomes dark, lighter than that light.
  private static let (dark, light) = (3.0, 10.0)
  /// For so long it has to be.
  static let patience: Duration = .seconds(10)

  public init() {}

  /// Takes what the sensor says; without one it is not dark.
  ///
  /// - Returns: how long until it has to look again; nil: until the sensor says something else.
  public mutating func look(at illuminance: Double?, _ now: Duration) -> Duration? {
    guard let illuminance else {
      (isDark, since) = (false, nil)
      return nil
    }
    let isOther = isDark ? illuminance > Self.light : illuminance < Self.dark
    guard isOther else {
      since = nil
      return nil
    }
    let start = since ?? now
    guard now - start >= Self.patience else {
      since = start
      return Self.patience - (now - start)
    }
    (isDark, since) = (!isDark, nil)
    return nil
  }
}
