import AlarmClock

/// A brightness schedule around one moment, with its points placed in time.
struct ScheduleCourse {
  /// The value for "off". Levels are 0…15; a value below them lets a ramp end in darkness.
  static let off = -1.0

  struct Step {
    var start: Instant
    var from: Double
    var point: BrightnessSchedule.Point
    var to: Double { ScheduleCourse.value(of: point.level) }

    func value(at now: Instant) -> Double {
      let share = point.ramp > .zero ? min(1, max(0, (now - start) / point.ramp)) : 1
      return from + (to - from) * share
    }
  }

  /// Sunrise and sunset if no location is set.
  private static let assumed = (sunrise: LocalTime(hour: 6, minute: 0), sunset: LocalTime(hour: 18, minute: 0))

  /// The steps from two days before to two days after the moment, in order of time.
  private let steps: [Step]

  init(_ schedule: BrightnessSchedule, around now: Instant, zone: ZoneRules, location: Location?) {
    let today = zone.local(now).date
    let noonDay = now.seconds.flooredDivision(by: 86_400)
    let placed = (-2...2).flatMap { day -> [Step] in
      let date = today.adding(days: day)
      let solar = location.map { SolarDay(day: noonDay + Int64(day), at: $0) }
      return schedule.points.compactMap { point in
        let start = Self.start(of: point.moment, on: date, solar, zone)
        return start.map { Step(start: $0, from: Self.value(of: point.level), point: point) }
      }
    }
    steps = placed.sorted { $0.start < $1.start }.reduce(into: []) { steps, step in
      steps.append(Step(start: step.start, from: steps.last?.value(at: step.start) ?? step.to, point: step.point))
    }
  }

  static func value(of level: Int?) -> Double { level.map(Double.init) ?? off }

  static func level(of value: Double) -> Int? { value.rounded() < 0 ? nil : Int(value.rounded()) }

  /// Returns the last step before `now`, or `nil` if these days have none, for example because the sun does not rise.
  func step(at now: Instant) -> Step? { steps.last { $0.start <= now } }

  /// Returns how long the level at `now` holds; a day if no point follows.
  func holds(at now: Instant) -> Duration {
    let next = steps.first { $0.start > now }.map { $0.start - now } ?? .seconds(86_400)
    guard let step = step(at: now), step.from != step.to, now - step.start < step.point.ramp else { return next }
    // A ramp changes the level half-way between two levels.
    let value = step.value(at: now)
    let isRising = step.to > step.from
    let edge = isRising ? (value + 0.5).rounded(.down) + 0.5 : (value - 0.5).rounded(.up) - 0.5
    let left = step.point.ramp * ((edge - value) / (step.to - step.from))
    // One millisecond more, so that the edge has surely been passed.
    return min(next, left + .milliseconds(1))
  }

  /// Returns when `moment` occurs on `date`. Polar night counts as a sunset at noon, and polar day as a sunrise at
  /// midnight, which continues the last real times without a gap.
  private static func start(
    of moment: BrightnessSchedule.Point.Moment, on date: LocalDate, _ solar: SolarDay?, _ zone: ZoneRules
  ) -> Instant? {
    func at(_ time: LocalTime?) -> Instant? {
      time.map { zone.resolve(LocalDateTime(date: date, time: $0)).instant }
    }
    switch (moment, solar?.course) {
    case (.time(let time), _): return at(time)
    case (.sunrise(let offset), nil): return at(assumed.sunrise).map { $0 + offset }
    case (.sunset(let offset), nil): return at(assumed.sunset).map { $0 + offset }
    case (.sunrise(let offset), .rises(let rise, _)?): return rise + offset
    case (.sunset(let offset), .rises(_, let set)?): return set + offset
    case (.sunrise(let offset), .staysUp?): return solar.map { $0.noon - .seconds(43_200) + offset }
    case (.sunset(let offset), .staysDown?): return solar.map { $0.noon + offset }
    case (.sunrise, .staysDown?), (.sunset, .staysUp?): return nil
    }
  }
}
