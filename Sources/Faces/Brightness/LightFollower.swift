import AlarmClock

/// Follows the light of the room, see `Dimmer`.
struct LightFollower: Hashable, Sendable {
  /// A change of light has to last this long, and two measurements have to show it: one of a slow chip stands for longer
  /// than this.
  static let patience: Duration = .milliseconds(1200)
  /// The same of a light that grows and is not steady: headlights come and go, a lamp is on. Cars pass in less.
  /// A longer patience with steady light would not bring the level of a light room within three seconds.
  static let patienceWithUnsteadyLight: Duration = .milliseconds(4500)
  /// By how much two measurements of a steady light may differ.
  private static let steadiness = 1.15
  /// How far the light's level has to be from the one in force.
  private static let margin = 0.7
  /// By how much the light has to have changed.
  private static let ratio = 1.25

  let levels: LightLevels
  private let curve: LightCurve
  /// 0…15; nil: off.
  private(set) var level: Int?
  /// The light that the level comes from.
  private(set) var lux: Double
  /// Since when the sensor says nothing; nil: it says something.
  private(set) var silentSince: Duration?
  private var candidate: Candidate?
  private var ownLight = OwnLight()

  /// A change that has to last first.
  private struct Candidate: Hashable, Sendable {
    var isRise: Bool
    var since: Duration
    /// The reading that changes least.
    var lux: Double
  }

  init(_ levels: LightLevels, lux: Double) {
    (self.levels, self.lux) = (levels, lux)
    curve = LightCurve(levels)
    level = ScheduleCourse.level(of: curve.value(for: lux))
  }

  /// A change has begun, and has not lasted yet: every reading counts.
  var isUndecided: Bool { candidate != nil }

  /// How long a change has to last, by the last two measurements.
  static func patience(isRise: Bool, _ readings: Readings) -> Duration {
    guard isRise, let now = readings.illuminance, let before = readings.illuminanceBefore else { return patience }
    return max(now, before) <= min(now, before) * steadiness ? patience : patienceWithUnsteadyLight
  }

  /// Takes note of what the sensor says; returns how soon to look again, nil: at the next reading.
  ///
  /// - Parameters:
  ///   - earliest: the level stays as it is until then.
  ///   - isLampLit: a light of the clock's own is on.
  mutating func look(_ readings: Readings, at now: Duration, earliest: Duration, isLampLit: Bool) -> Duration? {
    let reading = readings.illuminance
    silentSince = reading == nil ? silentSince ?? now : nil
    if let glow = ownLight.look(isOn: isLampLit, at: now) {
      candidate = nil
      return glow
    }
    guard let reading, let isRise = isClearRise(reading) else {
      candidate = nil
      return nil
    }
    if let known = candidate, known.isRise == isRise {
      candidate?.lux = isRise ? min(known.lux, reading) : max(known.lux, reading)
    } else {
      candidate = Candidate(isRise: isRise, since: now, lux: reading)
    }
    guard let change = candidate else { return nil }
    let due = max(change.since + Self.patience(isRise: isRise, readings), earliest)
    guard now >= due else { return due - now }
    guard let before = readings.illuminanceBefore, isClearRise(before) == isRise else { return nil }
    (level, lux, candidate) = (ScheduleCourse.level(of: curve.value(for: change.lux)), change.lux, nil)
    // What it reads now may be further: the next change begins.
    guard let isRise = isClearRise(reading) else { return nil }
    candidate = Candidate(isRise: isRise, since: now, lux: reading)
    return Self.patience
  }

  /// nil: neither the light nor its level is clearly another.
  private func isClearRise(_ reading: Double) -> Bool? {
    let (wanted, current) = (curve.value(for: reading), ScheduleCourse.value(of: level))
    let (light, before) = (max(reading, LightCurve.darkest), max(lux, LightCurve.darkest))
    if wanted > current + Self.margin, light >= before * Self.ratio { return true }
    if wanted < current - Self.margin, light * Self.ratio <= before { return false }
    return nil
  }
}
