/// The lit segments of a row of fourteen-segment characters.
public struct AlphanumericPattern: Hashable, Sendable {
  public let shape: DisplayShape
  /// The characters from the left; bits as in `AlphanumericFont`.
  public var characters: [UInt16]
  /// The positions, counted from 1, of the characters followed by a lit colon.
  public var colons: Set<Int> = []

  /// Lays out a text from the left. If the display has no colon there, `:` lights the dot of the previous character, as
  /// `.` does, and takes no place: `07:30` reads 07.30. A `.` takes a place of its own if there is no previous
  /// character or its dot is already lit. Characters without a shape stay dark; text beyond the last place is cut.
  ///
  /// - Parameter shape: must have at least one character.
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
