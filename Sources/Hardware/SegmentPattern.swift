/// The lit segments of a row of digits or letters.
public struct SegmentPattern: Hashable, Sendable {
  public let shape: DisplayShape
  /// The characters from the left; bits as in `SegmentFont` or `AlphanumericFont`.
  public var digits: [UInt16] = []
  /// The positions, counted from 1, of the digits followed by a lit colon.
  public var colons: Set<Int> = []

  /// The bit of the decimal point.
  public var point: UInt16 { shape.segments == .seven ? 1 << 7 : 1 << 14 }

  /// Lays out a text from the left. `:` lights the colon after the previous character and `.` the dot of that
  /// character; neither takes a place. If the display has no such colon, `:` lights the dot instead, so `07:30` reads
  /// 07.30; on seven segments only if the display has no colon at all. A dot that the display lacks is dropped.
  ///
  /// On fourteen segments, `.` takes a place of its own if there is no previous character or its dot is already lit.
  /// Characters without a shape stay dark; text beyond the last place is cut.
  ///
  /// - Parameter shape: must have at least one digit.
  public init(text: String, on shape: DisplayShape = .fourDigits) {
    precondition(shape.digits > 0)
    self.shape = shape
    let isSeven = shape.segments == .seven
    for character in text {
      let place = digits.count
      if character == ":", shape.colons.contains(place) {
        colons.insert(place)
      } else if character == ":", isSeven, !shape.colons.isEmpty {
        continue
      } else if ":.".contains(character), place > 0, isSeven || digits[place - 1] & point == 0 {
        if shape.dots.contains(place) { digits[place - 1] |= point }
      } else if character != ":" {
        let segments =
          isSeven
          ? SegmentFont.sevenSegments(for: character).map { UInt16($0) }
          : AlphanumericFont.fourteenSegments(for: character)
        digits.append(segments ?? 0)
      }
    }
    digits = Array(digits.prefix(shape.digits))
    digits += [UInt16](repeating: 0, count: shape.digits - digits.count)
  }
}
