import PlainText

extension CellScreen {
  private static let fills: [Character] = ["█", "░", "▓", "▚"]
  /// One to seven eighths of a cell, filled from the left.
  private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  // MARK: Bars

  /// Draws a line for each bar, with its value at the end.
  func lines(_ plot: BarPlot) -> [String] {
    var axis = plot.y
    if axis.unit != .timeOfDay, axis.unit != .date { axis.includesZero = true }
    let values = plot.series.flatMap { series in plot.categories.indices.compactMap { series.value($0) } }
    let scale = Scale(axis, values: values, ticks: 4, isRound: true)
    let right = values.map { DisplayWidth.of(plot.y.unit.text($0)) }.max() ?? 1
    // Leave room for the values, which have at most 25 letters.
    let names = plot.categories.map { label($0, atMost: min(columns / 3, columns - right - 8)) }
    let left = names.map(DisplayWidth.of).max() ?? 0
    let room = columns - left - right - 3
    let bars = plot.categories.indices.flatMap { category in
      plot.series.enumerated().map { index, series in
        let name = DisplayWidth.padded(index == 0 ? names[category] : "", left)
        guard let value = series.value(category) else { return "\(name)  -" }
        let bar = bar(value, scale, room, index)
        return "\(name)  \(style.painted(bar, .series(index))) \(plot.y.unit.text(value))"
      }
    }
    let title = [style.painted(label(plot.y.title, atMost: columns), .beside)]
    let legend =
      plot.series.count > 1
      ? legend(
        plot.series.enumerated().map { index, series in
          (String(repeating: Self.fills[index % 4], count: 2), series.name, .series(index))
        }) : []
    return title + (values.isEmpty ? ["No data"] : bars) + legend
  }

  /// Returns the bar from the foot to the value; at least a thin line.
  private func bar(_ value: Double, _ scale: Scale, _ room: Int, _ series: Int) -> String {
    let ends = [scale.foot, value].map { scale.position($0) * Double(room) }.sorted()
    let start = Int(ends[0].rounded())
    let blanks = String(repeating: " ", count: start)
    let eighths = Int(((ends[1] - Double(start)) * 8).rounded())
    guard eighths > 0 else { return blanks + String(Self.eighths[0]) }
    let fill = Self.fills[series % 4]
    // Only the full block exists in eighths.
    guard series.isMultiple(of: 4) else { return blanks + String(repeating: fill, count: max(1, (eighths + 4) / 8)) }
    let part = eighths % 8 == 0 ? "" : String(Self.eighths[eighths % 8 - 1])
    return blanks + String(repeating: fill, count: eighths / 8) + part
  }

  // MARK: Gauges

  /// Draws a line for each gauge: name, bar, score, history and word. On narrow screens, the word has its own line.
  func lines(_ gauges: [Gauge]) -> [String] {
    guard !gauges.isEmpty else { return ["No data"] }
    let names = gauges.map { label($0.name, atMost: columns / 4) }
    let words = gauges.map { label($0.word, atMost: columns - 4) }
    let left = names.map(DisplayWidth.of).max() ?? 0
    let sparks = gauges.map { Sparkline.blocks($0.history.suffix(14), in: 0...100) }
    let spark = sparks.map(\.count).max() ?? 0
    let fixed = left + 2 + 2 + 3 + (spark > 0 ? spark + 2 : 0)
    let beside = columns - fixed - 2 - (words.map(DisplayWidth.of).max() ?? 0)
    let isNarrow = beside < 10
    let room = min(30, isNarrow ? columns - fixed : beside)
    return gauges.indices.flatMap { index -> [String] in
      let score = gauges[index].score
      let filled = Int(((score ?? 0) / 100 * Double(room)).rounded())
      let bar =
        style.painted(String(repeating: "█", count: filled), .series(0)) + String(repeating: "░", count: room - filled)
      let value = DisplayWidth.padded(score.map { Unit.score.text($0) } ?? "-", 3, isRight: true)
      let history =
        spark > 0 ? "  " + String(repeating: " ", count: spark - sparks[index].count) + sparks[index] : ""
      let line = DisplayWidth.padded(names[index], left) + "  " + bar + "  " + value + history
      return isNarrow ? [line, "    " + words[index]] : [line + "  " + words[index]]
    }
  }

  // MARK: Heat map

  private static let shades: [Character] = ["░", "▒", "▓", "█"]

  func lines(_ map: HeatMap) -> [String] {
    let names = map.rows.map { label($0, atMost: columns / 4) }
    let left = max(names.map(DisplayWidth.of).max() ?? 0, 1)
    let count = max(1, map.columns.count)
    // Leave out columns without room; the table has them.
    let wide = min(4, max(1, (columns - left - 2) / count))
    let shown = min(map.columns.count, (columns - left - 2) / wide)
    let levels = HeatLevels(map)
    let grid = map.rows.indices.map { row in
      let cells = (0..<shown).map { column -> String in
        let (sign, role) = sign(map.value(row, column), levels)
        let gap = wide > 2 ? 1 : 0
        return style.painted(String(repeating: sign, count: wide - gap), role) + String(repeating: " ", count: gap)
      }
      return DisplayWidth.padded(names[row], left) + "  " + cells.joined()
    }
    let legend = legend(
      levels.words.map { (String(Self.shades[$0.level]), $0.words, TerminalStyle.Role?.some(.series(0))) }
        + [(String("-"), map.unit.text(0), nil)].filter { _ in levels.hasZero } + [("·", "no data", nil)])
    let title = label("\(map.valueTitle): \(map.rowTitle), \(map.columnTitle)", atMost: columns)
    return [style.painted(title, .beside), heads(map, left: left, wide: wide, shown: shown)] + grid + legend
  }

  private func sign(_ value: Double?, _ levels: HeatLevels) -> (Character, TerminalStyle.Role?) {
    guard let value else { return ("·", .beside) }
    return levels.level(value).map { (Self.shades[$0], .series(0)) } ?? ("-", nil)
  }

  /// Returns as many column names as fit, at even distances.
  private func heads(_ map: HeatMap, left: Int, wide: Int, shown: Int) -> String {
    let names = map.columns.prefix(shown).map { label($0, atMost: 8) }
    let widest = names.map(DisplayWidth.of).max() ?? 0
    let each = max(1, [1, 2, 3, 4, 6, 8, 12].first { $0 * wide > widest } ?? 24)
    let heads = names.indices.filter { $0.isMultiple(of: each) }.map { index in
      DisplayWidth.padded(names[index], min(each * wide, columns - left - 2 - index * wide))
    }
    return style.painted(String(repeating: " ", count: left + 2) + heads.joined().trimmingTrailingSpaces, .beside)
  }
}
