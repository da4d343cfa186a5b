import AlarmClock

/// The brightness of an idle face.
///
/// When it follows the light in the room, a change counts only after it has lasted for `LightFollower.patience` and two
/// measurements have shown it. Passing headlights therefore change nothing, and switching a lamp changes the level in
/// one step. A growing light that differs from one measurement to the next has to last longer; a steady one counts as a
/// lamp from the second measurement. The new level comes from the reading of that time that changes it least, so it
/// never steps back.
///
/// Both the level and the light must change clearly, so values near a threshold stay put. For the same reason the
/// display's own light cannot raise the level step by step: each rise takes a quarter more light than the last. While
/// another light of the clock is on, the level stays as it is.
public struct Dimmer: Hashable, Sendable {
  /// A moment on the wall clock and on the monotonic clock, with the time zone.
  public struct Moment: Sendable {
    public var now: Instant
    public var monotonic: Duration
    public var zone: ZoneRules

    public init(now: Instant, monotonic: Duration, zone: ZoneRules) {
      (self.now, self.monotonic, self.zone) = (now, monotonic, zone)
    }
  }

  public struct Target: Hashable, Sendable {
    /// 0…15, or `nil` if the display is off.
    public var level: Int?
    /// How long the level holds if no setting or reading changes and no light of the clock is switched.
    public var holds: Duration
    public var reason: Reason
  }

  /// The reason for the current level.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    case chosen
    /// The light in the room, in lux, when the level last followed it.
    case light(lux: Double)
    /// There is no recent measurement yet, but one is on its way.
    case unmeasured
    case schedule(BrightnessSchedule.Point.Moment)
    /// The schedule with an assumed sunrise at 6:00 and sunset at 18:00, because no location is set.
    case assumedSun(BrightnessSchedule.Point.Moment)
    /// No point of the schedule occurs in the days around this one.
    case emptySchedule
    /// No light sensor answers, so the schedule applies.
    case sensorLost

    /// The words that follow the level in a message, such as `by the light, 3.2 lx`.
    public var description: String {
      switch self {
      case .chosen: "as chosen"
      case .light(let lux): "by the light, \(Self.text(lux)) lx"
      case .unmeasured: "low, until the light is measured"
      case .schedule(let moment): "by schedule, since \(moment)"
      case .assumedSun(let moment):
        "by schedule, since \(moment), taken as \(moment.isSunrise ? "6:00" : "18:00"): "
          + "`rouse settings set location LATITUDE,LONGITUDE` sets the clock's location"
      case .emptySchedule: "no point of `brightness-schedule` occurs these days, for example where the sun does not set"
      case .sensorLost: "by schedule, because no light sensor answers: `rouse doctor`"
      }
    }

    /// Rounds to tenths below 10 lx, and to whole lux above.
    private static func text(_ lux: Double) -> String {
      let tenths = Int((min(max(lux, 0), 1_000_000) * 10).rounded())
      return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    }
  }

  /// The shortest time between two changes that follow the light.
  static let rest: Duration = .seconds(2)
  /// How long the sensor may stay silent before the schedule applies.
  static let sensorPatience: Duration = .seconds(10)
  private static let longestMeasurement: Duration = .seconds(3)
  private static let longest: Duration = .seconds(3600)

  private var following: LightFollower?
  /// The last reported level in automatic mode, and when it was first reported.
  private var last: LastLevel?
  /// When waiting for a first reading ends, or `nil` if none is awaited. Until then the level is the one for darkness.
  private var awaited: Duration?

  private struct LastLevel: Hashable {
    var level: Int?
    var since: Duration
  }

  public init() {}

  /// Discards outdated readings. Until a new one arrives, the level is the one for darkness, to avoid glare at night.
  public mutating func startOver(at now: Duration) {
    (following, last, awaited) = (nil, nil, now + Self.longestMeasurement)
  }

  /// Whether a change of light has begun that the level may follow soon.
  public var isUndecided: Bool { following?.isUndecided ?? false }

  /// `isLampLit` is whether another light of the clock is on: its lamp, or the display while an alarm rings.
  public mutating func target(
    for dimming: Dimming, of settings: Settings, at moment: Moment, readings: Readings, isLampLit: Bool = false
  ) -> Target {
    if dimming != .automatic || following.map({ $0.levels != settings.lightLevels }) ?? false {
      (following, last) = (nil, nil)
    }
    switch dimming {
    case .fixed(let level): return Target(level: level, holds: Self.longest, reason: .chosen)
    case .schedule: return scheduled(settings, moment)
    case .automatic:
      let target = automatic(settings, moment, readings, isLampLit)
      return target.reason == .unmeasured ? target : rested(target, at: moment.monotonic)
    }
  }

  /// Keeps the previous level until it has lasted for `rest`.
  private mutating func rested(_ target: Target, at now: Duration) -> Target {
    if let last {
      let left = last.since + Self.rest - now
      if last.level == target.level { return target }
      if left > .zero { return Target(level: last.level, holds: min(left, target.holds), reason: target.reason) }
    }
    last = LastLevel(level: target.level, since: now)
    return target
  }

  /// - Parameter reason: why the schedule applies, if it is not the mode.
  private func scheduled(_ settings: Settings, _ moment: Moment, because reason: Reason? = nil) -> Target {
    let course = ScheduleCourse(
      settings.brightnessSchedule, around: moment.now, zone: moment.zone, location: settings.location)
    let holds = min(course.holds(at: moment.now), Self.longest)
    guard let step = course.step(at: moment.now) else {
      return Target(level: Dimming.usual, holds: holds, reason: reason ?? .emptySchedule)
    }
    let isAssumed = settings.location == nil && step.point.moment.isOfTheSun
    return Target(
      level: ScheduleCourse.level(of: step.value(at: moment.now)), holds: holds,
      reason: reason ?? (isAssumed ? .assumedSun(step.point.moment) : .schedule(step.point.moment)))
  }

  private mutating func automatic(
    _ settings: Settings, _ moment: Moment, _ readings: Readings, _ isLampLit: Bool
  ) -> Target {
    let now = moment.monotonic
    guard var state = following else {
      guard let lux = readings.illuminance else {
        guard let awaited, now < awaited else { return scheduled(settings, moment, because: .sensorLost) }
        let level = settings.lightLevels.points.first?.level
        return Target(level: level, holds: awaited - now, reason: .unmeasured)
      }
      awaited = nil
      let state = LightFollower(settings.lightLevels, lux: lux)
      following = state
      return Target(level: state.level, holds: Self.longest, reason: .light(lux: lux))
    }
    let wait = state.look(readings, at: now, earliest: last.map { $0.since + Self.rest } ?? now, isLampLit: isLampLit)
    let patience = state.silentSince.map { $0 + Self.sensorPatience - now } ?? Self.longest
    following = patience > .zero ? state : nil
    guard patience > .zero else { return scheduled(settings, moment, because: .sensorLost) }
    return Target(level: state.level, holds: min(wait ?? Self.longest, patience), reason: .light(lux: state.lux))
  }
}

extension BrightnessSchedule.Point.Moment {
  var isOfTheSun: Bool {
    if case .time = self { false } else { true }
  }

  var isSunrise: Bool {
    if case .sunrise = self { true } else { false }
  }
}
