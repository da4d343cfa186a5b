/// The lit segments of a row of seven-segment digits with one colon.
public struct SegmentPattern: Hashable, Sendable {
  /// From the left, bits as in `SegmentFont`.
  public var digits: [UInt8]
  public var isColonLit: Bool

  /// Lays a text out from the left: `:` lights the colon and takes no digit, characters without a shape stay dark, and
  /// what exceeds the digits is cut.
  ///
  /// - Parameter digits: how many the display has, at least 1.
  public init(text: String, digits count: Int = 4) {
    precondition(count > 0)
    isColonLit = text.contains(":")
    digits = text.filter { $0 != ":" }.prefix(count).map { SegmentFont.sevenSegments(for: $0) ?? 0 }
    digits += [UInt8](repeating: 0, count: count - digits.count)
  }
}
