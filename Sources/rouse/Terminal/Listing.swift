/// `key: value` lines with the keys at one right edge.
struct Listing {
  private var lines: [(key: String, value: String)] = []

  mutating func add(_ key: String, _ value: String) { lines.append((key, value)) }

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
