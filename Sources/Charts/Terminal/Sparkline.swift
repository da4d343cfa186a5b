/// A row of values within a line of text.
public enum Sparkline {
  private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a block for each value, in eight heights; a blank for a missing one.
  ///
  /// - Parameter range: the values of the lowest and the highest block; `nil` for the least and the most of `values`.
  public static func blocks(_ values: [Double?], in range: ClosedRange<Double>? = nil) -> String {
    let known = values.map { Unit.known($0) }
    let all = known.compactMap { $0 }
    guard let least = all.min(), let most = all.max() else { return String(repeating: " ", count: values.count) }
    let lower = Unit.bounded(range?.lowerBound ?? least)
    let upper = Unit.bounded(range?.upperBound ?? most)
    return String(
      known.map { value -> Character in
        guard let value else { return " " }
        // Equal values are neither low nor high.
        guard upper > lower else { return heights[3] }
        let share = (min(max(value, lower), upper) - lower) / (upper - lower)
        return heights[min(Int(share * 8), 7)]
      })
  }

  /// Lists the values, with `-` for a missing one; of more than 14, only the first, last, least and most.
  public static func words(_ values: [Double?], _ unit: Unit) -> String {
    let known = values.map { Unit.known($0) }
    let texts = known.map { $0.map(unit.text) ?? "-" }
    guard values.count > 14 else { return texts.joined(separator: ", ") }
    let all = known.compactMap { $0 }
    guard let first = all.first, let last = all.last, let least = all.min(), let most = all.max() else { return "-" }
    return "from \(unit.text(first)) to \(unit.text(last)), lowest \(unit.text(least)), highest \(unit.text(most))"
  }
}
