/// A property: `NAME;PARAMETER=VALUE;PARAMETER="VALUE":VALUE` (RFC 5545, 3.1).
struct ContentLine {
  /// The line in the file, from 1.
  let number: Int
  /// In capitals.
  let name: String
  /// Names in capitals, values without quotes. Only the first of each name matters.
  private var parameters: [(name: String, value: ArraySlice<UInt8>)] = []
  let value: ArraySlice<UInt8>

  /// `nil` if the line does not have this form.
  init?(number: Int, _ bytes: [UInt8]) {
    var rest = bytes[...]
    guard let name = Self.word(&rest) else { return nil }
    while rest.first == UInt8(ascii: ";") {
      rest.removeFirst()
      guard let parameter = Self.word(&rest), rest.popFirst() == UInt8(ascii: "=") else { return nil }
      let start = rest
      guard Self.skipValue(&rest) else { return nil }
      var value = start[..<rest.startIndex]
      if value.count >= 2, value.first == Self.quote, value.last == Self.quote { value = value.dropFirst().dropLast() }
      if parameters.count < 20 { parameters.append((parameter, value)) }
    }
    guard rest.popFirst() == UInt8(ascii: ":") else { return nil }
    (self.number, self.name, value) = (number, name, rest)
  }

  /// Returns a value in capitals, or `nil` if the parameter is missing.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }.map { String(decoding: $0.value.prefix(100), as: UTF8.self).uppercased() }
  }

  /// The value in capitals, if it is a keyword of RFC 5545.
  var word: String { value.asWord }

  /// Reads letters, digits and hyphens as capitals. Some files put a group and a dot before them, as in vCard.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> String? {
    let word = rest.prefix { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x2E
        || byte == 0x5F
    }
    guard !word.isEmpty, word.count <= 100 else { return nil }
    rest = rest.dropFirst(word.count)
    return word.asWord
  }

  /// Skips a parameter's value, in which quoted delimiters are ordinary. Returns false if a quote is not closed.
  private static func skipValue(_ rest: inout ArraySlice<UInt8>) -> Bool {
    var isQuoted = false
    while let byte = rest.first {
      if byte == quote { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") { return true }
      rest.removeFirst()
    }
    return !isQuoted
  }

  private static let quote = UInt8(ascii: "\"")
}

extension Sequence<UInt8> {
  /// Trimmed and in capitals, at most 1000 bytes.
  var asWord: String {
    let bytes = prefix(1000).map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let word = bytes.drop(while: isSpace)
    let end = word.lastIndex { !isSpace($0) }
    return String(decoding: end.map { word[...$0] } ?? [], as: UTF8.self)
  }
}
