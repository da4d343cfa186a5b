import PlainText

/// Draws plots as lines of terminal cells.
struct CellScreen {
  let columns: Int, rows: Int
  let style: TerminalStyle

  func lines(_ plot: Plot) -> [String] {
    let lines =
      switch plot {
      case .line(let plot): connected(plot)
      case .bars(let plot): self.lines(plot)
      case .gauges(let gauges): self.lines(gauges)
      case .heatMap(let map): self.lines(map)
      case .scatter(let plot): dots(plot)
      }
    return lines.map(\.trimmingTrailingSpaces)
  }

  func paragraph(_ text: String) -> [String] { DisplayWidth.wrapped(text.printable(), columns) }

  func label(_ text: String, atMost room: Int) -> String { DisplayWidth.cut(text.printable(), room) }

  // MARK: Legend

  static let signs: [Character] = ["●", "■", "▲", "◆"]
  static let outlier: Character = "×"

  func legend(_ entries: [(sample: String, name: String, role: TerminalStyle.Role?)]) -> [String] {
    var lines = [""]
    var taken = 0
    for entry in entries {
      let name = label(entry.name, atMost: columns - DisplayWidth.of(entry.sample) - 1)
      let width = DisplayWidth.of(entry.sample) + 1 + DisplayWidth.of(name)
      if taken > 0, taken + 3 + width > columns {
        lines.append("")
        taken = 0
      }
      if taken > 0 { lines[lines.count - 1] += "   " }
      lines[lines.count - 1] += style.painted(entry.sample, entry.role) + " " + name
      taken += (taken > 0 ? 3 : 0) + width
    }
    return entries.isEmpty ? [] : lines
  }

  func legend(_ names: [String], hasOutliers: Bool, isAlways: Bool = false) -> [String] {
    var entries = names.enumerated().map { index, name in
      (sample: String(Self.signs[index % 4]), name: name, role: TerminalStyle.Role?.some(.series(index)))
    }
    if hasOutliers { entries.append((String(Self.outlier), "outlier", .outlier)) }
    return entries.count > 1 || isAlways ? legend(entries) : []
  }

  // MARK: Two sides

  /// Maps values to a canvas between two sides.
  struct Sides {
    var x: Scale, y: Scale
    var canvas: CellCanvas

    func place(_ place: (x: Double, y: Double)) -> CellCanvas.Place {
      CellCanvas.Place(x: x.position(place.x), y: y.position(place.y))
    }
  }

  func sides(x: Axis, y: Axis, xs: some Sequence<Double>, ys: some Sequence<Double>) -> Sides {
    let high = rows - (x.unit == .date ? 3 : 2) - 1
    let heights = Scale(y, values: ys, ticks: max(2, high / 3), isRound: true)
    let left = heights.ticks.map { DisplayWidth.of($0.text) }.max() ?? 0
    let wide = max(10, columns - left - 2)
    let across = Scale(x, values: xs, ticks: wide / (x.unit == .date ? 10 : 9), isRound: false)
    return Sides(x: across, y: heights, canvas: CellCanvas(columns: wide, rows: high))
  }

  /// Returns the title of the left side, the canvas with its sides, and the labels below.
  func framed(_ sides: Sides, x: Axis, y: Axis) -> [String] {
    let canvas = sides.canvas
    let left = sides.y.ticks.map { DisplayWidth.of($0.text) }.max() ?? 0
    var names: [Int: String] = [:]
    for tick in sides.y.ticks {
      names[canvas.row(CellCanvas.Place(x: 0, y: sides.y.position(tick.value)))] = tick.text
    }
    let body = (0..<canvas.rows).map { row in
      let side = DisplayWidth.padded(names[row] ?? "", left, isRight: true) + (names[row] == nil ? " │" : " ┤")
      return style.painted(side, .beside) + canvas.line(row, style: style)
    }
    return [style.painted(label(y.title, atMost: columns), .beside)] + body + feet(sides, left: left, x)
  }

  private func feet(_ sides: Sides, left: Int, _ x: Axis) -> [String] {
    var line = Array(repeating: Character("─"), count: sides.canvas.columns)
    var texts = [Row(columns: columns), Row(columns: columns)]
    for tick in sides.x.ticks {
      let column = sides.canvas.column(CellCanvas.Place(x: sides.x.position(tick.value), y: 0))
      line[column] = "┬"
      // Centered on the column, or as near as the ends allow.
      let start = max(0, min(left + 2 + column - tick.text.count / 2, columns - tick.text.count))
      if texts[0].write(tick.text, from: start), let second = tick.second { _ = texts[1].write(second, from: start) }
    }
    var feet = [String(repeating: " ", count: left) + " └" + String(line)] + texts.map(\.text).filter { !$0.isEmpty }
    if x.unit != .date {
      feet.append(DisplayWidth.padded(label(x.title, atMost: columns), columns, isRight: true))
    }
    return feet.map { style.painted($0, .beside) }
  }

  private struct Row {
    private var characters: [Character]
    private var taken = 0

    init(columns: Int) { characters = Array(repeating: " ", count: columns) }

    var text: String { String(characters).trimmingTrailingSpaces }

    /// Writes a label if there is room, and returns whether there was.
    mutating func write(_ text: String, from start: Int) -> Bool {
      guard start >= taken, start + text.count <= characters.count else { return false }
      for (index, character) in text.enumerated() { characters[start + index] = character }
      taken = start + text.count + 1
      return true
    }
  }
}
