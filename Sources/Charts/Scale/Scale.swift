/// Maps values to positions along a side, with round values as ticks.
struct Scale: Hashable {
  /// A labeled value. The label is as short as the step between ticks allows.
  struct Tick: Hashable {
    var value: Double
    var text: String
    /// The year, below the first date and below the first one of each year.
    var second: String?
  }

  let unit: Unit
  /// Always less than `upper`; both are finite.
  let lower: Double, upper: Double
  /// Sorted, between `lower` and `upper`.
  let ticks: [Tick]

  /// - Parameters:
  ///   - values: all values that must be in view; those that are not finite are ignored.
  ///   - count: about how many ticks have room, at least 2.
  ///   - isRound: whether the scale begins and ends at a tick, as on a vertical side, not at the outermost values.
  init(_ axis: Axis, values: some Sequence<Double>, ticks count: Int, isRound: Bool) {
    unit = axis.unit
    var values = values.filter(\.isFinite).map(unit.withinReach)
    let isWhole = values.allSatisfy { $0 == $0.rounded() }
    let isEmpty = values.isEmpty
    if axis.includesZero, !isEmpty { values.append(0) }
    if unit == .score { values += [0, 100] }
    var (lower, upper) = unit.spread(values.min(), values.max())
    let step = Step.fitting(unit, upper - lower, count: max(2, count), isWhole: isWhole)
    if isRound { (lower, upper) = step.around(lower, upper) }
    (self.lower, self.upper) = (lower, upper)
    // Without dates, no date is a sensible tick.
    ticks = isEmpty && unit == .date ? [] : step.ticks(lower, upper)
  }

  /// Returns 0 at the lower end and 1 at the upper one; values beyond are outside 0...1.
  func position(_ value: Double) -> Double { (value - lower) / (upper - lower) }
}

extension Unit {
  /// Limits dates to years with four digits, with a day left at either end.
  fileprivate func withinReach(_ value: Double) -> Double {
    self == .date ? min(max(value, -719_161), 2_932_895) : Unit.bounded(value)
  }

  /// Returns distinct ends around all values, or the usual ones if there are no values.
  fileprivate func spread(_ lower: Double?, _ upper: Double?) -> (Double, Double) {
    guard let lower, let upper else {
      switch self {
      case .count: return (0, 1)
      case .percent, .score: return (0, 100)
      case .seconds: return (0, 60)
      case .timeOfDay: return (360, 540)
      case .date: return (0, 7)
      }
    }
    guard lower == upper else { return (lower, upper) }
    // A single value is in the middle, or at the top if 0 is in view.
    let room: Double =
      switch self {
      case .count, .percent, .score: 1
      case .seconds: lower == 0 ? 60 : max(abs(lower) / 4, 0.001)
      case .timeOfDay: 30
      case .date: 1
      }
    let wide = max(room, abs(lower) * 1e-12)
    return (lower >= 0 && lower - wide < 0 && self != .date ? 0 : lower - wide, upper + wide)
  }
}
