/// The lit segments of a row of fourteen-segment characters.
public struct AlphanumericPattern: Hashable, Sendable {
  public let shape: DisplayShape
  /// From the left, bits as in `AlphanumericFont`.
  public var characters: [UInt16]
  /// The characters that a lit colon stands behind, counted from 1.
  public var colons: Set<Int> = []

  /// Lays a text out from the left. Such displays seldom have a colon: then a `:` lights the dot of the character before
  /// it, as a `.` does, and takes no place, so that `07:30` reads 07.30. A `.` with no such character takes a place of its
  /// own. Characters without a shape stay dark, and what exceeds the display is cut.
  ///
  /// - Parameter shape: of at least one character.
  public init(text: String, on shape: DisplayShape = .fourLetters) {
    precondition(shape.digits > 0)
    self.shape = shape
    var laidOut: [UInt16] = []
    for character in text {
      let isPoint = character == ":" || character == "."
      let place = laidOut.count
      if character == ":", shape.colons.contains(place) {
        colons.insert(place)
      } else if isPoint, place > 0, laidOut[place - 1] & AlphanumericFont.point == 0 {
        if shape.dots.contains(place) || place > shape.digits { laidOut[place - 1] |= AlphanumericFont.point }
      } else if character != ":" {
        laidOut.append(AlphanumericFont.fourteenSegments(for: character) ?? 0)
      }
    }
    characters = Array(laidOut.prefix(shape.digits))
    characters += [UInt16](repeating: 0, count: shape.digits - characters.count)
  }
}
