import Testing

@testable import Charts

struct PlotTests {
  private static let frame = Frame(
    left: 0, right: 100, top: 0, bottom: 100,
    x: Scale(Axis(title: "", unit: .count), values: [0, 10_000], ticks: 2, isRound: false),
    y: Scale(Axis(title: "", unit: .score), values: [], ticks: 2, isRound: true))

  @Test func fewValuesAreAllKeptAndWhatIsLeftOutIsNeitherHighestNorLowestOfItsColumn() {
    let points = (0...10_000).map { Point(x: Double($0), y: 20 + 60 * Sample.noise($0)) }
    let part = Thinning.parts(points, Self.frame)[0]
    let thinned = Thinning.thinned(part, width: 2)
    #expect(part.count == 10_001 && thinned.count <= 2 * 51 + 2)
    #expect(thinned.first == part.first && thinned.last == part.last)
    #expect(zip(thinned, thinned.dropFirst()).allSatisfy { $0.index < $1.index })
    for column in 0..<50 {
      let range = Double(column * 2)..<Double(column * 2 + 2)
      let (all, kept) = (
        part.filter { range.contains($0.x) }.map(\.y), thinned.filter { range.contains($0.x) }.map(\.y)
      )
      #expect(all.max() == kept.max() && all.min() == kept.min(), "column \(column)")
    }
    let few = Thinning.parts((0..<50).map { Point(x: Double($0) * 200, y: Double($0)) }, Self.frame)[0]
    #expect(Thinning.thinned(few, width: 2) == few)
  }

  @Test func aGapEndsALineWhereItCanBeSeen() {
    func parts(_ apart: Double) -> [Int] {
      let points = (0..<10).map { Point(x: Double($0) * apart, y: $0 == 4 ? nil : 50) }
      return Thinning.parts(points, Self.frame).map(\.count)
    }
    #expect(parts(1000) == [4, 5])
    #expect(parts(10) == [9])
  }

  private static func map(_ values: [Double?]) -> HeatMap {
    HeatMap(
      rowTitle: "Day", rows: ["Mon"], columnTitle: "Hour", columns: values.map { _ in "h" }, valueTitle: "Rings",
      unit: .count, values: [values])
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4, nil, 0], ["1", "2", "3", "4"], [0, 1, 2, 3, nil]),
      ([1, 5, 20], ["1–5", "20"], [0, 0, 3]), ([7, 7], ["7"], [3, 3]), ([0, nil, .nan], [], [nil]),
      ([1, 6, 12], ["1", "6", "12"], [0, 1, 3]), ([4, 5, 5], ["4–5"], [3, 3, 3]), ([1, 2], ["1", "2"], [1, 3]),
      ([-5, 1e300], ["1,000,000,000,000,000"], [nil, 3]),
    ] as [([Double?], [String], [Int?])])
  func levelsSayTheirRangesAndHoldTheirValues(values: [Double?], words: [String], expected: [Int?]) {
    let map = Self.map(values)
    let levels = HeatLevels(map)
    #expect(levels.words.map(\.words) == words)
    #expect(values.compactMap { Unit.known($0) }.map { levels.level($0) } == expected)
  }

  @Test func aTrendEndsWhereTheValuesOrTheViewEnd() throws {
    let series = Series(
      name: "a", points: [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: .nan, y: 1), Point(x: 99, y: nil)])
    func ends(_ slope: Double, _ intercept: Double) -> [Double]? {
      PointPlot.Trend(slope: slope, intercept: intercept, r: 1).ends(of: series, from: 0, to: 100)?
        .flatMap { [$0.x, $0.y] }
    }
    #expect(ends(5, 20) == [0, 20, 10, 70])
    #expect(ends(20, -50) == [2.5, 0, 7.5, 100])
    #expect(ends(0, 40) == [0, 40, 10, 40])
    #expect(ends(0, 140) == nil)
    #expect(ends(-1, -40) == nil)
  }
}
