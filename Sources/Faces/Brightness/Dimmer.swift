import AlarmClock

/// How bright an idle face is.
///
/// By the light of the room it follows a change only when it has lasted for `patience` and was measured twice: so the
/// headlights of a car that passes change nothing, and a light that is switched is followed in one step. A light that grows
/// and is not the same from one measurement to the next has to last for longer. What shines in steadily counts as a lamp from
/// the second measurement on. It takes the
/// reading that changes least of that time, so that it never steps back. Whatever is near an edge stays as it is: both the
/// level and the light have to be clearly others. The display's own light cannot lift it step by step for the same reason:
/// each rise needs a quarter more light than the last. While another light of the clock is on, nothing is followed.
public struct Dimmer: Hashable, Sendable {
  /// A moment by every clock that matters here.
  public struct Moment: Sendable {
    public var now: Instant
    public var monotonic: Duration
    public var zone: ZoneRules

    public init(now: Instant, monotonic: Duration, zone: ZoneRules) {
      (self.now, self.monotonic, self.zone) = (now, monotonic, zone)
    }
  }

  public struct Target: Hashable, Sendable {
    /// 0…15; nil: off.
    public var level: Int?
    /// How long that holds, unless settings change, another reading comes, or a light of the clock goes on or off.
    public var holds: Duration
    public var reason: Reason
  }

  /// Why it is as bright as it is.
  public enum Reason: Hashable, Sendable {
    /// People have chosen it.
    case chosen
    /// The light of the room, in lux, when it was last followed.
    case light(lux: Double)
    /// Nobody has measured the light of late, and it is being measured.
    case unmeasured
    case schedule(BrightnessSchedule.Point.Moment)
    /// The same, by a sun that is taken to rise at six and to set at six, since nobody has said where the clock stands.
    case assumedSun(BrightnessSchedule.Point.Moment)
    /// None of the schedule's points comes these days.
    case emptySchedule
    /// No light sensor answers: the schedule is followed.
    case sensorLost
  }

  /// The least time between two changes by the light.
  static let rest: Duration = .seconds(2)
  /// After so long without a reading the schedule is followed.
  static let sensorPatience: Duration = .seconds(10)
  /// A sensor has answered by then.
  private static let longestMeasurement: Duration = .seconds(3)
  /// While nothing is about to change by itself.
  private static let longest: Duration = .seconds(3600)

  /// What the light has come to; nil: it is not followed, or not yet.
  private var following: LightFollower?
  /// The level that was told last while it goes by itself, and since when.
  private var told: Told?
  /// Until then a reading is waited for, and it is as in the dark; nil: none is.
  private var awaited: Duration?

  private struct Told: Hashable {
    var level: Int?
    var since: Duration
  }

  public init() {}

  /// What it has followed is too old: until the light is measured anew it is as in the dark, so that a look at night is no
  /// glare.
  public mutating func startOver(at now: Duration) {
    (following, told, awaited) = (nil, nil, now + Self.longestMeasurement)
  }

  /// A change of light has begun, and may be followed soon.
  public var isUndecided: Bool { following?.isUndecided ?? false }

  /// - Parameters:
  ///   - dimming: what is asked for now, by day or by night.
  ///   - settings: the schedule, the light's levels and the place.
  ///   - isLampLit: another light of the clock is on: its lamp, or the display as a ring shows it.
  public mutating func target(
    for dimming: Dimming, of settings: Settings, at moment: Moment, readings: Readings, isLampLit: Bool = false
  ) -> Target {
    switch dimming {
    case .fixed(let level):
      (following, told) = (nil, nil)
      return Target(level: level, holds: Self.longest, reason: .chosen)
    case .schedule:
      (following, told) = (nil, nil)
      return scheduled(settings, moment)
    case .automatic:
      if let following, following.levels != settings.lightLevels { (self.following, told) = (nil, nil) }
      let target = automatic(settings, moment, readings, isLampLit)
      return target.reason == .unmeasured ? target : rested(target, at: moment.monotonic)
    }
  }

  /// The same, or the level of before where that was told too shortly ago.
  private mutating func rested(_ target: Target, at now: Duration) -> Target {
    guard let told, told.level != target.level else {
      if told == nil { told = Told(level: target.level, since: now) }
      return target
    }
    let left = told.since + Self.rest - now
    guard left <= .zero else {
      var early = target
      (early.level, early.holds) = (told.level, min(left, target.holds))
      return early
    }
    self.told = Told(level: target.level, since: now)
    return target
  }

  private func scheduled(_ settings: Settings, _ moment: Moment) -> Target {
    let course = ScheduleCourse(
      settings.brightnessSchedule, around: moment.now, zone: moment.zone, location: settings.location)
    let holds = min(course.holds(at: moment.now), Self.longest)
    guard let step = course.step(at: moment.now) else {
      return Target(level: Dimming.usual, holds: holds, reason: .emptySchedule)
    }
    let isAssumed = settings.location == nil && step.point.moment.isOfTheSun
    return Target(
      level: ScheduleCourse.level(of: step.value(at: moment.now)), holds: holds,
      reason: isAssumed ? .assumedSun(step.point.moment) : .schedule(step.point.moment))
  }

  private mutating func automatic(
    _ settings: Settings, _ moment: Moment, _ readings: Readings, _ isLampLit: Bool
  ) -> Target {
    let now = moment.monotonic
    guard var state = following else {
      guard let lux = readings.illuminance else {
        guard let awaited, now < awaited else { return lost(settings, moment) }
        let level = settings.lightLevels.points.first?.level
        return Target(level: level, holds: awaited - now, reason: .unmeasured)
      }
      awaited = nil
      let state = LightFollower(settings.lightLevels, lux: lux)
      following = state
      return Target(level: state.level, holds: Self.longest, reason: .light(lux: lux))
    }
    let wait = state.look(readings, at: now, earliest: told.map { $0.since + Self.rest } ?? now, isLampLit: isLampLit)
    let patience = state.silentSince.map { $0 + Self.sensorPatience - now } ?? Self.longest
    following = patience > .zero ? state : nil
    guard patience > .zero else { return lost(settings, moment) }
    return Target(level: state.level, holds: min(wait ?? Self.longest, patience), reason: .light(lux: state.lux))
  }

  private func lost(_ settings: Settings, _ moment: Moment) -> Target {
    var target = scheduled(settings, moment)
    target.reason = .sensorLost
    return target
  }
}
