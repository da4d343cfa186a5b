import PlainText

/// Estimates the width of text in an unknown sans-serif font, rather too wide than too narrow. It is based on DejaVu
/// Sans, one of the widest.
enum TextWidth {
  static func of(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + share($1) } * size
  }

  /// Returns the width as a fraction of the font size.
  private static func share(_ character: Character) -> Double {
    switch character {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": 0.36
    case "f", "t", "r", "-", "(", ")", "/": 0.44
    case "m", "w", "M", "W", "%": 0.98
    default: character.isASCII ? (character.isUppercase ? 0.72 : 0.64) : Double(DisplayWidth.of(character)) * 0.72
    }
  }

  static func cut(_ text: String, size: Double, room: Double) -> String {
    of(text, size: size) > room ? text.cut(to: room) { share($0) * size } : text
  }

  /// Breaks a text at spaces; cuts the last line allowed.
  static func lines(_ text: String, size: Double, room: Double, atMost count: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, lines.count == count || of(last + " " + word, size: size) <= room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { cut($0, size: size, room: room) }
  }
}
