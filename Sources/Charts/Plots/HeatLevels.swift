/// The values of a heat map in up to four levels, from little to much, each of which says its range.
struct HeatLevels: Hashable {
  /// The largest of each, ascending; empty: there is nothing above zero.
  private let tops: [Double]
  private let unit: Unit

  init(_ map: HeatMap) {
    unit = map.unit
    let values = map.values.joined().compactMap { Unit.known($0) }.filter { $0 > 0 }
    guard let highest = values.max() else {
      tops = []
      return
    }
    let isWhole = values.allSatisfy { $0 == $0.rounded() }
    let quarters = (1...4).map { quarter in
      let top = highest * Double(quarter) / 4
      return isWhole ? top.rounded(.up) : top
    }
    // Levels that hold no value are none.
    var (kept, below) = ([Double](), 0.0)
    for top in quarters where values.contains(where: { $0 > below && $0 <= top }) {
      kept.append(top)
      below = top
    }
    tops = kept
  }

  /// What to draw: 0...3, where 3 is the most; nil: zero or less.
  func level(_ value: Double) -> Int? {
    guard value > 0 else { return nil }
    let index = tops.firstIndex { value <= $0 } ?? tops.count - 1
    return shown(index)
  }

  /// Few levels are the outer ones, so that they differ the more.
  private func shown(_ index: Int) -> Int {
    switch tops.count {
    case 1: 3
    case 2: index == 0 ? 0 : 3
    case 3: [0, 2, 3][index]
    default: index
    }
  }

  /// Each level with its words, the least first.
  func words(_ map: HeatMap) -> [(level: Int, words: String)] {
    tops.indices.map { index in
      let values = map.values.joined().compactMap { Unit.known($0) }
        .filter { $0 > (index > 0 ? tops[index - 1] : 0) && $0 <= tops[index] }
      let ends = [values.min() ?? 0, values.max() ?? 0].map(unit.text)
      return (shown(index), ends[0] == ends[1] ? ends[0] : "\(ends[0])–\(ends[1])")
    }
  }
}
