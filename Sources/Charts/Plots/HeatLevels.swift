/// Divides the values of a heat map into four levels: quarters of the highest value.
struct HeatLevels {
  private let values: [Double]
  private let unit: Unit
  private let highest: Double
  let hasZero: Bool

  init(_ map: HeatMap) {
    unit = map.unit
    values = map.values.joined().compactMap { Unit.known($0) }
    highest = values.max() ?? 0
    hasZero = values.contains { $0 <= 0 }
  }

  /// Returns 0...3, from low to high, or `nil` for values up to 0.
  func level(_ value: Double) -> Int? {
    value > 0 ? min(3, max(0, Int((value / highest * 4).rounded(.up)) - 1)) : nil
  }

  /// The levels in use, the lowest first, with their ranges of values.
  var words: [(level: Int, words: String)] {
    (0...3).compactMap { level in
      let held = values.filter { self.level($0) == level }
      guard let least = held.min().map(unit.text), let most = held.max().map(unit.text) else { return nil }
      return (level, least == most ? least : "\(least)–\(most)")
    }
  }
}
