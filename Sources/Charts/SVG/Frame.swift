/// The area of a plot between two sides with ticks.
struct Frame {
  var left: Double, right: Double, top: Double, bottom: Double
  var x: Scale, y: Scale

  func x(_ value: Double) -> Double { left + (right - left) * x.position(value) }
  func y(_ value: Double) -> Double { bottom - (bottom - top) * y.position(value) }
}

extension SVGWriter {
  /// Height of the plot between its sides, in user units.
  var plotHeight: Double { min(max((width * 0.4).rounded(), 170), 360) }

  /// Returns the vertical scale, with as many ticks as the height has room for.
  func heights(_ axis: Axis, _ values: some Sequence<Double>) -> Scale {
    let count = Int(plotHeight / (roomSize * (scales ? 2.2 : 3.2)))
    return Scale(axis, values: values, ticks: min(count, 6), isRound: true)
  }

  /// Draws the left side: its title, and a label and a line for each tick. Sets `bottom` to the foot of the plot.
  mutating func left(_ axis: Axis, _ scale: Scale) -> (left: Double, top: Double) {
    bottom += lineHeight
    text(TextWidth.cut(axis.title, size: roomSize, room: width - 16), 8, bottom)
    let top = bottom + roomSize * 1.1
    bottom = top + plotHeight
    let left = (scale.ticks.map { TextWidth.of($0.text, size: roomSize) }.max() ?? 0) + 14
    var grid = ""
    var texts: [(text: String, x: Double, y: Double, isWide: Bool)] = []
    for tick in scale.ticks {
      let y = bottom - plotHeight * scale.position(tick.value)
      grid += "M\(Markup.number(left)) \(Markup.number(y))H\(Markup.number(width - Self.edge))"
      texts.append((tick.text, left - 6, y + Self.size * 0.35, false))
    }
    self.texts(texts, .end)
    line(grid, .grid)
    return (left, top)
  }

  /// Margin at the right, so that markers at the end have room.
  static var edge: Double { 12 }

  /// Draws both sides, with numbers along each.
  mutating func frame(
    x: Axis, y: Axis, xs: some Sequence<Double>, ys: some Sequence<Double>
  ) -> Frame {
    let heights = heights(y, ys)
    let (left, top) = left(y, heights)
    // Many ticks at first, to find out how wide their labels are.
    let xs = Array(xs)
    let widest = Self.widest(Scale(x, values: xs, ticks: 8, isRound: false), Self.size)
    let count = Int((width - left - Self.edge) / (widest + Self.size * 1.4))
    let across = Scale(x, values: xs, ticks: count, isRound: false)
    let frame = Frame(
      left: left + 6, right: width - Self.edge - 6, top: top, bottom: bottom, x: across, y: heights)
    feet(frame)
    if x.unit != .date {
      bottom += lineHeight
      text(TextWidth.cut(x.title, size: roomSize, room: width - 16), width - Self.edge, bottom, .end)
    }
    bottom += 10
    return frame
  }

  private static func widest(_ scale: Scale, _ size: Double) -> Double {
    scale.ticks.map { TextWidth.of($0.text, size: size) }.max() ?? 40
  }

  /// Every nth tick gets a label on a narrow screen; returns n.
  private func each(_ frame: Frame) -> Int {
    let ticks = frame.x.ticks
    guard scales, ticks.count > 1 else { return 1 }
    let apart = (frame.x(ticks[ticks.count - 1].value) - frame.x(ticks[0].value)) / Double(ticks.count - 1)
    return max(1, Int(((Self.widest(frame.x, roomSize) + roomSize * 0.5) / max(apart, 1)).rounded(.up)))
  }

  private mutating func feet(_ frame: Frame) {
    let each = each(frame)
    var path = "M\(Markup.number(frame.left - 6)) \(Markup.number(frame.bottom))H\(Markup.number(frame.right + 6))"
    var middle: [(text: String, x: Double, y: Double, isWide: Bool)] = []
    let hasSecond = frame.x.ticks.contains { $0.second != nil }
    for (index, tick) in frame.x.ticks.enumerated() {
      let x = frame.x(tick.value)
      path += "M\(Markup.number(x)) \(Markup.number(frame.bottom))v5"
      // Labels must not stick out at the ends.
      let half = TextWidth.of(tick.text, size: roomSize) / 2
      let anchor: Anchor = x + half > width - 2 ? .end : x - half < 2 ? .start : .middle
      let place = anchor == .end ? width - 2 : anchor == .start ? 2 : x
      let isWide = !index.isMultiple(of: each)
      if anchor == .middle {
        middle.append((tick.text, place, frame.bottom + lineHeight + 2, isWide))
      } else {
        text(tick.text, place, frame.bottom + lineHeight + 2, anchor, isWide: isWide)
      }
      if let second = tick.second { text(second, place, frame.bottom + lineHeight + 2, anchor, down: 1.1) }
    }
    texts(middle, .middle)
    line(path, .axis)
    bottom = frame.bottom + lineHeight * (hasSecond ? 2 : 1) + 4
  }

  mutating func noData(in frame: (left: Double, top: Double)) {
    text("No data", (frame.left + width - Self.edge) / 2, frame.top + plotHeight / 2, .middle, .ink)
  }
}
