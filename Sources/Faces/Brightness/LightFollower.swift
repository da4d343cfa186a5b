import AlarmClock
import Glibc

/// The level that follows the light in the room; `Dimmer` explains the rules.
struct LightFollower: Hashable, Sendable {
  /// How long a change of light must last. It must also show in two measurements, because a slow chip may repeat one
  /// measurement for longer than this.
  static let patience: Duration = .milliseconds(1200)
  /// The same for a growing, unsteady light: headlights pass in less time, a lamp stays on. Requiring this of steady
  /// light too would make the display take more than three seconds to follow a lamp.
  static let patienceWithUnsteadyLight: Duration = .milliseconds(4500)
  /// The largest ratio of two measurements of a steady light.
  private static let steadiness = 1.15
  /// How far the level for the new light must be from the current one.
  private static let margin = 0.7
  private static let ratio = 1.25

  let levels: LightLevels
  /// 0…15, or `nil` if the display is off.
  private(set) var level: Int?
  /// The light that `level` was computed from, in lux.
  private(set) var lux: Double
  /// When the sensor stopped answering, or `nil` if it answers.
  private(set) var silentSince: Duration?
  private var candidate: Candidate?
  private var ownLight = OwnLight()

  private struct Candidate: Hashable, Sendable {
    var isRise: Bool
    var since: Duration
    /// The reading since then that differs least from the light in force.
    var lux: Double
  }

  init(_ levels: LightLevels, lux: Double) {
    (self.levels, self.lux) = (levels, lux)
    level = ScheduleCourse.level(of: levels.value(for: lux))
  }

  /// Whether a change has begun that has not lasted long enough yet. Every reading counts then.
  var isUndecided: Bool { candidate != nil }

  static func patience(isRise: Bool, _ readings: Readings) -> Duration {
    guard isRise, let now = readings.illuminance, let before = readings.illuminanceBefore else { return patience }
    return max(now, before) <= min(now, before) * steadiness ? patience : patienceWithUnsteadyLight
  }

  /// Takes in a reading. Returns when to look again, or `nil` to wait for the next one. The level must not change
  /// before `earliest`. `isLampLit` is whether another light of the clock is on.
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
    let known = candidate?.isRise == isRise ? candidate : nil
    var change = known ?? Candidate(isRise: isRise, since: now, lux: reading)
    change.lux = isRise ? min(change.lux, reading) : max(change.lux, reading)
    candidate = change
    let due = max(change.since + Self.patience(isRise: isRise, readings), earliest)
    guard now >= due else { return due - now }
    guard let before = readings.illuminanceBefore, isClearRise(before) == isRise else { return nil }
    (level, lux, candidate) = (ScheduleCourse.level(of: levels.value(for: change.lux)), change.lux, nil)
    // The current reading may differ even more, which starts the next change.
    guard let isRise = isClearRise(reading) else { return nil }
    candidate = Candidate(isRise: isRise, since: now, lux: reading)
    return Self.patience
  }

  /// Whether the light has clearly risen or fallen; `nil` if light or level has not clearly changed.
  private func isClearRise(_ reading: Double) -> Bool? {
    let (wanted, current) = (levels.value(for: reading), ScheduleCourse.value(of: level))
    let (light, before) = (max(reading, LightLevels.darkest), max(lux, LightLevels.darkest))
    if wanted > current + Self.margin, light >= before * Self.ratio { return true }
    if wanted < current - Self.margin, light * Self.ratio <= before { return false }
    return nil
  }
}

/// Brightness as a function of light, interpolated on a logarithmic scale as the eye perceives it.
extension LightLevels {
  /// The lowest light in lux; darker readings count as this. No supported sensor measures less.
  static let darkest = 0.05

  /// Returns a value for `ScheduleCourse.level(of:)`.
  func value(for lux: Double) -> Double {
    func logarithm(_ lux: Double) -> Double { log(max(lux, Self.darkest)) }
    let light = logarithm(lux)
    let above = points.firstIndex { light < logarithm($0.lux) } ?? points.count
    guard above > 0 else { return ScheduleCourse.value(of: points[0].level) }
    let lower = points[above - 1]
    let value = ScheduleCourse.value(of: lower.level)
    guard above < points.count else { return value }
    let (dark, bright) = (logarithm(lower.lux), logarithm(points[above].lux))
    return value + (ScheduleCourse.value(of: points[above].level) - value) * (light - dark) / (bright - dark)
  }
}
