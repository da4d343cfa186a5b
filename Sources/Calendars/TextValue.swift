import PlainText

/// Values of type TEXT (RFC 5545, 3.3.11).
enum TextValue {
  /// Reads a line of at most 100 characters, unescaped and printable, as Windows-1252 if it is not UTF-8.
  static func read(_ value: ArraySlice<UInt8>) -> (text: String, isUTF8: Bool) {
    // 100 characters fit into this many bytes even if all are escaped.
    let long = unescaped(value.prefix(2000))
    let (text, isUTF8) = decoded(long, isCut: value.count > 2000)
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    return (String(words.prefix(100)).printable(), isUTF8)
  }

  /// Returns the nonempty lines in the first 2000 bytes, cleaned up as in `read`.
  static func lines(_ value: ArraySlice<UInt8>) -> [String] {
    let (text, _) = decoded(unescaped(value.prefix(2000)), isCut: value.count > 2000)
    return text.split(whereSeparator: \.isNewline).map { line in
      line.split { $0.isWhitespace }.joined(separator: " ").printable()
    }.filter { !$0.isEmpty }
  }

  /// Resolves escapes. Unescaped commas would separate list items, but a name is one text.
  private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in value {
      if isEscaped {
        isEscaped = false
        bytes.append(byte | 0x20 == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func decoded(_ bytes: [UInt8], isCut: Bool) -> (String, isUTF8: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
    // The cut may have split a character.
    if isCut {
      for missing in 1...3 {
        if let text = String(validating: bytes.dropLast(missing), as: UTF8.self) { return (text, true) }
      }
    }
    let scalars = bytes.map { (0x80...0x9F).contains($0) ? windows1252[Int($0) - 0x80] : Unicode.Scalar($0) }
    return (String(String.UnicodeScalarView(scalars)), false)
  }

  /// 0x80 to 0x9F, which differ from Latin-1; five of them are undefined.
  private static let windows1252 = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
