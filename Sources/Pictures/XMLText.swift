/// Text in an XML document (XML 1.0, 2.2 and 2.4).
enum XMLText {
  /// Escapes markup, and replaces characters that XML does not allow with `?`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case _ where isAllowed(scalar): escaped.unicodeScalars.append(scalar)
      default: escaped += "?"
      }
    }
    return escaped
  }

  /// Excludes control characters too, because cards do not show them.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0xFFFE...0xFFFF).contains(scalar.value)
  }
}
