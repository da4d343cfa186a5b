/// The lit segments of a row of seven-segment digits.
public struct SegmentPattern: Hashable, Sendable {
  public let shape: DisplayShape
  /// From the left, bits as in `SegmentFont`.
  public var digits: [UInt8]
  /// The digits that a lit colon stands behind, counted from 1.
  public var colons: Set<Int> = []

  /// The decimal point of common LED backpacks.
  public static let point: UInt8 = 1 << 7

  public var isColonLit: Bool { !colons.isEmpty }

  /// Lays a text out from the left: `:` lights the colon behind the digit before it, and takes no digit; on a display
  /// without any colon it lights the dot there, so that `07:30` reads 07.30. A `.` lights the dot of the digit before
  /// it. Where the display has neither there, nothing is lit. Characters without a shape stay dark, and what exceeds the
  /// digits is cut.
  ///
  /// - Parameter shape: of at least one digit.
  public init(text: String, on shape: DisplayShape = .fourDigits) {
    precondition(shape.digits > 0)
    self.shape = shape
    digits = []
    for character in text {
      let place = digits.count
      if character == ":", !shape.colons.isEmpty {
        if shape.colons.contains(place) { colons.insert(place) }
      } else if character == ":" || (character == "." && place > 0) {
        if shape.dots.contains(place), place <= shape.digits { digits[place - 1] |= Self.point }
      } else {
        digits.append(SegmentFont.sevenSegments(for: character) ?? 0)
      }
    }
    digits = Array(digits.prefix(shape.digits))
    digits += [UInt8](repeating: 0, count: shape.digits - digits.count)
  }
}
