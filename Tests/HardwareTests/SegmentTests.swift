import Hardware
import Testing

@Suite struct SegmentTests {
  @Test(
    "characters have the shapes of common backpacks",
    arguments: [
      ("0", 0x3F), ("1", 0x06), ("2", 0x5B), ("3", 0x4F), ("4", 0x66), ("5", 0x6D), ("6", 0x7D), ("7", 0x07),
      ("8", 0x7F), ("9", 0x6F), ("A", 0x77), ("a", 0x77), ("B", 0x7C), ("D", 0x5E), ("e", 0x79), ("H", 0x76),
      ("h", 0x74), (" ", 0x00), ("-", 0x40), ("_", 0x08), ("°", 0x63),
    ] as [(Character, UInt8)])
  func charactersHaveTheirShapes(character: Character, segments: UInt8) {
    #expect(SegmentFont.sevenSegments(for: character) == segments)
  }

  @Test("what cannot be read on seven segments has no shape", arguments: ["K", "m", "V", "w", "X", "ä", "@", "[", "."])
  func unreadableCharactersHaveNoShape(character: Character) {
    #expect(SegmentFont.sevenSegments(for: character) == nil)
  }

  @Test func noTwoLettersAndNoTwoDigitsShareAShape() {
    for group in ["0123456789 -_°", "ABCDEFGHIJLNOPQRSTUYZ -_°"] {
      let shapes = group.compactMap { SegmentFont.sevenSegments(for: $0) }
      #expect(shapes.count == group.count)
      #expect(Set(shapes).count == group.count)
    }
  }

  @Test(
    "a text is laid out from the left, cut and filled up",
    arguments: [
      ("07:30", [0x3F, 0x07, 0x4F, 0x3F], true), ("0730", [0x3F, 0x07, 0x4F, 0x3F], false),
      (" 7:30", [0x00, 0x07, 0x4F, 0x3F], true), ("12345", [0x06, 0x5B, 0x4F, 0x66], false),
      ("1", [0x06, 0x00, 0x00, 0x00], false), ("", [0x00, 0x00, 0x00, 0x00], false),
      (":", [0x00, 0x00, 0x00, 0x00], true), ("1W2", [0x06, 0x00, 0x5B, 0x00], false),
    ] as [(String, [UInt8], Bool)])
  func aTextIsLaidOutFromTheLeft(text: String, digits: [UInt8], isColonLit: Bool) {
    let pattern = SegmentPattern(text: text)
    #expect(pattern.digits == digits)
    #expect(pattern.isColonLit == isColonLit)
  }

  @Test func theNumberOfDigitsIsTheDisplays() {
    #expect(SegmentPattern(text: "12:34:56", digits: 6).digits == [0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D])
  }

  @Test func theTimeIsDrawnAsItLooks() {
    let expected = [
      " ━━   ━━     ━━   ━━ ",
      "┃  ┃    ┃ ●    ┃ ┃  ┃",
      "             ━━      ",
      "┃  ┃    ┃ ●    ┃ ┃  ┃",
      " ━━          ━━   ━━ ",
    ]
    #expect(SegmentDrawing.lines(for: SegmentPattern(text: "07:30")) == expected)
  }

  @Test("every drawing is as wide as the display", arguments: ["", "8", "88:88", "-21°"])
  func everyDrawingIsAsWideAsTheDisplay(text: String) {
    let lines = SegmentDrawing.lines(for: SegmentPattern(text: text))
    #expect(lines.map(\.count) == [21, 21, 21, 21, 21])
    #expect(lines.joined().contains("●") == text.contains(":"))
  }
}
