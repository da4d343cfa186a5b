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
  /// Looks at the width each time, because the window may have been resized.
  static var output: Style {
    Style(
      isColoured: Terminal.isOutput && (environment("NO_COLOR") ?? "").isEmpty && !isPlainAsked,
      escape: Output.own("\u{1B}"), columns: Terminal.isOutput && !isPlainAsked ? Terminal.size.columns : nil,
      isPlain: isPlainAsked)
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

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
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

  // MARK: Wrapping

  /// Breaks a text to the width of the screen, only between words, and not within a command in backquotes, so that it
  /// can be copied whole.
  ///
  /// - Parameters:
  ///   - first: the prefix of the first line.
  ///   - next: the prefix of the others.
  func wrapped(_ text: String, first: String = "", next: String = "") -> String {
    guard let columns, width(first + text) > columns else { return first + text }
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in Self.words(of: text) {
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
      // A backquote inside a word is part of a label, and begins no command.
      if isOdd, isInCommand || word.drop(while: { $0 == "(" }).first == "`" { isInCommand.toggle() }
    }
    return words
  }
}
