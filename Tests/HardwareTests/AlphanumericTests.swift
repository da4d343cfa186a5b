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
      " ━━━                  ━━━    ━━━  ",
      "┃   ┃  ┃  ╱   ┃╲ ╱┃     ╱       ┃ ",
      " ━ ━    ━                    ━ ━  ",
      "┃   ┃  ┃  ╲   ┃   ┃   ╱     ┃     ",
      "                      ━━━    ━━━ ●",
    ]
    #expect(drawing(of: "AKMZ2.").map { String($0.dropLast(7)) } == expected)
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

  /// Five rows; a character is six columns wide, with one between it and the next.
  private func drawing(of text: String) -> [String] {
    let drawings = AlphanumericPattern(text: text, characters: text.count).characters.map(drawing(of:))
    return (0..<5).map { row in drawings.map { $0[row] }.joined(separator: " ") }
  }

  private func drawing(of character: UInt16) -> [String] {
    func stroke(_ bit: UInt16, _ sign: String) -> String {
      character & 1 << bit != 0 ? sign : String(repeating: " ", count: sign.count)
    }
    return [
      " " + stroke(0, "━━━") + "  ",
      stroke(5, "┃") + stroke(8, "╲") + stroke(9, "│") + stroke(10, "╱") + stroke(1, "┃") + " ",
      " " + stroke(6, "━") + " " + stroke(7, "━") + "  ",
      stroke(4, "┃") + stroke(11, "╱") + stroke(12, "│") + stroke(13, "╲") + stroke(2, "┃") + " ",
      " " + stroke(3, "━━━") + stroke(14, " ●"),
    ]
  }
}
