/// The columns that a text takes on a terminal.
public enum DisplayWidth {
  public static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns 0 for combining characters, 2 for emoji and East Asian wide characters (large blocks of UAX #11), else 1.
  public static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if [.nonspacingMark, .enclosingMark, .format].contains(first.properties.generalCategory) { return 0 }
    let isEmoji = first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
    return isEmoji || wideBlocks.contains { $0.contains(first.value) } ? 2 : 1
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// Cuts a text to at most `columns`, with an ellipsis in place of the rest.
  public static func cut(_ text: String, _ columns: Int) -> String {
    guard of(text) > columns else { return text }
    return columns > 0 ? text.cut(to: columns) { of($0) } : ""
  }

  /// Cuts or pads a text to exactly `columns`.
  public static func padded(_ text: String, _ columns: Int, isRight: Bool = false) -> String {
    let text = cut(text, columns)
    let blanks = String(repeating: " ", count: max(0, columns - of(text)))
    return isRight ? blanks + text : text + blanks
  }

  /// Breaks a text at spaces into lines of at most `columns`; cuts longer words.
  public static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, of(last) + 1 + of(String(word)) <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(cut(String(word), columns))
      }
    }
    return lines
  }
}

extension String {
  public var trimmingTrailingSpaces: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }

  /// Returns as much of the text as fits into `room` together with an ellipsis.
  public func cut<Width: Numeric & Comparable>(to room: Width, _ width: (Character) -> Width) -> String {
    var taken = width("…")
    let kept = prefix { character in
      taken += width(character)
      return taken <= room
    }
    return String(kept) + "…"
  }
}
