import PlainText
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("a", "a", 0), ("status", "statsu", 1), ("alarm", "alram", 1), ("list", "lst", 1), ("", "abc", 3),
    ("card", "cord", 1),
    ("timer", "tmier", 1), ("next", "text", 1),
  ])
  func lettersApart(left: String, right: String, distance: Int) {
    #expect(Spelling.distance(left, right) == distance)
    #expect(Spelling.distance(right, left) == distance)
  }
}
