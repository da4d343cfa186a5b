enum Step: Hashable {
  /// A number of the unit: days, seconds, minutes of the day, pieces.
  case each(Double, Unit)
  /// The first day of every nth month: 1...6, or whole years.
  case months(Int)

  /// Returns the smallest round step that gives at most `count` ticks.
  static func fitting(_ unit: Unit, _ span: Double, count: Int, isWhole: Bool) -> Step {
    let least = span / Double(count)
    if unit == .date {
      let dates: [(Double, Step)] = [
        (1, .each(1, unit)), (2, .each(2, unit)), (7, .each(7, unit)), (14, .each(14, unit)), (30.5, .months(1)),
        (61, .months(2)), (91.5, .months(3)), (183, .months(6)),
      ]
      if let step = dates.first(where: { $0.0 >= least }) { return step.1 }
      return .months(12 * max(1, Unit.whole(decade(atLeast: least / 365.25))))
    }
    let round: [Double] =
      switch unit {
      case .seconds:
        [
          1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
        ]
      case .timeOfDay: [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]
      case .percent, .score: [1, 2, 5, 10, 20, 25, 50]
      case .count, .date: []
      }
    if let first = round.first, least > first || unit != .seconds {
      if let step = round.first(where: { $0 >= least }) { return .each(step, unit) }
      let last = round[round.count - 1]
      return .each(decade(atLeast: least / last) * last, unit)
    }
    return .each(decade(atLeast: isWhole && unit == .count ? max(1, least) : least), unit)
  }

  /// Returns the smallest product of 1, 2 or 5 and a power of ten that is at least `least`.
  private static func decade(atLeast least: Double) -> Double {
    var power = 1.0
    while power > least, power > 1e-6 { power /= 10 }
    while true {
      if let factor = [1.0, 2, 5].first(where: { $0 * power >= least * (1 - 1e-9) }) { return factor * power }
      power *= 10
    }
  }

  /// Returns the nearest ticks that enclose both values.
  func around(_ lower: Double, _ upper: Double) -> (Double, Double) {
    guard case .each(let step, _) = self else { return (lower, upper) }
    // Ignore rounding errors.
    let first = (lower / step + 1e-9).rounded(.down) * step
    let last = (upper / step - 1e-9).rounded(.up) * step
    return first < last ? (first, last) : (lower, upper)
  }

  func ticks(_ lower: Double, _ upper: Double) -> [Scale.Tick] {
    switch self {
    case .each(let step, .date): dates(lower, upper, every: Int(step))
    case .each(let step, let unit): plain(lower, upper, step, unit)
    case .months(let step): months(lower, upper, every: step)
    }
  }

  private func plain(_ lower: Double, _ upper: Double, _ step: Double, _ unit: Unit) -> [Scale.Tick] {
    let first = (lower / step - 1e-9).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    var ticks: [Scale.Tick] = []
    for index in 0...Int(last - first) {
      let value = (first + Double(index)) * step
      // Rounding errors may put a tick beyond an end. Among numbers too large for the step, ticks may coincide.
      let within = min(max(value, lower), upper)
      guard abs(value - within) <= step * 1e-6, ticks.last.map({ $0.value < within }) ?? true else { continue }
      ticks.append(Scale.Tick(value: within, text: unit.tickText(value, step: step)))
    }
    return ticks
  }

  // MARK: Dates

  private func dates(_ lower: Double, _ upper: Double, every step: Int) -> [Scale.Tick] {
    // Weeks begin on Monday; day 4 of 1970 was one.
    let offset = step.isMultiple(of: 7) ? 4 : 0
    let first = Int(lower.rounded(.up))
    let start = first + ((offset - first) % step + step) % step
    let days = stride(from: start, through: Int(upper.rounded(.down)), by: step)
    return Self.ticks(days.map { CivilDate(day: $0) }) { "\($0.monthName) \($0.day)" }
  }

  private func months(_ lower: Double, _ upper: Double, every step: Int) -> [Scale.Tick] {
    let ends = [lower, upper].map { CivilDate(day: Unit.whole($0)) }
    let count = ends[1].year * 12 + ends[1].month
    let months = stride(from: ends[0].year * 12 / step * step, through: count, by: step)
    let dates = months.map { CivilDate(year: $0 / 12, month: $0 % 12 + 1, day: 1) }
    let shown = dates.filter { (lower...upper).contains(Double($0.number)) }
    guard step < 12 else { return shown.map { Scale.Tick(value: Double($0.number), text: "\($0.year)") } }
    return Self.ticks(shown, text: \.monthName)
  }

  /// Returns a tick for each date, with the year below the first one and the first one of each year.
  private static func ticks(_ dates: [CivilDate], text: (CivilDate) -> String) -> [Scale.Tick] {
    var year: Int?
    return dates.map { date in
      defer { year = date.year }
      return Scale.Tick(
        value: Double(date.number), text: text(date), second: date.year == year ? nil : "\(date.year)")
    }
  }
}

extension Unit {
  /// Returns a label as short as the step allows: `90 s` between `60 s` and `120 s`.
  fileprivate func tickText(_ value: Double, step: Double) -> String {
    guard self == .seconds else {
      return step < 0.1 && self == .count ? Unit.decimal(value, places: 3) : text(value)
    }
    let units: [(size: Double, name: String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s"), (0.001, "ms")]
    let fitting = units.first { (step / $0.size).rounded() * $0.size == step } ?? units[4]
    return Unit.decimal(value / fitting.size, places: 1) + " " + fitting.name
  }
}
