extension SVGWriter {
  mutating func draw(_ gauges: [Gauge]) {
    guard !gauges.isEmpty else {
      bottom += lineHeight * 2
      text("No data", width / 2, bottom, .middle, .ink)
      bottom += lineHeight
      return
    }
    // Put as many side by side as have room for their words.
    let columns = max(1, min(gauges.count, Int(width / (roomSize * 7.6))))
    let step = width / Double(columns)
    let radius = min(step * 0.32, 84)
    let rows = stride(from: 0, to: gauges.count, by: columns).map { gauges[$0..<min($0 + columns, gauges.count)] }
    for row in rows {
      let top = bottom
      let words = row.map { TextWidth.lines($0.word, size: roomSize, room: step - 8, atMost: 2) }
      let lines = Double(words.map(\.count).max() ?? 0)
      for (column, gauge) in row.enumerated() {
        bottom = top
        write("<g class=\"series\" data-series=\"\(row.startIndex + column)\">\n")
        draw(gauge, words[column], step * (Double(column) + 0.5), radius, room: step - 8)
        bottom += lineHeight * lines + 8
        spark(gauge, step * (Double(column) + 0.5), min(step - 8, radius * 2), bottom)
        write("</g>\n")
      }
      bottom = top + 2 * radius + lineHeight * (lines + 1) + Self.sparkHeight + 44
    }
  }

  private static var sparkHeight: Double { 44 }

  private mutating func draw(_ gauge: Gauge, _ words: [String], _ x: Double, _ radius: Double, room: Double) {
    bottom += lineHeight
    text(TextWidth.cut(gauge.name, size: roomSize, room: room), x, bottom, .middle, .ink)
    bottom += 12
    let y = bottom + radius
    let thick = radius * 0.22
    let middle = radius - thick / 2
    let place = "cx=\"\(Markup.number(x))\" cy=\"\(Markup.number(y))\" r=\"\(Markup.number(middle))\""
    let wide = "stroke-width=\"\(Markup.number(thick))\""
    write("<circle \(place) \(paint(line: .empty)) \(wide)/>")
    // The outline shows how far it is to 100.
    for radius in [radius, radius - thick] {
      let edge = "cx=\"\(Markup.number(x))\" cy=\"\(Markup.number(y))\" r=\"\(Markup.number(radius))\""
      write("<circle \(edge) \(paint(line: .axis)) stroke-width=\"1\"/>")
    }
    let length = 2 * Double.pi * middle
    let share = (gauge.score ?? 0) / 100
    // Without a value there must be no arc: round ends would show it as a dot.
    let dashes = "\(Markup.number(length * share)) \(Markup.number(length + 1))"
    let painted = share > 0 ? paint(line: .series(0), classes: "mark") : paint(classes: "mark")
    let turned = "transform=\"rotate(-90 \(Markup.number(x)) \(Markup.number(y)))\""
    mark("circle", "\(place) \(painted) \(wide) stroke-dasharray=\"\(dashes)\" \(turned)", gauge.words)
    let size = radius * 0.6
    text(
      gauge.score.map { Unit.score.text($0) } ?? "–", x, y + size * 0.36, .middle, .ink, size: size, isBold: true)
    bottom += 2 * radius + 8
    for (index, line) in words.enumerated() {
      text(line, x, bottom + lineHeight, .middle, .ink, down: 1.2 * Double(index))
    }
  }

  /// Draws the history as a line from the oldest value, with a dot at the latest.
  private mutating func spark(_ gauge: Gauge, _ x: Double, _ room: Double, _ top: Double) {
    let count = gauge.history.count
    guard count > 0 else { return }
    let step = count > 1 ? room / Double(count - 1) : 0
    let points = gauge.history.enumerated().map { Point(x: Double($0), y: $1) }
    let scale = Scale(Axis(title: "", unit: .score), values: [], ticks: 2, isRound: true)
    let across = Scale(
      Axis(title: "", unit: .count), values: [0, Double(max(1, count - 1))], ticks: 2, isRound: false)
    let left = count > 1 ? x - room / 2 : x
    let frame = Frame(
      left: left, right: left + max(step * Double(count - 1), 1), top: top, bottom: top + Self.sparkHeight, x: across,
      y: scale)
    let parts = Thinning.parts(points, frame)
    line(
      "M\(Markup.number(x - room / 2)) \(Markup.number(frame.bottom + 3))h\(Markup.number(room))", .axis)
    let path = parts.map { Thinning.path(Thinning.thinned($0, width: 1)) }.joined()
    let round = "stroke-linecap=\"round\" stroke-linejoin=\"round\""
    if !path.isEmpty {
      let words = "\(gauge.name), the oldest first: \(Sparkline.words(gauge.history, .score))"
      mark("path", "\(paint(line: .series(0), classes: "mark")) stroke-width=\"2\" \(round) d=\"\(path)\"", words)
    }
    if let last = parts.last?.last {
      write(
        "<circle cx=\"\(Markup.number(last.x))\" cy=\"\(Markup.number(last.y))\" r=\"3.5\" \(paint(fill: .series(0)))/>\n"
      )
    }
  }
}
