/// Divides the values of a heat map into four levels: quarters of the highest value.
struct HeatLevels: Hashable {
  /// 0 if no value is above 0.
  private let highest: Double
  private let unit: Unit

  init(_ map: HeatMap) {
    unit = map.unit
    highest = map.values.joined().compactMap { Unit.known($0) }.max().map { max($0, 0) } ?? 0
  }

  /// Returns 0...3, from low to high, or `nil` for values up to 0.
  func level(_ value: Double) -> Int? {
    value > 0 ? min(3, max(0, Int((value / highest * 4).rounded(.up)) - 1)) : nil
  }

  /// Returns the levels in use, the lowest first, with their ranges of values.
  func words(_ map: HeatMap) -> [(level: Int, words: String)] {
    let values = map.values.joined().compactMap { Unit.known($0) }
    return (0...3).compactMap { level in
      let held = values.filter { self.level($0) == level }
      guard let least = held.min().map(unit.text), let most = held.max().map(unit.text) else { return nil }
      return (level, least == most ? least : "\(least)–\(most)")
    }
  }
}
