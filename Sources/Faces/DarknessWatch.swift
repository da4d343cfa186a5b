/// Decides whether the room is dark from a light sensor. Passing headlights do not count as day, and separate
/// thresholds prevent flicker between the two.
public struct DarknessWatch: Hashable, Sendable {
  /// `nil` without a working sensor.
  public private(set) var isDark: Bool?
  /// Whether `isDark` is only an assumption that the next reading replaces.
  private var isAssumed = false
  /// When the readings began to contradict `isDark`, on a clock that never steps.
  private var since: Duration?
  private var silentSince: Duration?
  private var ownLight = OwnLight()

  /// The room becomes dark below the first and light above the second, in lux.
  private static let (dark, light) = (3.0, 10.0)

  public init() {}

  /// Discards outdated readings, and assumes that the room is dark until the sensor answers.
  public mutating func startOver() { (isDark, isAssumed, since, silentSince) = (true, true, nil, nil) }

  /// Whether the readings contradict `isDark`, but not for long enough yet. Every reading counts then.
  public var isUndecided: Bool { since != nil }

  /// Takes in a reading, which means nothing while `isLampLit`. A sensor silent for `Dimmer.sensorPatience` counts as
  /// missing. Returns when to look again, or `nil` to wait for the next change of the reading.
  public mutating func look(at readings: Readings, _ now: Duration, isLampLit: Bool = false) -> Duration? {
    let glow = ownLight.look(isOn: isLampLit, at: now)
    guard let illuminance = readings.illuminance else {
      let start = silentSince ?? now
      (since, silentSince) = (nil, start)
      let left = start + Dimmer.sensorPatience - now
      guard left <= .zero else { return left }
      (isDark, isAssumed) = (nil, false)
      return nil
    }
    silentSince = nil
    if let glow {
      since = nil
      return glow
    }
    guard let isDark, !isAssumed else {
      isAssumed = false
      isDark = illuminance < Self.dark
      return nil
    }
    func isOther(_ lux: Double) -> Bool { isDark ? lux > Self.light : lux < Self.dark }
    since = isOther(illuminance) ? since ?? now : nil
    guard let start = since else { return nil }
    let left = start + LightFollower.patience(isRise: isDark, readings) - now
    guard left <= .zero else { return left }
    guard let before = readings.illuminanceBefore, isOther(before) else { return nil }
    (self.isDark, since) = (!isDark, nil)
    return nil
  }
}
