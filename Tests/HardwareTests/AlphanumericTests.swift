import Hardware
import Testing

@Suite struct AlphanumericTests {
  @Test(
    "characters have the bits that common backpacks light",
    arguments: [
      ("0", 0x0C3F), ("8", 0x00FF), ("A", 0x00F7), ("B", 0x128F), ("K", 0x2470), ("M", 0x0536), ("N", 0x2136),
      ("T", 0x1201), ("V", 0x0C30), ("X", 0x2D00), ("-", 0x00C0), ("+", 0x12C0), (" ", 0x0000), (".", 0x4000),
    ] as [(Character, UInt16)])
  func charactersHaveTheirBits(character: Character, segments: UInt16) {
    #expect(AlphanumericFont.fourteenSegments(for: character) == segments)
  }

  @Test func allOfPrintableASCIIHasAShapeButWhatCannotBeShown() {
    let unshown = (UInt8(32)...126).map { Character(Unicode.Scalar($0)) }.filter {
      AlphanumericFont.fourteenSegments(for: $0) == nil
    }
    #expect(unshown == [":", "~"])
    for character in ["\n", "ä", "€"] as [Character] {
      #expect(AlphanumericFont.fourteenSegments(for: character) == nil)
    }
  }

  @Test func noTwoLettersOrDigitsShareAShape() {
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
      for: AlphanumericPattern(text: "AKMZ2.", on: .dotted(.fourteen, digits: 6, colons: [])))
    #expect(lines.map { $0.dropLast(6) } == expected.map { $0[...] })
  }

  @Test(
    "a colon or point belongs to the character before it",
    arguments: [
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
    #expect(AlphanumericPattern(text: text).characters == characters)
  }
}
