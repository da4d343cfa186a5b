import Glibc

struct Style {
  /// Color never carries meaning alone: the words say the same.
  var isColoured = false
  var escape = "\u{1B}"
  /// Width of the screen; `nil` for no limit.
  var columns: Int?
  /// Whether to write sentences without drawing or redrawing, for someone who listens to them.
  var isPlain = false

  /// Color only on a terminal, and not if NO_COLOR is set and not empty (no-color.org).
  static let output = Style(
    isColoured: Terminal.isOutput && (environment("NO_COLOR") ?? "").isEmpty && !isPlainAsked,
    escape: Output.own("\u{1B}"), columns: Terminal.isOutput && !isPlainAsked ? Terminal.size.columns : nil,
    isPlain: isPlainAsked)

  var fitting: Style {
    var style = self
    if columns != nil { style.columns = Terminal.size.columns }
    return style
  }

  /// Whether plain output is requested by TERM, ROUSE_PLAIN or `--plain`.
  private static let isPlainAsked =
    environment("TERM") == "dumb" || !["", "0"].contains(environment("ROUSE_PLAIN") ?? "")
    || CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains(plainFlag)

  private static let plainFlag = "--plain"

  /// Removes the flag, which every verb accepts.
  static func withoutPlain(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].filter { $0 != plainFlag } + arguments[end...]
  }

  func red(_ text: String) -> String { wrap(text, "1;31") }
  func yellow(_ text: String) -> String { wrap(text, "1;33") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func underlined(_ text: String) -> String { wrap(text, "4") }

  /// Adds Select Graphic Rendition (ECMA-48, 8.3.117).
  private func wrap(_ text: String, _ parameters: String) -> String {
    isColoured ? "\(escape)[\(parameters)m\(text)\(escape)[0m" : text
  }

  /// Returns the columns that a text takes, without its color codes.
  func width(_ text: String) -> Int {
    guard isColoured, text.contains(escape) else { return Terminal.width(text) }
    let parts = text.split(separator: escape, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(Terminal.width(String(parts[0]))) { width, part in
      width + Terminal.width(String(part.drop { $0 != "m" }.dropFirst()))
    }
  }

  func wrapped(_ text: String, first: String = "", next: String = "") -> String {
    Wrapping.wrapped(text, columns, first: first, next: next, width: width)
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// Breaks long lines to the width of a screen.
enum Wrapping {
  /// Breaks only between words, and not within a command in backquotes, so that it can be copied whole.
  ///
  /// - Parameters:
  ///   - columns: the width of the screen; `nil` to break nothing.
  ///   - first: the prefix of the first line; `next`: the prefix of the others.
  static func wrapped(
    _ text: String, _ columns: Int?, first: String = "", next: String = "", width: (String) -> Int = Terminal.width
  ) -> String {
    guard let columns, width(first + text) > columns else { return first + text }
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words(of: text) {
      if !isEmpty, width(line) + 1 + width(word) > columns {
        lines.append(line)
        line = next
        isEmpty = true
      }
      // Keep blanks that align text, but not at the start of a line.
      if isEmpty, word.isEmpty { continue }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isInCommand = false
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if isInCommand { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      let isOdd = word.count { $0 == "`" } % 2 == 1
      if isOdd, isInCommand || beginsCommand(word) { isInCommand.toggle() }
    }
    return words
  }

  /// Whether a word begins a command. A backquote inside a word is part of a label.
  private static func beginsCommand(_ word: Substring) -> Bool { word.drop { $0 == "(" }.first == "`" }
}
