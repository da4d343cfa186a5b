/// The lit segments of a row of fourteen-segment characters.
public struct AlphanumericPattern: Hashable, Sendable {
  /// From the left, bits as in `AlphanumericFont`.
  public var characters: [UInt16]

  /// Lays a text out from the left. Such displays have no colon: a `:` or `.` lights the decimal point of the character
  /// before it and takes no place, so that `07:30` reads 07.30. A `.` with no such character takes a place of its own.
  /// Characters without a shape stay dark, and what exceeds the display is cut.
  ///
  /// - Parameter count: how many characters the display has, at least 1.
  public init(text: String, characters count: Int = 4) {
    precondition(count > 0)
    var laidOut: [UInt16] = []
    for character in text {
      let isPoint = character == ":" || character == "."
      if isPoint, let last = laidOut.indices.last, laidOut[last] & AlphanumericFont.point == 0 {
        laidOut[last] |= AlphanumericFont.point
      } else if character != ":" {
        laidOut.append(AlphanumericFont.fourteenSegments(for: character) ?? 0)
      }
    }
    characters = Array(laidOut.prefix(count))
    characters += [UInt16](repeating: 0, count: count - characters.count)
  }
}
