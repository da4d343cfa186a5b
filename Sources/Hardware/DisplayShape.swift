/// What a segment display has to show something with.
public struct DisplayShape: Hashable, Sendable {
  /// How many segments make a character.
  public enum Segments: String, CaseIterable, Hashable, Sendable {
    case seven = "7-segment"
    case fourteen = "14-segment"
  }

  public var segments: Segments
  /// How many characters stand in a row: 4, 6 or 8.
  public var digits: Int
  /// The digits that a colon stands behind, counted from 1.
  public var colons: Set<Int>
  /// The digits that have a dot at their lower right, counted from 1.
  public var dots: Set<Int>

  public init(_ segments: Segments = .seven, digits: Int = 4, colons: Set<Int>, dots: Set<Int>) {
    self.segments = segments
    self.digits = digits
    self.colons = colons
    self.dots = dots
  }

  /// The common backpack: four digits of seven segments, a colon in the middle, and a dot behind each digit.
  public static let fourDigits = DisplayShape(digits: 4, colons: [2], dots: [1, 2, 3, 4])
  /// Four characters of fourteen segments: no colon, and a dot behind each.
  public static let fourLetters = DisplayShape(.fourteen, digits: 4, colons: [], dots: [1, 2, 3, 4])
}

extension DisplayShape {
  /// The numbers of digits that displays have.
  public static let counts = [4, 6, 8]

  /// Every digit has a dot behind it.
  public static func dotted(_ segments: Segments, digits: Int, colons: Set<Int>) -> DisplayShape {
    DisplayShape(segments, digits: digits, colons: colons, dots: Set(1...digits))
  }
}
