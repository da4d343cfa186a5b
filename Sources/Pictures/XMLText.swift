/// Text within an XML document (XML 1.0, 2.2 and 2.4).
enum XMLText {
  /// What marks up is escaped; what no document may hold is shown as `?`.
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

  /// A control character too is none that a card shows.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0xFFFE...0xFFFF).contains(scalar.value)
  }
}
