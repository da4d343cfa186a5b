import Hardware
import Testing

@Suite struct SegmentTests {
  @Test(
    arguments: [
      ("0", 0x3F), ("1", 0x06), ("2", 0x5B), ("3", 0x4F), ("4", 0x66), ("5", 0x6D), ("6", 0x7D), ("7", 0x07),
      ("8", 0x7F), ("9", 0x6F), ("A", 0x77), ("a", 0x77), ("B", 0x7C), ("D", 0x5E), ("e", 0x79), ("H", 0x76),
      ("h", 0x74), (" ", 0x00), ("-", 0x40), ("_", 0x08), ("°", 0x63),
      // What nobody could read has none.
      ("K", nil), ("m", nil), ("V", nil), ("w", nil), ("X", nil), ("ä", nil), ("@", nil), ("[", nil), (".", nil),
    ] as [(Character, UInt8?)])
  func charactersHaveTheirShapes(character: Character, segments: UInt8?) {
    #expect(SegmentFont.sevenSegments(for: character) == segments)
  }

  @Test func noTwoLettersAndNoTwoDigitsShareAShape() {
    for group in ["0123456789 -_°", "ABCDEFGHIJLNOPQRSTUYZ -_°"] {
      let shapes = group.compactMap { SegmentFont.sevenSegments(for: $0) }
      #expect(shapes.count == group.count)
      #expect(Set(shapes).count == group.count)
    }
  }

  @Test(
    arguments: [
      ("07:30", [0x3F, 0x07, 0x4F, 0x3F], true), ("0730", [0x3F, 0x07, 0x4F, 0x3F], false),
      (" 7:30", [0x00, 0x07, 0x4F, 0x3F], true), ("12345", [0x06, 0x5B, 0x4F, 0x66], false),
      ("1", [0x06, 0x00, 0x00, 0x00], false), ("", [0x00, 0x00, 0x00, 0x00], false),
      (":", [0x00, 0x00, 0x00, 0x00], false), ("1:23", [0x06, 0x5B, 0x4F, 0x00], false),
      ("12:", [0x06, 0x5B, 0, 0], true), ("1W2", [0x06, 0x00, 0x5B, 0x00], false),
    ] as [(String, [UInt16], Bool)])
  func aTextIsLaidOutFromTheLeft(text: String, digits: [UInt16], isColonLit: Bool) {
    let pattern = SegmentPattern(text: text)
    #expect(pattern.digits == digits)
    #expect(pattern.colons.isEmpty != isColonLit)
  }

  private static let six = DisplayShape(digits: 6, colons: [2, 4], dots: [])
  private static let eight = DisplayShape(digits: 8, colons: [], dots: Set(1...8))
  private static let dotted = DisplayShape(digits: 4, colons: [2], dots: [4])

  /// A colon that a display has not is a dot if it has no colons at all. A dot that it has not stays dark and takes no
  /// digit.
  @Test(
    arguments: [
      ("12:34:56", six, [0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D], [2, 4]),
      ("12:34 56", six, [0x06, 0x5B, 0x4F, 0x66, 0x00, 0x6D], [2]),
      ("12:34:56", eight, [0x06, 0xDB, 0x4F, 0xE6, 0x6D, 0x7D, 0, 0], []),
      ("1.2:3.4.", dotted, [0x06, 0x5B, 0x4F, 0xE6], [2]), ("1234.", dotted, [0x06, 0x5B, 0x4F, 0xE6], []),
      (".1", dotted, [0, 0x06, 0, 0], []),
    ] as [(String, DisplayShape, [UInt16], Set<Int>)])
  func aTextIsLaidOutOnTheDigitsColonsAndDotsOfADisplay(
    text: String, shape: DisplayShape, digits: [UInt16], colons: Set<Int>
  ) {
    let pattern = SegmentPattern(text: text, on: shape)
    #expect(pattern.digits == digits)
    #expect(pattern.colons == colons)
  }

  @Test func theTimeIsDrawnAsItLooksAndEveryColonWhereItStands() {
    let expected = [
      " ━━   ━━     ━━   ━━  ",
      "┃  ┃    ┃ ●    ┃ ┃  ┃ ",
      "             ━━       ",
      "┃  ┃    ┃ ●    ┃ ┃  ┃ ",
      " ━━          ━━   ━━ ●",
    ]
    #expect(SegmentDrawing.lines(for: SegmentPattern(text: "07:30.")) == expected)
    let lines = SegmentDrawing.lines(for: SegmentPattern(text: "11:17:18", on: Self.six))
    #expect(lines.map(\.count) == [34, 34, 34, 34, 34])
    #expect(lines[1] == "   ┃    ┃ ●    ┃    ┃ ●    ┃ ┃  ┃ ")
  }

