import AlarmClock

/// The brightness that a schedule asks for around one moment, its points placed in time.
struct ScheduleCourse {
  /// A level between 0 and 15, and off below it, so that a ramp can end in the dark.
  static let off = -1.0

  struct Step {
    var start: Instant
    var from: Double
    var to: Double
    var ramp: Duration
    var point: BrightnessSchedule.Point

    func value(at now: Instant) -> Double {
      let share = ramp > .zero ? min(1, max(0, (now - start) / ramp)) : 1
      return from + (to - from) * share
    }
  }

  /// Sunrise and sunset where nobody has said where the clock stands.
  private static let assumed = (sunrise: LocalTime(hour: 6, minute: 0), sunset: LocalTime(hour: 18, minute: 0))

  /// In the order of time, some days around the moment.
  private let steps: [Step]

  init(_ schedule: BrightnessSchedule, around now: Instant, zone: ZoneRules, location: Location?) {
    var placed: [(start: Instant, point: BrightnessSchedule.Point)] = []
    let today = zone.local(now).date
    let noonDay = now.seconds.dividedDown(by: 86_400)
    for day in -2...2 {
      let date = today.adding(days: day)
      let solar = location.map { SolarDay(day: noonDay + Int64(day), at: $0) }
      for point in schedule.points {
        if let start = Self.start(of: point.moment, on: date, solar, zone) { placed.append((start, point)) }
      }
    }
    placed.sort { $0.start < $1.start }
    var steps: [Step] = []
    for (start, point) in placed {
      let to = Self.value(of: point.level)
      let from = steps.last?.value(at: start) ?? to
      steps.append(Step(start: start, from: from, to: to, ramp: point.ramp, point: point))
    }
    self.steps = steps
  }

  static func value(of level: Int?) -> Double { level.map(Double.init) ?? off }

  /// nil: off.
  static func level(of value: Double) -> Int? { value.rounded() < 0 ? nil : Int(value.rounded()) }

  /// The last point before a moment; nil: none of its points comes in these days, as of a sun that does not rise.
  func step(at now: Instant) -> Step? { steps.last { $0.start <= now } }

  /// How long the level of a moment holds; a day where nothing comes.
  func holds(at now: Instant) -> Duration {
    let next = steps.first { $0.start > now }.map { $0.start - now } ?? .seconds(86_400)
    guard let step = step(at: now), step.ramp > .zero, step.from != step.to, now - step.start < step.ramp else {
      return next
    }
    // The ramp passes from one level to the next half-way between them.
    let value = step.value(at: now)
    let isRising = step.to > step.from
    let edge = isRising ? (value + 0.5).rounded(.down) + 0.5 : (value - 0.5).rounded(.up) - 0.5
    let left = step.ramp * ((edge - value) / (step.to - step.from))
    // Not before: a millisecond later it is surely past it.
    return min(next, left + .milliseconds(1))
  }

  /// In polar night the sun sets at noon for all who go by it, and in polar day it rises at midnight: no time is lost
  /// between the last real sunset and that.
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

extension Int64 {
  /// Rounded towards the past.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
