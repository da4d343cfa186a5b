import PlainText

/// Text for XML and HTML.
public enum Markup {
  /// Escapes markup, also for attributes. Characters that XML forbids (XML 1.0, 2.2), other control characters, and
  /// invisible characters become `U+FFFD`.
  public static func escaped(_ text: String) -> String {
    text.printable(keeping: ["\t", "\n", "\r"], replacement: "\u{FFFD}").unicodeScalars.map { scalar -> String in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\t", "\n", "\r": " "
      default: (0xFFFE...0xFFFF).contains(scalar.value & 0xFFFF) ? "\u{FFFD}" : String(scalar)
      }
    }.joined()
  }

  /// Formats a coordinate with at most one decimal.
  static func number(_ value: Double) -> String { Unit.decimal(value, places: 1) }

  /// Returns the attributes of a rectangle.
  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\""
  }

  /// Returns a valid id (XML 1.0, 2.3) for any text.
  static func id(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
      return isPlain ? Character(scalar) : "_"
    }
    return kept.first.map { ("0"..."9").contains($0) || $0 == "-" } ?? true ? "c" + String(kept) : String(kept)
  }
}