  @Test(arguments: ["", "8", "88:88", "-21°"])
  func everyDrawingIsAsWideAsTheDisplay(text: String) {
    let lines = SegmentDrawing.lines(for: SegmentPattern(text: text))
    #expect(lines.map(\.count) == [22, 22, 22, 22, 22])
    #expect(lines.joined().contains("●") == text.contains(":"))
  }

  @Test func aFaceIsDrawnOnEitherKindOfDisplay() {
    let face = DisplayFace(text: "AWAY", sevenSegmentText: "OUt", brightness: 3)
    #expect(
      SegmentDrawing.lines(for: face, on: .fourDigits) == SegmentDrawing.lines(for: SegmentPattern(text: "OUt")))
    #expect(
      SegmentDrawing.lines(for: face, on: .fourLetters)
        == SegmentDrawing.lines(for: SegmentPattern(text: "AWAY", on: .fourLetters)))
    var dark = face
    dark.brightness = nil
    for shape in [DisplayShape.fourDigits, .fourLetters] {
      #expect(SegmentDrawing.lines(for: dark, on: shape).allSatisfy { $0.allSatisfy { $0 == " " } })
    }
  }
}

@Suite struct AlphanumericTests {
  @Test(
    arguments: [
      ("0", 0x0C3F), ("8", 0x00FF), ("A", 0x00F7), ("B", 0x128F), ("K", 0x2470), ("M", 0x0536), ("N", 0x2136),
      ("T", 0x1201), ("V", 0x0C30), ("X", 0x2D00), ("-", 0x00C0), ("+", 0x12C0), (" ", 0x0000), (".", 0x4000),
    ] as [(Character, UInt16)])
  func charactersHaveTheirBits(character: Character, segments: UInt16) {
    #expect(AlphanumericFont.fourteenSegments(for: character) == segments)
  }

  @Test func allOfPrintableASCIIHasAShapeButWhatCannotBeShownAndNoTwoLettersOrDigitsShareOne() {
    let unshown = (UInt8(32)...126).map { Character(Unicode.Scalar($0)) }.filter {
      AlphanumericFont.fourteenSegments(for: $0) == nil
    }
    #expect(unshown == [":", "~"])
    for character in ["\n", "ä", "€"] as [Character] {
      #expect(AlphanumericFont.fourteenSegments(for: character) == nil)
    }
    let characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz "
    #expect(Set(characters.compactMap { AlphanumericFont.fourteenSegments(for: $0) }).count == characters.count)
  }

  @Test func lettersAreDrawnAsTheyLook() {
    let expected = [
      " ━━━               ━━━   ━━━  ",
      "┃   ┃ ┃  ╱  ┃╲ ╱┃    ╱      ┃ ",
      " ━ ━   ━                 ━ ━  ",
      "┃   ┃ ┃  ╲  ┃   ┃  ╱    ┃     ",
      "                   ━━━   ━━━ ●",
    ]
    let lines = SegmentDrawing.lines(
      for: SegmentPattern(text: "AKMZ2.", on: DisplayShape(.fourteen, digits: 6, colons: [])))
    #expect(lines.map { $0.dropLast(6) } == expected.map { $0[...] })
  }

  @Test(arguments: [
    ("07:30", "0 7. 3 0"), (" 7:30", "_ 7. 3 0"), ("0730", "0 7 3 0"), ("1.5", "1. 5 _ _"), (":12", "1 2 _ _"),
    (".5", ". 5 _ _"), ("1..2", "1. . 2 _"), ("12345", "1 2 3 4"), ("1234.", "1 2 3 4."), ("", "_ _ _ _"),
    ("A~B", "A _ B _"), ("1::2", "1. 2 _ _"),
  ])
  func aColonBelongsToTheCharacterBeforeIt(text: String, expected: String) {
    let characters = expected.split(separator: " ").map { item in
      item.reduce(into: UInt16(0)) { bits, sign in
        bits |= sign == "_" ? 0 : AlphanumericFont.fourteenSegments(for: sign) ?? 0
      }
    }
    #expect(SegmentPattern(text: text, on: .fourLetters).digits == characters)
  }
}
