/// The characters, colons and dots of a segment display.
public struct DisplayShape: Hashable, Sendable {
  /// The number of segments per character.
  public enum Segments: String, CaseIterable, Hashable, Sendable {
    case seven = "7-segment"
    case fourteen = "14-segment"
  }

  public var segments: Segments
  /// The number of characters: 4, 6 or 8.
  public var digits: Int
  /// The digits followed by a colon, counted from 1.
  public var colons: Set<Int>
  /// The digits with a dot at their lower right, counted from 1.
  public var dots: Set<Int>

  public init(_ segments: Segments = .seven, digits: Int = 4, colons: Set<Int>, dots: Set<Int>) {
    self.segments = segments
    self.digits = digits
    self.colons = colons
    self.dots = dots
  }

  /// The usual 7-segment backpack.
  public static let fourDigits = DisplayShape(digits: 4, colons: [2], dots: [1, 2, 3, 4])
  /// The usual 14-segment backpack; it has no colon.
  public static let fourLetters = DisplayShape(.fourteen, digits: 4, colons: [], dots: [1, 2, 3, 4])

  public static let counts = [4, 6, 8]

  public static func dotted(_ segments: Segments, digits: Int, colons: Set<Int>) -> DisplayShape {
    DisplayShape(segments, digits: digits, colons: colons, dots: Set(1...digits))
  }
}
