/// Whether the room is dark, by what a light sensor says: headlights that pass do not make it day, and nothing goes to and
/// fro at an edge.
public struct DarknessWatch: Hashable, Sendable {
  /// nil: no sensor says anything.
  public private(set) var isDark: Bool?
  /// Nobody has measured it of late: the next reading says.
  private var isAssumed = false
  /// Since when the light says otherwise, on a clock that never steps.
  private var since: Duration?
  private var silentSince: Duration?
  private var ownLight = OwnLight()

  /// In lux: darker than that it becomes dark, lighter than that light.
  private static let (dark, light) = (3.0, 10.0)

  public init() {}

  /// What it has seen is too old: it is taken for dark until the sensor says something.
  public mutating func startOver() { (isDark, isAssumed, since, silentSince) = (true, true, nil, nil) }

  /// The light says otherwise, and has not done so for long enough: every reading counts.
  public var isUndecided: Bool { since != nil }

  /// Takes what the sensor says. One that says nothing for a while counts as none.
  ///
  /// - Parameter isLampLit: a light of the clock is on; what the sensor says does not count then.
  /// - Returns: how long until it has to look again; nil: until the sensor says something else.
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
    guard isOther(illuminance) else {
      since = nil
      return nil
    }
    let start = since ?? now
    // For so long it has to be, and two measurements have to have seen it.
    let patience = LightFollower.patience(isRise: isDark, readings)
    guard now - start >= patience else {
      since = start
      return patience - (now - start)
    }
    guard let before = readings.illuminanceBefore, isOther(before) else { return nil }
    (self.isDark, since) = (!isDark, nil)
    return nil
  }
}
