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
      (":", [0x00, 0x00, 0x00, 0x00], false), ("1:23", [0x06, 0x5B, 0x4F, 0x00], false),
      ("12:", [0x06, 0x5B, 0, 0], true), ("1W2", [0x06, 0x00, 0x5B, 0x00], false),
    ] as [(String, [UInt8], Bool)])
  func aTextIsLaidOutFromTheLeft(text: String, digits: [UInt8], isColonLit: Bool) {
    let pattern = SegmentPattern(text: text)
    #expect(pattern.digits == digits)
    #expect(pattern.isColonLit == isColonLit)
  }

  @Test func theNumberOfDigitsIsTheDisplays() {
    let six = DisplayShape(digits: 6, colons: [2, 4], dots: [])
    let pattern = SegmentPattern(text: "12:34:56", on: six)
    #expect(pattern.digits == [0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D])
    #expect(pattern.colons == [2, 4])
    #expect(SegmentPattern(text: "12:34 56", on: six).colons == [2])
  }

  @Test func aColonThatADisplayHasNotIsADotWhereThereAreNoColonsAtAll() {
    let eight = DisplayShape(digits: 8, colons: [], dots: Set(1...8))
    let pattern = SegmentPattern(text: "12:34:56", on: eight)
    #expect(pattern.digits == [0x06, 0xDB, 0x4F, 0xE6, 0x6D, 0x7D, 0, 0] && pattern.colons.isEmpty)
  }

  @Test func aDotThatADisplayHasNotStaysDarkAndTakesNoDigit() {
    let shape = DisplayShape(digits: 4, colons: [2], dots: [4])
    #expect(SegmentPattern(text: "1.2:3.4.", on: shape).digits == [0x06, 0x5B, 0x4F, 0xE6])
    #expect(SegmentPattern(text: "1234.", on: shape).digits == [0x06, 0x5B, 0x4F, 0xE6])
    #expect(SegmentPattern(text: ".1", on: shape).digits == [0, 0x06, 0, 0])
  }

  @Test func theTimeIsDrawnAsItLooks() {
    let expected = [
      " ━━   ━━     ━━   ━━  ",
      "┃  ┃    ┃ ●    ┃ ┃  ┃ ",
      "             ━━       ",
      "┃  ┃    ┃ ●    ┃ ┃  ┃ ",
      " ━━          ━━   ━━ ●",
    ]
    #expect(SegmentDrawing.lines(for: SegmentPattern(text: "07:30.")) == expected)
  }

  @Test("every drawing is as wide as the display", arguments: ["", "8", "88:88", "-21°"])
  func everyDrawingIsAsWideAsTheDisplay(text: String) {
    let lines = SegmentDrawing.lines(for: SegmentPattern(text: text))
    #expect(lines.map(\.count) == [22, 22, 22, 22, 22])
    #expect(lines.joined().contains("●") == text.contains(":"))
  }

  @Test func everyColonOfADisplayIsDrawnWhereItStands() {
    let shape = DisplayShape(digits: 6, colons: [2, 4], dots: [])
    let lines = SegmentDrawing.lines(for: SegmentPattern(text: "11:17:18", on: shape))
    #expect(lines.map(\.count) == [34, 34, 34, 34, 34])
    #expect(lines[1] == "   ┃    ┃ ●    ┃    ┃ ●    ┃ ┃  ┃ ")
  }

  @Test func aFaceIsDrawnOnEitherKindOfDisplay() {
    let face = DisplayFace(text: "AWAY", sevenSegmentText: "OUt", brightness: 3)
    #expect(
      SegmentDrawing.lines(for: face, on: .fourDigits) == SegmentDrawing.lines(for: SegmentPattern(text: "OUt")))
    #expect(
      SegmentDrawing.lines(for: face, on: .fourLetters) == SegmentDrawing.lines(for: AlphanumericPattern(text: "AWAY")))
    var dark = face
    dark.brightness = nil
    for shape in [DisplayShape.fourDigits, .fourLetters] {
      #expect(SegmentDrawing.lines(for: dark, on: shape).allSatisfy { $0.allSatisfy { $0 == " " } })
    }
  }
}
