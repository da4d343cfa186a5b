/// Reads ASCII text from left to right. Bytes outside ASCII match nothing, so digits of other scripts are refused.
struct TextScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

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

  /// Reads `2026-11-21`; returns `nil` if the form is wrong or the date does not exist.
  mutating func date() -> LocalDate? {
    guard let year = number(digits: 4...4), skip("-"), let month = number(digits: 2...2), skip("-"),
      let day = number(digits: 2...2)
    else { return nil }
    return LocalDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// Reads `07:30` or `07:30:05`; returns `nil` if the form is wrong or a part is out of range.
  mutating func time() -> LocalTime? {
    guard let hour = number(digits: 2...2), skip(":"), let minute = number(digits: 2...2),
      let second = skip(":") ? number(digits: 2...2) : 0
    else { return nil }
    return LocalTime(hour: Int(hour), minute: Int(minute), second: Int(second))
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isASCIILetter: Bool {
    let lowercase = self | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
  }
}
