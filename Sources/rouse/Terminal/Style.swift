import Glibc

struct Style {
  /// Colour never carries meaning alone: the words say the same.
  var isColoured = false
  var escape = "\u{1B}"
  /// How wide the screen is; nil: lines may be as long as they are.
  var columns: Int?
  /// One sentence a row, nothing drawn and nothing drawn anew: for who listens to it.
  var isPlain = false

  static let output = Style(
    isColoured: Terminal.isOutput && (environment("NO_COLOR") ?? "").isEmpty && !isPlainAsked,
    escape: Output.own("\u{1B}"), columns: Terminal.isOutput && !isPlainAsked ? Terminal.size.columns : nil,
    isPlain: isPlainAsked)

  /// The same on a screen that may have another width by now.
  var fitting: Style {
    var style = self
    if columns != nil { style.columns = Terminal.size.columns }
    return style
  }

  /// Colour only on a terminal that has it, and not against NO_COLOR (no-color.org: set and not empty).
  private static let isPlainAsked =
    environment("TERM") == "dumb" || !["", "0"].contains(environment("ROUSE_PLAIN") ?? "")
    || CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains(plainFlag)

  private static let plainFlag = "--plain"

  /// A command line without the flag, which goes with every verb.
  static func withoutPlain(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].filter { $0 != plainFlag } + arguments[end...]
  }

  func red(_ text: String) -> String { wrap(text, "1;31") }
  func yellow(_ text: String) -> String { wrap(text, "1;33") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func underlined(_ text: String) -> String { wrap(text, "4") }

  /// Select Graphic Rendition (ECMA-48, 8.3.117).
  private func wrap(_ text: String, _ parameters: String) -> String {
    isColoured ? "\(escape)[\(parameters)m\(text)\(escape)[0m" : text
  }

  /// How many columns a text takes that may be coloured.
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

/// Long sentences on a screen that is narrower than they are.
enum Wrapping {
  /// Broken between words alone, and not within a command in backquotes: one that is copied from the screen has to be whole.
  ///
  /// - Parameters:
  ///   - columns: how wide the screen is; nil: what is no screen gets each line whole.
  ///   - first: what the first line begins with; `next`: what the others begin with.
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
      // Blanks that align what stands in a line are kept, but not where a line begins.
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

  /// A backquote within a word is one that somebody has typed, in a label.
  private static func beginsCommand(_ word: Substring) -> Bool { word.drop { $0 == "(" }.first == "`" }
}
