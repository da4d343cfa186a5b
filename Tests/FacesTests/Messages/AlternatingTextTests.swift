import Faces
import Hardware
import Testing

/// The pages of a text that alternates with the time.
@Suite struct AlternatingTextTests {
  static let texts: [(text: String, shape: DisplayShape, pages: [String])] = [
    ("", Shapes.four, []), ("   ", Shapes.four, []), ("Bus", Shapes.four, ["Bus"]),
    ("Up at dawn", Shapes.four, ["Up", "at", "dauu", "n"]), ("Up at dawn", Shapes.letters, ["Up", "at", "dawn"]),
    ("Up at dawn", Shapes.eight, ["Up at", "dauun"]), ("go to it", Shapes.letters, ["go", "to", "it"]),
    ("a b c d", Shapes.letters, ["a b", "c d"]), ("Kindergarten", Shapes.letters, ["Kind", "erga", "rten"]),
    // At most 24 characters.
    ("abcdefghijklmnopqrstuvwxyz", Shapes.eightLetters, ["abcdefgh", "ijklmnop", "qrstuvwx"]),
    // Texts that look like a time, another number or a word of the clock.
    ("07:30", Shapes.letters, []), ("1h40", Shapes.four, []), ("105", Shapes.four, []), ("IOS", Shapes.four, []),
    ("Err", Shapes.four, []), ("End", Shapes.letters, []), ("Snd0", Shapes.letters, []),
    ("仕事", Shapes.letters, []), ("...", Shapes.four, []), ("café", Shapes.letters, ["cafe"]),
  ]

  @Test(arguments: texts) func aTextHasItsPages(text: String, shape: DisplayShape, pages: [String]) {
    #expect(AlternatingText(text, on: shape).pages == pages, "\(text)")
  }

  @Test func theTimeAndThePagesAreShownForTwoSecondsEach() {
    let pages = ["Up", "at"]
    func turn(_ milliseconds: Int) -> String? {
      AlternatingText.turn(of: pages, after: .milliseconds(milliseconds)).page
    }
    #expect(turn(-1) == nil && turn(0) == nil && turn(1999) == nil)
    #expect(turn(2000) == "Up" && turn(3999) == "Up" && turn(4000) == "at" && turn(5999) == "at")
    #expect(turn(6000) == nil && turn(8000) == "Up")
    #expect(AlternatingText.turn(of: pages, after: .milliseconds(2500)).left == .milliseconds(1500))
    #expect(AlternatingText.turn(of: [], after: .seconds(7)).page == nil)
  }
}
