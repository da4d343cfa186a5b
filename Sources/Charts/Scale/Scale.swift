/// From values to places along one side, with round values to write beside it.
struct Scale: Hashable {
  /// A value to write, in so few letters as the other ticks allow.
  struct Tick: Hashable {
    var value: Double
    var text: String
    /// The year, under the first date and under the first one of each year.
    var second: String?
  }

  let unit: Unit
  /// Always less than `upper`, both finite.
  let lower: Double, upper: Double
  /// In order, all within.
  let ticks: [Tick]

  /// - Parameters:
  ///   - values: all that has to be in view; what is not finite is left out.
  ///   - count: about how many ticks there is room for, 2 or more.
  ///   - isRound: it begins and ends at a tick, as the side does along which heights are read; otherwise at the outermost
  ///     values.
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
    // Without a date there is none to write.
    ticks = isEmpty && unit == .date ? [] : step.ticks(lower, upper)
  }

  /// 0 at the lower end, 1 at the upper one; beyond them outside of that.
  func position(_ value: Double) -> Double { (value - lower) / (upper - lower) }
}

extension Unit {
  /// No calendar is drawn beyond the years that have four digits; there is a day left at either end.
  fileprivate func withinReach(_ value: Double) -> Double {
    self == .date ? min(max(value, -719_161), 2_932_895) : Unit.bounded(value)
  }

  /// Ends that differ, around all values; what is usual where there is none.
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
    // A value alone stands in the middle, or at the top where 0 is in view.
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
