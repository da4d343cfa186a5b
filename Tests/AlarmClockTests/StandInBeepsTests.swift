import AlarmClock
import Testing

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
