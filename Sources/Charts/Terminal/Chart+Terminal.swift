import PlainText

extension Chart {
  /// Returns the chart as text: title, sentence, drawing with legend, notes. No line is wider than the terminal or ends
  /// in blanks, and the last one has no line end.
  ///
  /// - Parameters:
  ///   - width: columns, 40...400.
  ///   - height: rows of a drawing with two sides, including the labels below, 8...60. Others are as high as they need.
  public func terminal(width: Int, height: Int = 16, style: TerminalStyle = TerminalStyle()) -> String {
    let columns = min(max(width, 40), 400)
    let screen = CellScreen(columns: columns, rows: min(max(height, 8), 60), style: style)
    let title = DisplayWidth.wrapped(self.title.printable(), columns).map { style.painted($0, .title) }
    let above = title + screen.paragraph(sentence)
    let body = style.isPlain ? table.lines(columns: columns) : screen.lines(plot)
    let below = notes.flatMap(screen.paragraph)
    let blocks = [above, body, below].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return blocks.joined(separator: "\n\n")
  }
}

extension Chart.Table {
  /// Returns aligned columns: words to the left, numbers to the right. If they do not fit, cuts the widest.
  func lines(columns room: Int) -> [String] {
    guard !rows.isEmpty else { return ["No data."] }
    let texts =
      [columns.map { $0.name.printable() }] + rows.map { $0.map { $0.text.printable() } }
    var widths = columns.indices.map { column in texts.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    while widths.reduce(-2, { $0 + $1 + 2 }) > room, let widest = widths.max(), widest > 4 {
      widths[widths.firstIndex(of: widest) ?? 0] -= 1
    }
    return texts.map { cells in
      let padded = cells.indices.map { column in
        DisplayWidth.padded(cells[column], widths[column], isRight: columns[column].isNumber)
      }
      return DisplayWidth.cut(padded.joined(separator: "  "), room).trimmingTrailingSpaces
    }
  }
}
