/// `key: value` lines with the keys at one right edge.
struct Listing {
  private var lines: [(key: String, value: String)] = []

  mutating func add(_ key: String, _ value: String) { lines.append((key, value)) }

  /// More lines under the last key.
  mutating func add(continuing value: String) { lines.append(("", value)) }

  func rendered(style: Style = .output) -> String {
    let width = style.isPlain ? 0 : lines.map { Terminal.width($0.key) }.max() ?? 0
    let indent = String(repeating: " ", count: width + 2)
    return lines.map { line in
      let blanks = String(repeating: " ", count: max(0, width - Terminal.width(line.key)))
      return style.wrapped(line.value, first: line.key.isEmpty ? indent : "\(blanks)\(line.key): ", next: indent)
    }.joined(separator: "\n")
  }
}
