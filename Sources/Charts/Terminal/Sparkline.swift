/// A row of values within a line of text.
public enum Sparkline {
  private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A block for each value, in eight heights; a blank where there is none.
  ///
  /// - Parameter range: what the lowest and the highest block stand for; nil: the least and the most of the values.
  public static func blocks(_ values: [Double?], in range: ClosedRange<Double>? = nil) -> String {
    let known = values.map { Unit.known($0) }
    let all = known.compactMap { $0 }
    guard let least = all.min(), let most = all.max() else { return String(repeating: " ", count: values.count) }
    let lower = Unit.bounded(range?.lowerBound ?? least)
    let upper = Unit.bounded(range?.upperBound ?? most)
    return String(
      known.map { value -> Character in
        guard let value else { return " " }
        // Values that are all the same are neither low nor high.
        guard upper > lower else { return heights[3] }
        let share = (min(max(value, lower), upper) - lower) / (upper - lower)
        return heights[min(Int(share * 8), 7)]
      })
  }

  /// The same in words: each value, `-` where there is none; of more than 14 the first, the least, the most and the last.
  public static func words(_ values: [Double?], _ unit: Unit) -> String {
    let known = values.map { Unit.known($0) }
    let texts = known.map { $0.map(unit.text) ?? "-" }
    guard values.count > 14 else { return texts.joined(separator: ", ") }
    let all = known.compactMap { $0 }
    guard let first = all.first, let last = all.last, let least = all.min(), let most = all.max() else { return "-" }
    return "from \(unit.text(first)) to \(unit.text(last)), least \(unit.text(least)), most \(unit.text(most))"
  }
}
