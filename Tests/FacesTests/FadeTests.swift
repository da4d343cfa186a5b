import Faces
import Testing

@Suite struct FadeTests {
  static let levels: [Int?] = [nil] + (0...15).map { $0 }

  @Test(arguments: levels, levels) func aFadeTakesHalfASecondAndFewWrites(from: Int?, to: Int?) {
    var fade = Fade(from: from, to: to)
    var (level, writes) = (from ?? -1, 0)
    let end = to ?? -1
    while !fade.levels.isEmpty {
      let next = fade.next() ?? -1
      // It never turns back, and goes by one level where eight steps are enough.
      #expect(abs(end - next) < abs(end - level) && (end - level).signum() == (next - level).signum())
      if abs(end - (from ?? -1)) <= Fade.mostSteps { #expect(abs(next - level) == 1) }
      (level, writes) = (next, writes + 1)
    }
    #expect(level == end && writes <= Fade.mostSteps)
    #expect(fade.hold * max(1, writes) <= Fade.length && fade.hold * max(1, writes) > .milliseconds(499))
  }
}

@Suite struct DarknessTests {
  /// Lux, second by second, and when it is dark.
  static let nights: [(lux: [Double?], isDark: [Bool])] = [
    ([Double?](repeating: 2, count: 12), [Bool](repeating: false, count: 10) + [true, true]),
    // Headlights, and what lies between dark and light.
    ([2, 2, 2, 50] + [Double?](repeating: 2, count: 9), [Bool](repeating: false, count: 13)),
    ([Double?](repeating: 5, count: 12), [Bool](repeating: false, count: 12)),
    ([Double?](repeating: 1, count: 11) + [nil], [Bool](repeating: false, count: 10) + [true, false]),
    (
      [Double?](repeating: 1, count: 11) + [Double?](repeating: 9, count: 12) + [Double?](repeating: 40, count: 11),
      [Bool](repeating: false, count: 10) + [Bool](repeating: true, count: 23) + [false]
    ),
  ]

  @Test(arguments: nights.indices) func itIsDarkOnceItHasBeenForAWhile(index: Int) {
    let (lux, isDark) = Self.nights[index]
    var watch = DarknessWatch()
    for (second, value) in lux.enumerated() {
      let hold = watch.look(at: value, .seconds(second))
      #expect(watch.isDark == isDark[second], "at \(second)")
      if let hold { #expect(hold > .zero && hold <= .seconds(10)) }
    }
  }
}
