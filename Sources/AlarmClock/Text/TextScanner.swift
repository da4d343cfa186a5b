/// Reads ASCII text from left to right. Bytes outside ASCII match nothing, so digits of other scripts are refused.
struct TextScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func run(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while let byte = next, predicate(byte) { position += 1 }
    return bytes[start..<position]
  }

  /// Reads a decimal number of `digits` digits (at most 18). Returns `nil` without moving if there are fewer.
  mutating func number(digits: ClosedRange<Int>) -> Int64? {
    let start = position
    var value: Int64 = 0
    while position - start < digits.upperBound, let byte = next, byte.isASCIIDigit {
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      position += 1
    }
    guard position - start >= digits.lowerBound else {
      position = start
      return nil
    }
    return value
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isASCIILetter: Bool {
    let lowercase = self | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
  }
}

extension BinaryInteger {
  /// Returns the decimal digits of a non-negative value, padded with zeros on the left.
  package func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
