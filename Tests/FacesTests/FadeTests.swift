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
  static let nights: [(lux: [Double?], isDark: [Bool?])] = [
    ([2, 2, 2], [true, true, true]),
    // It has to last.
    ([50, 2, 2, 2], [false, false, false, true]),
    // Headlights, and what lies between dark and light.
    ([2, 50, 2, 50, 50, 50], [true, true, true, true, true, false]), ([50, 5, 5, 5], [false, false, false, false]),
    ([2, 5, 5, 5], [true, true, true, true]),
    // A sensor that says nothing is believed for a while.
    ([2] + [Double?](repeating: nil, count: 11) + [50], [Bool?](repeating: true, count: 11) + [nil, false]),
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
