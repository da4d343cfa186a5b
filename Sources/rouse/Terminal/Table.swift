/// Columns aligned by display width, with a header: `systemctl list-timers` for alarms.
struct Table {
  var header: [String]
  var rows: [[String]] = []
  /// Columns whose cells stand at their right edge.
  var rightAligned: Set<Int> = []

  /// Lines without trailing blanks; the header is underlined where there is colour.
  func rendered(style: Style = .output) -> String {
    let cells = rows.map { $0.map(Terminal.printable) }
    let widths = header.indices.map { column in
      ([header] + cells).map { Terminal.width($0[column]) }.max() ?? 0
    }
    let lines = ([header] + cells).map { row in
      let padded = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - Terminal.width(row[column]))
        return rightAligned.contains(column) ? blanks + row[column] : row[column] + blanks
      }
      return padded.joined(separator: "  ").trimmingTrailingBlanks
    }
    return ([style.underlined(lines[0])] + lines.dropFirst()).joined(separator: "\n")
  }

  /// What a footer counts: `3 alarms`, `1 alarm`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// The table, and on a terminal a footer with how many rows there are.
  func rendered(counting noun: String) -> String {
    rendered() + (Terminal.isOutput ? "\n\n\(Table.count(rows.count, noun))." : "")
  }
}

/// `key: value` lines with the keys at one right edge.
struct Listing {
  private var lines: [(key: String, value: String)] = []

  mutating func add(_ key: String, _ value: String) { lines.append((key, value)) }

  /// More lines under the last key.
  mutating func add(continuing value: String) { lines.append(("", value)) }

  func rendered() -> String {
    let width = lines.map { Terminal.width($0.key) }.max() ?? 0
    return lines.map { line in
      let blanks = String(repeating: " ", count: width - Terminal.width(line.key))
      return line.key.isEmpty ? "\(blanks)  \(line.value)" : "\(blanks)\(line.key): \(line.value)"
    }.joined(separator: "\n")
  }
}

extension String {
  var trimmingTrailingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
