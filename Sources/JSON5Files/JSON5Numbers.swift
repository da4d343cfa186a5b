/// Finds input that JSONDecoder must not see: its JSON5 parser traps at `7e-` and at `-0x8000000000000001` (Swift 6.3).
package struct JSON5Numbers {
  private let text: [UInt8]
  private var position = 0

  /// Returns the first number that is malformed or has too many digits, or `nil`.
  package static func firstMalformed(in text: [UInt8]) -> String? {
    var scanner = JSON5Numbers(text: text)
    return scanner.nextMalformed().map { String(decoding: text[$0].prefix(40), as: UTF8.self) }
  }

  /// Returns the text with `null` in place of all such numbers.
  package static func withoutMalformed(_ text: [UInt8]) -> [UInt8] {
    var scanner = JSON5Numbers(text: text)
    var (rest, result) = (text[...], [UInt8]())
    while let place = scanner.nextMalformed() {
      result += rest[..<place.lowerBound] + Array("null".utf8)
      rest = text[place.upperBound...]
    }
    return result + rest
  }

  private mutating func nextMalformed() -> Range<Int>? {
    while let next {
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(endingWith: next)
      case UInt8(ascii: "/"): skipComment()
      case _ where Self.isWordByte(next):
        let word = word()
        if Self.isStartOfNumber(next), !Self.isNumber(word) { return word.indices }
      default: position += 1
      }
    }
    return nil
  }

  private init(text: [UInt8]) { self.text = text }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skipString(endingWith quote: UInt8) {
    position += 1
    while let byte = next, byte != quote { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }

  private mutating func skipComment() {
    position += 1
    if next == UInt8(ascii: "/") {
      while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), !isAtLineSeparator {
        position += 1
      }
    } else if next == UInt8(ascii: "*") {
      position += 1
      while position < text.count, !text[position...].starts(with: "*/".utf8) { position += 1 }
      position += 2
    }
  }

  /// U+2028 and U+2029 end a line, too.
  private var isAtLineSeparator: Bool {
    [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]].contains { text[position...].starts(with: $0) }
  }

  private mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while let byte = next, Self.isWordByte(byte) { position += 1 }
    return text[start..<position]
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "+-._$".utf8.contains(byte)
    }
  }

  private static func isStartOfNumber(_ byte: UInt8) -> Bool { isDigit(byte) || "+-.".utf8.contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether this is a number such as `1`, `-.5e+3`, `0x70` or `Infinity`, with at most 15 digits in a row.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func digits(_ isDigit: (UInt8) -> Bool) -> Int {
      let run = rest.prefix(while: isDigit)
      rest.removeFirst(run.count)
      return run.count
    }
    _ = skip("+-")
    if rest.elementsEqual("Infinity".utf8) || rest.elementsEqual("NaN".utf8) { return true }
    if rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) {
      rest.removeFirst(2)
      return (1...15).contains(digits { Character(Unicode.Scalar($0)).isHexDigit }) && rest.isEmpty
    }
    let whole = digits(isDigit)
    let fraction = skip(".") ? digits(isDigit) : 0
    guard whole <= 15, fraction <= 15, whole + fraction > 0 else { return false }
    if skip("eE") {
      _ = skip("+-")
      guard (1...3).contains(digits(isDigit)) else { return false }
    }
    return rest.isEmpty
  }
}

extension JSON5Numbers {
  /// Returns the first key that occurs twice in one object, or `nil`. JSONDecoder silently takes one of the values.
  package static func firstRepeatedKey(in text: [UInt8]) -> String? {
    var scanner = JSON5Numbers(text: text)
    return scanner.nextRepeatedKey()
  }

  private mutating func nextRepeatedKey() -> String? {
    var objects: [Set<String>] = []
    var latest: String?
    while let next {
      let start = position
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString(endingWith: next)
        latest = String(decoding: text[..<min(position, text.count)][start...].dropFirst().dropLast(), as: UTF8.self)
      case UInt8(ascii: "/"): skipComment()
      case _ where Self.isWordByte(next): latest = String(decoding: word(), as: UTF8.self)
      default:
        if next == UInt8(ascii: "{") { objects.append([]) }
        if next == UInt8(ascii: "}") { _ = objects.popLast() }
        if next == UInt8(ascii: ":"), let latest, let object = objects.indices.last,
          !objects[object].insert(latest).inserted
        {
          return latest
        }
        // White space and comments may stand between a key and its colon.
        if next > UInt8(ascii: " ") { latest = nil }
        position += 1
      }
    }
    return nil
  }
}
