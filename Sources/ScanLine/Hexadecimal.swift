/// Converts bytes to and from lowercase hexadecimal digits.
public enum Hexadecimal {
  public static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Accepts both cases. Returns `nil` unless the text is an even number of hexadecimal digits.
  public static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: Int?
    for character in text {
      guard character.isASCII, let digit = character.hexDigitValue else { return nil }
      if let first = high {
        bytes.append(UInt8(first << 4 | digit))
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }
}
