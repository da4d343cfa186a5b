import PlainText

/// Text within XML and HTML.
public enum Markup {
  /// What marks up is escaped, in attributes too. What no document may hold (XML 1.0, 2.2), other control characters, and
  /// invisible characters are shown as `U+FFFD`.
  public static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.printable(keeping: ["\t", "\n", "\r"], replacement: "\u{FFFD}").unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\t", "\n", "\r": escaped.append(" ")
      default:
        escaped.append((0xFFFE...0xFFFF).contains(scalar.value & 0xFFFF) ? "\u{FFFD}" : scalar)
      }
    }
    return String(escaped)
  }

  /// A coordinate: one place behind the point at most.
  static func number(_ value: Double) -> String { Unit.decimal(value, places: 1) }

  /// What may begin an id (XML 1.0, 2.3), of whatever is asked for.
  static func id(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
      return isPlain ? Character(scalar) : "_"
    }
    return kept.first.map { ("0"..."9").contains($0) || $0 == "-" } ?? true ? "c" + String(kept) : String(kept)
  }
}
