/// Text within XML and HTML.
public enum Markup {
  /// What marks up is escaped, in attributes too. What no document may hold (XML 1.0, 2.2), other control characters, and
  /// what turns the direction of the text around it are shown as `U+FFFD`.
  public static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\t", "\n", "\r": escaped.append(" ")
      default:
        escaped.append(scalar.isShown && !(0xFFFE...0xFFFF).contains(scalar.value & 0xFFFF) ? scalar : "\u{FFFD}")
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

extension Unicode.Scalar {
  /// Neither a control character nor a line separator, nor one that embeds, overrides or isolates a direction (Unicode
  /// Standard Annex #9, 2).
  var isShown: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    if (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: return true
    }
  }
}
