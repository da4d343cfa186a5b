import PlainText

/// A table with a header, aligned by display width, like `systemctl list-timers`.
struct Table {
  var header: [String]
  var rightAligned: Set<Int> = []
  /// Columns that may be left out on a narrow screen, in this order. Columns that identify a row must not be here.
  var expendable: [String] = []
  var rows: [[String]] = []

  /// Returns lines without trailing blanks; the header is underlined if there is color. Columns without room are left
  /// out and named below, and the last column wraps.
  func rendered(style: Style = .output) -> String { Self.rendered([("", self)], style: style) }

  static func rendered(_ tables: [(title: String, table: Table)], style: Style) -> String {
    let all = tables.map { (title: $0.title, body: $0.table.body(style)) }
    let texts = all.map { $0.title.isEmpty ? $0.body.text : $0.title + "\n" + $0.body.text }
    let names = all.flatMap(\.body.left).distinct
    let note = "Left out on this narrow screen: \(names.joined(separator: ", "))."
    return (texts + (names.isEmpty ? [] : [style.wrapped(note)])).joined(separator: "\n\n")
  }

  /// Returns the lines, and the names of the columns left out.
  private func body(_ style: Style) -> (text: String, left: [String]) {
    let cells = rows.map { $0.map(Terminal.printable) }
    if style.isPlain { return (cells.map(sentence).joined(separator: "\n"), []) }
    let widths = header.indices.map { column in
      ([header] + cells).map { Terminal.width($0[column]) }.max() ?? 0
    }
    let (shown, left) = fitting(widths, in: style.columns)
    let before = shown.dropLast().reduce(0) { $0 + widths[$1] + 2 }
    let lines = ([header] + cells).map { row in
      let padded = shown.dropLast().map { column in
        row[column].padded(to: widths[column], isRight: rightAligned.contains(column)) + "  "
      }.joined()
      guard let last = shown.last else { return padded }
      let first = padded + (rightAligned.contains(last) ? "".padded(to: widths[last] - Terminal.width(row[last])) : "")
      return style.wrapped(row[last], first: first, next: "".padded(to: before)).trimmingTrailingSpaces
    }
    return (([style.underlined(lines[0])] + lines.dropFirst()).joined(separator: "\n"), left)
  }

  /// Returns the indices of the columns that fit, and the names of the others.
  private func fitting(_ widths: [Int], in columns: Int?) -> (shown: [Int], left: [String]) {
    var shown = Array(header.indices)
    var left: [String] = []
    guard let columns else { return (shown, left) }
    // The last column may wrap.
    func least(_ column: Int) -> Int { column == shown.last ? min(widths[column], Self.narrowest) : widths[column] }
    for name in expendable where shown.reduce(-2, { $0 + least($1) + 2 }) > columns {
      guard let column = header.firstIndex(of: name), shown.count > 1 else { continue }
      shown.removeAll { $0 == column }
      left.append(name)
    }
    return (shown, left)
  }

  /// Columns of text; less is hard to read.
  private static let narrowest = 24

  /// Example: `next Sun 2026-11-22 07:30, left 9 h 12 min, id k3f9xa.` Leaves out empty cells.
  private func sentence(_ row: [String]) -> String {
    let parts = zip(header, row).filter { !["", "-"].contains($1) }.map { "\($0.lowercased()) \($1)" }
    return parts.joined(separator: ", ") + "."
  }

  /// Examples: `3 alarms`, `1 alarm`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Renders the table, on a terminal with the number of rows below it.
  func rendered(counting noun: String) -> String {
    rendered() + (Terminal.isOutput ? "\n\n\(Table.count(rows.count, noun))." : "")
  }
}

/// Lines of `key: value` with right-aligned keys.
struct Listing {
  private(set) var entries: [(key: String, values: [String])] = []

  mutating func add(_ key: String, _ value: String) { entries.append((key, [value])) }

  mutating func add(_ key: String, _ values: [String]) {
    if !values.isEmpty { entries.append((key, values)) }
  }

  /// Adds a line without a key of its own.
  mutating func add(continuing value: String) { entries[entries.count - 1].values.append(value) }

  func rendered(style: Style = .output) -> String {
    let width = style.isPlain ? 0 : entries.map { Terminal.width($0.key) }.max() ?? 0
    let indent = "".padded(to: width + 2)
    return entries.flatMap { key, values in
      values.enumerated().map { index, value in
        let first = index == 0 ? key.padded(to: width, isRight: true) + ": " : indent
        return style.wrapped(value, first: first, next: indent)
      }
    }.joined(separator: "\n")
  }
}
