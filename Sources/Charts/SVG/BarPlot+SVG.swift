extension SVGWriter {
  mutating func draw(_ plot: BarPlot) {
    for index in plot.series.indices.prefix(4) { definePattern(index) }
    if plot.series.count > 1 {
      let entries = plot.series.enumerated().map { index, series in
        let sample = "<rect x=\"-12\" y=\"-6\" width=\"24\" height=\"12\" \(barPaint(index))/>"
        return LegendEntry(name: series.name, series: index, sample: sample)
      }
      draw(entries)
    }
    var axis = plot.y
    if axis.unit != .timeOfDay, axis.unit != .date { axis.includesZero = true }
    let values = plot.series.flatMap { series in plot.categories.indices.compactMap { series.value($0) } }
    let scale = heights(axis, values)
    let (left, top) = left(plot.y, scale)
    let step = (width - Self.edge - left) / Double(max(1, plot.categories.count))
    let thick = min(step * 0.8 / Double(max(1, plot.series.count)), 56)
    let foot = bottom - plotHeight * scale.position(scale.foot)
    for (index, series) in plot.series.enumerated() {
      write("<g data-series=\"\(index)\" class=\"series\">\n")
      for (category, name) in plot.categories.enumerated() {
        guard let value = series.value(category) else { continue }
        let before = (step - thick * Double(plot.series.count)) / 2 + thick * Double(index)
        let x = left + step * Double(category) + before + min(1.5, thick * 0.05)
        let title = plot.series.count > 1 ? "\(name), \(series.name)" : name
        // From the foot to the value, at least a line.
        let end = bottom - plotHeight * scale.position(value)
        let box = Markup.box(x, min(end, foot - 1), max(thick * 0.9, 1), max(abs(end - foot), 1))
        mark("rect", "\(box) \(barPaint(index, classes: "mark"))", "\(title): \(plot.y.unit.text(value))")
      }
      write("</g>\n")
    }
    if values.isEmpty { noData(in: (left, top)) }
    categories(plot, left: left, step: step, foot: foot)
  }

  private mutating func categories(_ plot: BarPlot, left: Double, step: Double, foot: Double) {
    line("M\(Markup.number(left)) \(Markup.number(foot))H\(Markup.number(width - Self.edge))", .axis)
    bottom += lineHeight
    let widest = plot.categories.map { TextWidth.of($0, size: roomSize) }.max() ?? 0
    // Write all names if they fit, otherwise every nth.
    let room = min(widest, max(step * 0.96, 60))
    let each = max(1, Int(((room + 4) / step).rounded(.up)))
    for (index, name) in plot.categories.enumerated() where index.isMultiple(of: each) {
      text(TextWidth.cut(name, size: roomSize, room: room), left + step * (Double(index) + 0.5), bottom, .middle)
    }
    bottom += 10
  }

  // MARK: Patterns

  /// Fills series differently: solid, stripes, dots, lines across.
  private func barPaint(_ series: Int, classes: String = "") -> String {
    let kind = series % 4
    let paint =
      kind == 0
      ? paint(fill: .series(series), line: .series(series), classes: classes)
      : paint(line: .series(series), classes: classes, pattern: "p\(kind)")
    return paint + " stroke-width=\"1.2\""
  }

  private mutating func definePattern(_ series: Int) {
    let shapes = ["", "M0 3h6", "M1.5 1.5h3v3h-3z", "M0 2h6"]
    let turned = series == 1 ? " patternTransform=\"rotate(45)\"" : ""
    guard series > 0 else { return }
    let paint =
      series == 2 ? paint(fill: .series(series)) : paint(line: .series(series)) + " stroke-width=\"2.4\""
    define(
      """
      <pattern id="\(id)-p\(series)" width="6" height="6" patternUnits="userSpaceOnUse"\(turned)>\
      <path \(paint) d="\(shapes[series])"/></pattern>
      """)
  }
}

extension Scale {
  /// The start of bars: 0, or the end nearest to it if 0 is out of view.
  var foot: Double { min(max(0, lower), upper) }
}
