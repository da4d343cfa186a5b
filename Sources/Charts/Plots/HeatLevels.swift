/// The values of a heat map in four levels: quarters of the highest value.
struct HeatLevels: Hashable {
  /// Zero if no value is above zero.
  private let highest: Double
  private let unit: Unit

  init(_ map: HeatMap) {
    unit = map.unit
    highest = map.values.joined().compactMap { Unit.known($0) }.max().map { max($0, 0) } ?? 0
  }

  /// Returns 0...3, where 3 is the most, or `nil` for zero and less.
  func level(_ value: Double) -> Int? {
    value > 0 ? min(3, max(0, Int((value / highest * 4).rounded(.up)) - 1)) : nil
  }

  /// Returns the levels that hold values, each with the range of its values, the least first.
  func words(_ map: HeatMap) -> [(level: Int, words: String)] {
    let values = map.values.joined().compactMap { Unit.known($0) }
    return (0...3).compactMap { level in
      let held = values.filter { self.level($0) == level }
      guard let least = held.min().map(unit.text), let most = held.max().map(unit.text) else { return nil }
      return (level, least == most ? least : "\(least)–\(most)")
    }
  }
}
