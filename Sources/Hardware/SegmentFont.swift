/// The shapes of characters on seven segments. Bit 0 is segment a (top), then clockwise b, c, d, e, f; bit 6 is g
/// (middle). Bit 7, the decimal point of common LED backpacks, belongs to `SegmentPattern`.
///
///      ─a─
///     f   b
///      ─g─
///     e   c
///      ─d─
public enum SegmentFont {
  /// Returns the segments of a digit, letter, space, `-`, `_` or `°`; `nil` for anything else.
  ///
  /// Upper and lower case look the same except for C, H, O and U, and no two letters look the same. K, M, V, W and X
  /// have no readable shape. As on any such display, `O`, `S` and `Z` look like 0, 5 and 2.
  public static func sevenSegments(for character: Character) -> UInt8? {
    if let shape = shapes[character] { return shape }
    guard character.isASCII, character.isLetter else { return nil }
    return shapes[Character(character.isUppercase ? character.lowercased() : character.uppercased())]
  }

  private static let shapes: [Character: UInt8] = [
    "0": 0b0011_1111, "1": 0b0000_0110, "2": 0b0101_1011, "3": 0b0100_1111, "4": 0b0110_0110,
    "5": 0b0110_1101, "6": 0b0111_1101, "7": 0b0000_0111, "8": 0b0111_1111, "9": 0b0110_1111,
    "A": 0b0111_0111, "b": 0b0111_1100, "C": 0b0011_1001, "c": 0b0101_1000, "d": 0b0101_1110,
    "E": 0b0111_1001, "F": 0b0111_0001, "G": 0b0011_1101, "H": 0b0111_0110, "h": 0b0111_0100,
    "I": 0b0011_0000, "J": 0b0001_1110, "L": 0b0011_1000, "n": 0b0101_0100, "O": 0b0011_1111,
    "o": 0b0101_1100, "P": 0b0111_0011, "q": 0b0110_0111, "r": 0b0101_0000, "S": 0b0110_1101,
    "t": 0b0111_1000, "U": 0b0011_1110, "u": 0b0001_1100, "y": 0b0110_1110, "Z": 0b0101_1011,
    " ": 0b0000_0000, "-": 0b0100_0000, "_": 0b0000_1000, "°": 0b0110_0011,
  ]
}
