extension SVGWriter {
  /// Draws a square in each known cell. It is larger and stronger in color for higher values, so that the size alone
  /// shows the level, too.
  mutating func draw(_ map: HeatMap) {
    let levels = HeatLevels(map)
    var entries = levels.words.map { level, words in
      LegendEntry(name: words, sample: sample(Self.sizes[level] * 14, paint(fill: .ramp(level))))
    }
    if levels.hasZero {
      entries.insert(LegendEntry(name: map.unit.text(0), sample: sample(5, paint(line: .axis))), at: 0)
    }
    entries.append(LegendEntry(name: "no data", sample: sample(14, paint(fill: .empty))))
    draw(entries, title: map.valueTitle)
    guard !map.rows.isEmpty, !map.columns.isEmpty else { return }
    let left = 8 + TextWidth.of("i", size: roomSize) + rowRoom(map)
    let step = (width - Self.edge - left) / Double(max(1, map.columns.count))
    let high = min(max(step, 18, roomSize * 1.15), 40)
    bottom += lineHeight
    text(TextWidth.cut("\(map.rowTitle), \(map.columnTitle)", size: roomSize, room: width - 16), 8, bottom)
    bottom += 8
    let top = bottom
    var body = ""
    var names: [(text: String, x: Double, y: Double, isWide: Bool)] = []
    for (row, name) in map.rows.enumerated() {
      let middle = top + high * (Double(row) + 0.5)
      names.append((TextWidth.cut(name, size: roomSize, room: rowRoom(map)), 8, middle + Self.size * 0.35, false))
      for column in map.columns.indices {
        let x = left + step * (Double(column) + 0.5)
        guard let value = map.value(row, column) else { continue }
        let words = "\(name), \(map.columns[column]): \(map.unit.text(value))"
        body += square(levels.level(value), x, middle, step - 2, high - 2, words)
      }
    }
    texts(names)
    let wide = step * Double(map.columns.count)
    let tall = high * Double(map.rows.count)
    write("<rect \(paint(fill: .empty)) \(Markup.box(left, top, wide, tall))/>\n")
    let across = (0...map.rows.count).map { row in
      "M\(Markup.number(left)) \(Markup.number(top + high * Double(row)))h\(Markup.number(wide))"
    }
    let down = (0...map.columns.count).map { column in
      "M\(Markup.number(left + step * Double(column))) \(Markup.number(top))v\(Markup.number(tall))"
    }
    line((across + down).joined(), .surface, width: 2)
    write("<g class=\"series\" data-series=\"0\">\n\(body)</g>\n")
    bottom = top + tall
    columns(map, left: left, step: step)
  }

  private func rowRoom(_ map: HeatMap) -> Double {
    min(map.rows.map { TextWidth.of($0, size: roomSize) }.max() ?? 0, width * 0.3)
  }

  private static var sizes: [Double] { [0.42, 0.62, 0.82, 1] }

  private func square(
    _ level: Int?, _ x: Double, _ y: Double, _ wide: Double, _ high: Double, _ words: String
  ) -> String {
    let share = level.map { Self.sizes[$0] } ?? 0.3
    // Zero gets only an outline.
    let painted = level.map { paint(fill: .ramp($0), classes: "mark") } ?? paint(line: .axis, classes: "mark")
    let (wide, high) = (max(wide * share, 1), max(high * share, 1))
    let box = Markup.box(x - wide / 2, y - high / 2, wide, high)
    return "<rect \(box) \(painted)><title>\(Markup.escaped(words))</title></rect>\n"
  }

  /// Writes as many column names as fit, at even distances.
  private mutating func columns(_ map: HeatMap, left: Double, step: Double) {
    let widest = map.columns.map { TextWidth.of($0, size: roomSize) }.max() ?? 0
    let room = min(widest, 72) + roomSize * 0.4
    let each = [1, 2, 3, 4, 6, 8, 12].first { Double($0) * step >= room } ?? 24
    bottom += lineHeight
    let names = map.columns.enumerated().filter { $0.offset.isMultiple(of: each) }.map { index, name in
      let shown = TextWidth.cut(name, size: roomSize, room: step * Double(each) - 2)
      return (text: shown, x: left + step * (Double(index) + 0.5), y: bottom, isWide: false)
    }
    texts(names, .middle)
    bottom += 10
  }

  private func sample(_ size: Double, _ paint: String) -> String {
    "<rect \(Markup.box(-size / 2, -size / 2, size, size)) \(paint)/>"
  }
}
