/// The segments of a QR code, read from its corrected data words (ISO/IEC 18004, 7.4): for codes that libzbar refuses,
/// such as those with a wrong or unknown ECI, and for single parts of a structured append.
///
/// A code always gives the same bytes, namely those that libzbar returns for a code without an ECI:
///
/// - Digits and alphanumeric characters are ASCII. A byte segment is its bytes.
/// - A kanji character is its two bytes of Shift JIS, whatever the ECI. A Hanzi character (GB/T 18284) is its two bytes
///   of GB 2312.
/// - An ECI adds no bytes and converts none. A structured append header adds none: a part is its own bytes.
/// - In a code with FNC1, `%` in an alphanumeric segment is a group separator (0x1D), and `%%` is `%`. The application
///   indicator of FNC1 in second position comes first: two digits or a letter, and any other value as one byte.
///
/// A code with an unknown mode, a truncated segment, or no data has no payload.
struct Segments {
  private var bits: Bits
  /// The version range (1 to 9, 10 to 26, or 27 to 40), which determines the length of counts.
  private let sizeClass: Int
  private var pieces: [(bytes: [UInt8], isAlphanumeric: Bool)] = []
  private var hasFNC1 = false
  private var indicator: [UInt8] = []
  private var isPart = false

  /// Returns a code's payload and whether it is a part of a structured append, or `nil` if its segments are invalid.
  static func code(of words: [UInt8], version: Int) -> (payload: [UInt8], isPart: Bool)? {
    var segments = Segments(words, version: version)
    guard segments.readAll() else { return nil }
    let payload = segments.indicator + segments.pieces.flatMap { segments.text(of: $0.bytes, $0.isAlphanumeric) }
    return segments.pieces.allSatisfy(\.bytes.isEmpty) ? nil : (payload, segments.isPart)
  }

  private init(_ words: [UInt8], version: Int) {
    bits = Bits(words: words)
    sizeClass = version < 10 ? 0 : version < 27 ? 1 : 2
  }

  /// Reads up to the terminator or until no mode fits. Each turn consumes at least the four bits of a mode.
  private mutating func readAll() -> Bool {
    while let mode = bits.next(4), mode != 0 {
      switch mode {
      case 1: guard append(digits(count: bits.next([10, 12, 14][sizeClass]))) else { return false }
      case 2:
        guard append(characters(count: bits.next([9, 11, 13][sizeClass])), isAlphanumeric: true) else { return false }
      case 3:
        guard bits.next(16) != nil else { return false }
        isPart = true
      case 4: guard append(octets(count: bits.next([8, 16, 16][sizeClass]))) else { return false }
      case 5: hasFNC1 = true
      case 7: guard skipECI() else { return false }
      case 8: guard append(kanji(count: bits.next([8, 10, 12][sizeClass]))) else { return false }
      case 9: guard readIndicator() else { return false }
      case 13:
        // GB 2312 is the only character set.
        guard bits.next(4) == 1, append(hanzi(count: bits.next([8, 10, 12][sizeClass]))) else { return false }
      default: return false
      }
    }
    return true
  }

  private mutating func append(_ bytes: [UInt8]?, isAlphanumeric: Bool = false) -> Bool {
    guard let bytes else { return false }
    pieces.append((bytes, isAlphanumeric))
    return true
  }

  private mutating func digits(count: Int?) -> [UInt8]? {
    guard let count, bits.has(10 * (count / 3) + [0, 4, 7][count % 3]) else { return nil }
    var digits: [UInt8] = []
    while digits.count < count {
      let group = min(3, count - digits.count)
      guard let value = bits.next([4, 7, 10][group - 1]), value < [10, 100, 1000][group - 1] else { return nil }
      for divisor in [100, 10, 1].suffix(group) { digits.append(UInt8(ascii: "0") + UInt8(value / divisor % 10)) }
    }
    return digits
  }

  private mutating func characters(count: Int?) -> [UInt8]? {
    guard let count, bits.has(11 * (count / 2) + 6 * (count % 2)) else { return nil }
    var characters: [UInt8] = []
    while characters.count < count {
      let isPair = characters.count + 1 < count
      guard let value = bits.next(isPair ? 11 : 6), value < (isPair ? 45 * 45 : 45) else { return nil }
      if isPair { characters.append(Self.alphabet[value / 45]) }
      characters.append(Self.alphabet[value % 45])
    }
    return characters
  }

  private mutating func octets(count: Int?) -> [UInt8]? {
    guard let count, bits.has(8 * count) else { return nil }
    return (0..<count).compactMap { _ in bits.next(8).map { UInt8($0) } }
  }

  private mutating func kanji(count: Int?) -> [UInt8]? {
    doubleBytes(count: count) { value in
      let code = 0x8140 + value / 0xC0 * 0x100 + value % 0xC0
      return code < 0xA000 ? code : code + 0x4000
    }
  }

  private mutating func hanzi(count: Int?) -> [UInt8]? {
    doubleBytes(count: count) { value in
      (value / 0x60 < 0x0A ? 0xA1A1 : 0xA6A1) + value / 0x60 * 0x100 + value % 0x60
    }
  }

  private mutating func doubleBytes(count: Int?, code: (Int) -> Int) -> [UInt8]? {
    guard let count, bits.has(13 * count) else { return nil }
    return (0..<count).flatMap { _ -> [UInt8] in
      let code = code(bits.next(13) ?? 0)
      return [UInt8(code >> 8), UInt8(code & 0xFF)]
    }
  }

  /// The leading ones of the first byte give the number of further bytes: zero, one or two.
  private mutating func skipECI() -> Bool {
    guard let first = bits.next(8), first < 0xE0 else { return false }
    return first < 0x80 || bits.next(first < 0xC0 ? 8 : 16) != nil
  }

  private mutating func readIndicator() -> Bool {
    guard let value = bits.next(8) else { return false }
    guard !hasFNC1 else { return true }
    hasFNC1 = true
    indicator =
      switch value {
      case 0..<100: [UInt8(ascii: "0") + UInt8(value / 10), UInt8(ascii: "0") + UInt8(value % 10)]
      case 165...190, 197...222: [UInt8(value - 100)]
      default: [UInt8(value)]
      }
    return true
  }

  private func text(of bytes: [UInt8], _ isAlphanumeric: Bool) -> [UInt8] {
    guard hasFNC1, isAlphanumeric else { return bytes }
    let percent = UInt8(ascii: "%")
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == percent else {
        text.append(byte)
        continue
      }
      text.append(rest.first == percent ? percent : 0x1D)
      if rest.first == percent { rest.removeFirst() }
    }
    return text
  }

  /// Indexed by value (ISO/IEC 18004, table 5).
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
}

private struct Bits {
  let words: [UInt8]
  private var position = 0

  init(words: [UInt8]) { self.words = words }

  func has(_ count: Int) -> Bool { count <= 8 * words.count - position }

  /// Returns the next `count` bits as a number, or `nil` without consuming any if fewer are left.
  mutating func next(_ count: Int) -> Int? {
    guard has(count) else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(words[position / 8] >> (7 - position % 8) & 1)
      position += 1
    }
    return value
  }
}
