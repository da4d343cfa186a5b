import PlainText

/// Values of type TEXT (RFC 5545, 3.3.11).
enum TextValue {
  /// As one line for people: escapes resolved, what cannot be shown left out, at most 100 characters.
  ///
  /// - Returns: whether it was UTF-8; otherwise each byte is taken for a letter of Latin-1.
  static func read(_ value: ArraySlice<UInt8>) -> (text: String, isUTF8: Bool) {
    // A name of 100 characters has no more bytes than that, even if each is escaped.
    let long = unescaped(value.prefix(2000))
    let (text, isUTF8) = decoded(long, isCut: value.count > 2000)
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    return (String(words.printable().prefix(100)), isUTF8)
  }

  /// The commas that separate values of a list are those that are not escaped; a name is one text with them.
  private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in value {
      if isEscaped {
        isEscaped = false
        bytes.append(byte | 0x20 == UInt8(ascii: "n") ? UInt8(ascii: " ") : byte)
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
    // Where it was cut, a letter may have lost its end.
    if isCut {
      for missing in 1...3 {
        if let text = String(validating: bytes.dropLast(missing), as: UTF8.self) { return (text, true) }
      }
    }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return (text, false)
  }
}
