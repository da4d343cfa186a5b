import Testing

@testable import AlarmClock

@Suite struct VibrationPatternTests {
  /// Milliseconds after the start, and the levels then at strong and light.
  static let moments: [(VibrationPattern, Int, Vibration, Vibration)] = [
    (.steady, 0, .strong, .light), (.steady, 999_999, .strong, .light),
    (.pulse, 0, .strong, .light), (.pulse, 499, .strong, .light), (.pulse, 500, .off, .off),
    (.pulse, 699, .off, .off), (.pulse, 700, .strong, .light),
    (.heartbeat, 0, .strong, .light), (.heartbeat, 120, .off, .off), (.heartbeat, 240, .strong, .light),
    (.heartbeat, 400, .off, .off), (.heartbeat, 1000, .strong, .light),
    (.escalating, 0, .light, .light), (.escalating, 600, .off, .off), (.escalating, 14_700, .light, .light),
    (.escalating, 15_400, .medium, .light), (.escalating, 30_100, .strong, .light),
    (.escalating, 3_500_000, .strong, .light),
  ]

  @Test(arguments: moments)
  func aPatternIsAsStrongAsItSays(pattern: VibrationPattern, milliseconds: Int, strong: Vibration, light: Vibration) {
    let moment = Duration.milliseconds(milliseconds)
    #expect(pattern.level(.strong, after: moment) == strong)
    #expect(pattern.level(.light, after: moment) == light)
    #expect(pattern.level(.off, after: moment) == .off)
  }

  @Test(arguments: VibrationPattern.allCases)
  func noChangeComesBeforeItIsSaidToCome(pattern: VibrationPattern) {
    var moment = Duration.zero
    var changes = 0
    while moment < .seconds(60) {
      let wait = pattern.nextChange(after: moment)
      #expect(wait > .zero)
      let level = pattern.level(.strong, after: moment)
      #expect(pattern.level(.strong, after: moment + wait - .nanoseconds(1)) == level)
      if pattern.level(.strong, after: moment + wait) != level { changes += 1 }
      moment += wait
    }
    #expect(changes == [.steady: 0, .pulse: 171, .heartbeat: 240, .escalating: 172][pattern])
  }
}

@Suite struct StandInBeepsTests {
  @Test func threeShortBeepsAreRepeatedEveryTwoSeconds() {
    for start in [0, 2000, 58_000] {
      var switches: [Int] = []
      var (moment, wasOn) = (start, false)
      while moment < start + 2000 {
        let elapsed = Duration.milliseconds(moment)
        if StandInBeeps.isOn(after: elapsed) != wasOn {
          wasOn.toggle()
          switches.append(moment - start)
        }
        moment += Int(StandInBeeps.nextChange(after: elapsed) / .milliseconds(1))
      }
      #expect(switches == [0, 100, 200, 300, 400, 500] && moment == start + 2000)
    }
    #expect(StandInBeeps.nextChange(after: .milliseconds(150)) == .milliseconds(50))
  }
}
