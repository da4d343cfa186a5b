/// The lit segments of a row of seven-segment digits with one colon.
public struct SegmentPattern: Hashable, Sendable {
  /// From the left, bits as in `SegmentFont`.
  public var digits: [UInt8]
  public var isColonLit: Bool

  /// The decimal point of common LED backpacks.
  private static let point: UInt8 = 1 << 7

  /// Lays a text out from the left: `:` lights the colon and takes no digit, a `.` lights the decimal point of the digit
  /// before it, characters without a shape stay dark, and what exceeds the digits is cut.
  ///
  /// - Parameter digits: how many the display has, at least 1.
  public init(text: String, digits count: Int = 4) {
    precondition(count > 0)
    isColonLit = text.contains(":")
    digits = []
    for character in text where character != ":" {
      if character == ".", let last = digits.indices.last {
        digits[last] |= Self.point
      } else {
        digits.append(SegmentFont.sevenSegments(for: character) ?? 0)
      }
    }
    digits = Array(digits.prefix(count))
    digits += [UInt8](repeating: 0, count: count - digits.count)
  }
}
