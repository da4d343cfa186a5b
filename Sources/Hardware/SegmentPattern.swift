/// The lit segments of a row of seven-segment digits.
public struct SegmentPattern: Hashable, Sendable {
  public let shape: DisplayShape
  /// The digits from the left; bits as in `SegmentFont`.
  public var digits: [UInt8]
  /// The positions, counted from 1, of the digits followed by a lit colon.
  public var colons: Set<Int> = []

  public static let point: UInt8 = 1 << 7

  public var isColonLit: Bool { !colons.isEmpty }

  /// Lays out a text from the left. `:` lights the colon after the previous digit and takes no digit; on a display
  /// without colons it lights the dot instead, so `07:30` reads 07.30. `.` lights the dot of the previous digit. A
  /// colon or dot that the display lacks is dropped. Characters without a shape stay dark; text beyond the last digit
  /// is cut.
  ///
  /// - Parameter shape: must have at least one digit.
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
