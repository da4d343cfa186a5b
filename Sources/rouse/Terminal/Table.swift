/// Columns aligned by display width, with a header: `systemctl list-timers` for alarms.
struct Table {
  var header: [String]
  /// Columns whose cells stand at their right edge.
  var rightAligned: Set<Int> = []
  /// Which columns a narrow screen does without, the first to go first. What a row cannot be told by stays.
  var expendable: [String] = []
  var rows: [[String]] = []

  /// Lines without trailing blanks; the header is underlined where there is colour. Columns that have no room are left out
  /// and named below; what is still too wide in the last one goes on in further lines.
  func rendered(style: Style = .output) -> String { Self.rendered([("", self)], style: style) }

  /// Several under titles, each with a blank line before the next one.
  static func rendered(_ tables: [(title: String, table: Table)], style: Style) -> String {
    let all = tables.map { (title: $0.title, body: $0.table.body(style)) }
    let texts = all.map { $0.title.isEmpty ? $0.body.text : $0.title + "\n" + $0.body.text }
    let left = all.flatMap(\.body.left)
    let names = left.indices.filter { left.firstIndex(of: left[$0]) == $0 }.map { left[$0] }
    let note = "Left out, as the screen is narrow: \(names.joined(separator: ", "))."
    return (texts + (names.isEmpty ? [] : [style.wrapped(note)])).joined(separator: "\n\n")
  }

  /// The lines, and the names of the columns that are not among them.
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
        let blanks = String(repeating: " ", count: widths[column] - Terminal.width(row[column]))
        return (rightAligned.contains(column) ? blanks + row[column] : row[column] + blanks) + "  "
      }.joined()
      guard let last = shown.last else { return padded }
      let blanks = rightAligned.contains(last) ? widths[last] - Terminal.width(row[last]) : 0
      return style.wrapped(
        row[last], first: padded + String(repeating: " ", count: blanks), next: String(repeating: " ", count: before)
      ).trimmingTrailingBlanks
    }
    return (([style.underlined(lines[0])] + lines.dropFirst()).joined(separator: "\n"), left)
  }

  /// The columns that have room, and the names of the others.
  private func fitting(_ widths: [Int], in columns: Int?) -> (shown: [Int], left: [String]) {
    var shown = Array(header.indices)
    var left: [String] = []
    guard let columns else { return (shown, left) }
    for name in expendable where shown.reduce(-2, { $0 + width($1, shown, widths) + 2 }) > columns {
      guard let column = header.firstIndex(of: name), shown.count > 1 else { continue }
      shown.removeAll { $0 == column }
      left.append(name)
    }
    return (shown, left)
  }

  /// The last column may go on in further lines.
  private func width(_ column: Int, _ shown: [Int], _ widths: [Int]) -> Int {
    column == shown.last ? min(widths[column], Self.narrowest) : widths[column]
  }

  /// Narrower than this, sentences are hard to read.
  private static let narrowest = 24

  /// `next Sun 2026-11-22 07:30, left 9 h 12 min, id k3f9xa.`; what is empty is not said.
  private func sentence(_ row: [String]) -> String {
    let parts = zip(header, row).filter { !["", "-"].contains($1) }.map { "\($0.lowercased()) \($1)" }
    return parts.joined(separator: ", ") + "."
  }

  /// What a footer counts: `3 alarms`, `1 alarm`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// The table, and on a terminal a footer with how many rows there are.
  func rendered(counting noun: String) -> String {
    rendered() + (Terminal.isOutput ? "\n\n\(Table.count(rows.count, noun))." : "")
  }
}

extension String {
  /// Of its last line.
  var trimmingTrailingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// `key: value` lines with the keys at one right edge.
struct Listing {
  private var lines: [(key: String, value: String)] = []

  mutating func add(_ key: String, _ value: String) { lines.append((key, value)) }

  /// A key's lines below each other.
  mutating func add(_ key: String, _ values: [String]) {
    lines += values.enumerated().map { ($0 == 0 ? key : "", $1) }
  }

  /// More lines under the last key.
  mutating func add(continuing value: String) { lines.append(("", value)) }

  /// Each key with its value; what continues one is behind a semicolon.
  var entries: [(key: String, value: String)] {
    var entries: [(key: String, value: String)] = []
    for line in lines {
      if line.key.isEmpty, let last = entries.popLast() {
        entries.append((last.key, "\(last.value); \(line.value)"))
      } else {
        entries.append(line)
      }
    }
    return entries
  }

  func rendered(style: Style = .output) -> String {
    let width = style.isPlain ? 0 : lines.map { Terminal.width($0.key) }.max() ?? 0
    let indent = String(repeating: " ", count: width + 2)
    return lines.map { line in
      let blanks = String(repeating: " ", count: max(0, width - Terminal.width(line.key)))
      return style.wrapped(line.value, first: line.key.isEmpty ? indent : "\(blanks)\(line.key): ", next: indent)
    }.joined(separator: "\n")
  }
}
