import Insight
import Testing

struct ComparisonTests {
  static let outliers: [([Int64], [Int])] = [
    ([], []), ([Int64](repeating: 5, count: 20), []), ([Int64](repeating: 5, count: 8) + [5000], []),
    ([Int64](repeating: 5, count: 10) + [5000], [10]), ([9000] + (0..<40).map { $0 % 7 }, [0]),
    // Nothing overflows, whatever numbers a clock has written.
    ([Int64](repeating: .min, count: 5) + [Int64](repeating: .max, count: 5), []),
    ([.max] + [Int64](repeating: 0, count: 100_000), [0]),
  ]

  @Test(arguments: outliers)
  func anOutlierIsBeyondThreeStandardDeviations(values: [Int64], places: [Int]) {
    #expect(Outliers.places(in: values) == places)
  }

  @Test func aLineOfLeastSquaresGoesThroughPointsOnALine() throws {
    let fit = try #require(LineFit([(0, 1), (1, 3), (2, 5)]))
    #expect(abs(fit.slope - 2) < 1e-12 && abs(fit.intercept - 1) < 1e-12 && abs(fit.r - 1) < 1e-12)
    let falling = try #require(LineFit([(0, 5), (1, 4), (2, 4), (3, 1)]))
    #expect(falling.r < -0.8 && falling.slope < 0)
    #expect(LineFit([(0, 1), (1, 3)]) == nil)
    #expect(LineFit([(1, 1), (1, 3), (1, 5)]) == nil)
    #expect(LineFit([(1, 1), (2, 1), (3, 1)]) == nil)
    #expect(LineFit([(1, .infinity), (2, 1), (3, 1)]) == nil)
  }

  @Test(arguments: [
    (-5, "0 s"), (0, "0 s"), (12, "12 ms"), (999, "999 ms"), (1499, "1 s"), (40_000, "40 s"), (59_499, "59 s"),
    (59_500, "1 min"), (115_000, "1 min 55 s"), (3_600_000, "1 h"), (7_500_000, "2 h 5 min"), (7_530_000, "2 h 5 min"),
  ])
  func aSpanReadsAsPeopleSayIt(milliseconds: Int64, text: String) {
    #expect(SpanText.format(milliseconds: milliseconds) == text)
  }

  static let words: [(Int, Score.Word)] = [
    (-3, .priority), (0, .priority), (49, .priority), (50, .needsAttention), (79, .needsAttention), (80, .excellent),
    (200, .excellent),
  ]

  @Test(arguments: words)
  func aScoreHasItsWord(points: Int, word: Score.Word) {
    #expect(Score(points).word == word)
    #expect((0...100).contains(Score(points).points))
  }
}
