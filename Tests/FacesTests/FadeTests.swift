import Testing

@testable import Faces

@Suite struct FadeTests {
  static let levels: [Int?] = [nil] + (0...15).map { $0 }

  @Test(arguments: levels, levels) func aFadeTakesHalfASecondAndFewWrites(from: Int?, to: Int?) {
    var fade = Fade(from: from, to: to)
    var (level, writes) = (from ?? -1, 0)
    let end = to ?? -1
    while !fade.levels.isEmpty {
      let next = fade.next() ?? -1
      // It never turns back, and moves by single levels if eight steps are enough.
      #expect(abs(end - next) < abs(end - level) && (end - level).signum() == (next - level).signum())
      if abs(end - (from ?? -1)) <= Fade.mostSteps { #expect(abs(next - level) == 1) }
      (level, writes) = (next, writes + 1)
    }
    #expect(level == end && writes <= Fade.mostSteps)
    #expect(fade.hold * max(1, writes) <= Fade.length && fade.hold * max(1, writes) > .milliseconds(499))
  }
}

@Suite struct DarknessTests {
  /// Lux second by second, and when it counts as dark.
  static let nights: [(lux: [Double?], isDark: [Bool?])] = [
    ([2, 2, 2], [true, true, true]),
    ([50, 2, 2, 2], [false, false, false, true]),
    // Headlights, and light between dark and bright.
    ([2, 50, 2, 50, 50, 50], [true, true, true, true, true, false]), ([50, 5, 5, 5], [false, false, false, false]),
    ([2, 5, 5, 5], [true, true, true, true]),
    ([2] + [Double?](repeating: nil, count: 11) + [50], [Bool?](repeating: true, count: 11) + [nil, false]),
  ]

  @Test(arguments: nights) func itIsDarkOnceItHasBeenForAWhile(lux: [Double?], isDark: [Bool?]) {
    var watch = DarknessWatch()
    for (second, value) in lux.enumerated() {
      let before = second > 0 ? lux[second - 1] : nil
      let hold = watch.look(at: Readings(illuminance: value, before: before), .seconds(second))
      #expect(watch.isDark == isDark[second], "at \(second)")
      if let hold { #expect(hold > .zero && hold <= .seconds(10)) }
    }
  }

  @Test func oneMeasurementIsNotBelievedNorIsOneAfterASilence() {
    var watch = DarknessWatch()
    _ = watch.look(at: Readings(illuminance: 2), .zero)
    let first = watch.look(at: Readings(illuminance: 50, before: 2), .seconds(1))
    #expect(first == LightFollower.patienceWithUnsteadyLight)
    #expect(watch.look(at: Readings(illuminance: 50, before: 2), .seconds(6)) == nil && watch.isDark == true)
    _ = watch.look(at: Readings(illuminance: 55, before: 50), .seconds(7))
    #expect(watch.isDark == false)
    watch = DarknessWatch()
    _ = watch.look(at: Readings(illuminance: 2), .zero)
    _ = watch.look(at: Readings(), .seconds(1))
    _ = watch.look(at: Readings(illuminance: 50), .seconds(2))
    #expect(watch.look(at: Readings(illuminance: 50), .seconds(4)) == nil && watch.isDark == true)
    _ = watch.look(at: Readings(illuminance: 50, before: 50), .seconds(5))
    #expect(watch.isDark == false)
  }

  private typealias Look = (second: Double, lux: Double, isLampLit: Bool, isDark: Bool)

  /// With a lamp of the clock that goes on and off.
  private static let lamps: [[Look]] = [
    // Late readings of a slow chip that still contain the lamp's light do not count.
    [
      (0, 2, false, true), (1, 500, true, true), (9, 500, true, true), (10, 500, false, true), (11.9, 300, false, true),
      (13.3, 300, false, true), (13.4, 2, false, true), (16, 2, false, true),
    ],
    // Nor does light that began before the lamp; light that stays counts in the end.
    [
      (0, 2, false, true), (1, 50, false, true), (1.5, 50, true, true), (9, 50, false, true), (12.4, 50, false, true),
      (12.6, 50, false, true), (13.7, 50, false, true), (13.9, 50, false, false),
    ],
    // Darkness that begins meanwhile must last as long.
    [
      (0, 50, false, false), (1, 50, true, false), (9, 2, false, false), (12.4, 2, false, false),
      (12.6, 2, false, false), (13.9, 2, false, true),
    ],
  ]

  @Test(arguments: lamps.indices) func itsOwnLightIsNotTheRooms(index: Int) {
    var watch = DarknessWatch()
    var before: Double?
    for look in Self.lamps[index] {
      let hold = watch.look(
        at: Readings(illuminance: look.lux, before: before), .seconds(look.second), isLampLit: look.isLampLit)
      before = look.lux
      #expect(watch.isDark == look.isDark, "at \(look.second)")
      let longest = max(OwnLight.afterglow, LightFollower.patienceWithUnsteadyLight)
      if let hold { #expect(hold > .zero && hold <= longest) }
    }
  }

  @Test func lightThatIsNotSteadyHasToLastLonger() {
    var watch = DarknessWatch()
    _ = watch.look(at: Readings(illuminance: 2), .zero)
    for (second, lux) in [(1, 20.0), (2, 50), (3, 30), (4, 50), (5, 30)] {
      _ = watch.look(at: Readings(illuminance: lux, before: lux == 30 ? 50 : 20), .seconds(second))
      #expect(watch.isDark == true)
    }
    _ = watch.look(at: Readings(illuminance: 50, before: 30), .milliseconds(5500))
    #expect(watch.isDark == false)
  }

  @Test func startingOverIsDarkUntilTheSensorSpeaks() {
    var watch = DarknessWatch()
    _ = watch.look(at: Readings(illuminance: 50), .zero)
    #expect(watch.isDark == false)
    watch.startOver()
    #expect(watch.isDark == true)
    _ = watch.look(at: Readings(), .seconds(1))
    #expect(watch.isDark == true)
    _ = watch.look(at: Readings(illuminance: 50), .seconds(2))
    #expect(watch.isDark == false)
  }
}
