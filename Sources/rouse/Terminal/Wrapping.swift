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

  /// What stays together.
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
