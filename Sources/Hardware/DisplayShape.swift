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

  /// - Parameter dots: by default all digits have one.
  public init(_ segments: Segments = .seven, digits: Int = 4, colons: Set<Int>, dots: Set<Int>? = nil) {
    self.segments = segments
    self.digits = digits
    self.colons = colons
    self.dots = dots ?? Set(1...digits)
  }

  /// The usual 7-segment backpack.
  public static let fourDigits = DisplayShape(colons: [2])
  /// The usual 14-segment backpack; it has no colon.
  public static let fourLetters = DisplayShape(.fourteen, colons: [])

  public static let counts = [4, 6, 8]
}
