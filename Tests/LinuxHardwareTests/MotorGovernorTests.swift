import Hardware
import Testing

@testable import LinuxHardware

@Suite struct MotorGovernorTests {
  typealias Step = (second: Double, level: VibrationLevel, duty: Double, kick: Int?)

  /// Applies orders at their times and compares the motor's levels; kicks are in milliseconds.
  private func verify(_ drive: MotorDrive, _ steps: [Step]) {
    var governor = MotorGovernor(drive)
    for step in steps {
      let order = governor.order(step.level, at: .seconds(5000) + .milliseconds(Int((step.second * 1000).rounded())))
      let expected = MotorGovernor.Order(duty: step.duty, kick: step.kick.map { .milliseconds($0) })
      #expect(order == expected, "at \(step.second) s, \(step.level)")
    }
  }

  @Test func eachLevelHasItsShare() {
    verify(
      MotorDrive(light: 0.3, medium: 0.6, strong: 0.9, kick: .zero),
      [(0, .off, 0, nil), (1, .light, 0.3, nil), (2, .medium, 0.6, nil), (3, .strong, 0.9, nil), (4, .off, 0, nil)])
  }

  @Test func aStartFromRestIsKickedAndNothingElse() {
    verify(
      MotorDrive(kick: .milliseconds(80)),
      [
        (0, .light, 0.4, 80), (1.5, .light, 0.4, nil), (3, .medium, 0.7, nil), (4, .light, 0.4, nil),
        (5, .off, 0, nil), (5.999, .light, 0.4, nil), (7, .off, 0, nil), (8, .light, 0.4, 80), (9, .off, 0, nil),
        (9.5, .off, 0, nil), (10, .medium, 0.7, 80),
      ])
  }

  @Test func aRingsPatternIsKickedOnce() {
    var steps: [Step] = []
    for beat in 0..<20 {
      let second = Double(beat) * 0.7
      steps.append((second, .light, 0.4, beat == 0 ? 80 : nil))
      steps.append((second + 0.5, .off, 0, nil))
    }
    verify(MotorDrive(kick: .milliseconds(80)), steps)
  }

  @Test func fullPowerNeedsNoKick() {
    verify(MotorDrive(strong: 1, kick: .milliseconds(80)), [(0, .strong, 1, nil)])
  }

  @Test func aMotorThatWasOnForTooLongRestsAndGoesOn() {
    // 10 s in a row. A second off earns a second on, so half is available again after 5 s.
    verify(
      MotorDrive(kick: .milliseconds(80), longestOn: .seconds(10), dutyShare: 0.5),
      [
        (0, .light, 0.4, 80), (9.9, .light, 0.4, nil), (10, .light, 0, nil), (11.5, .light, 0, nil),
        (14.9, .strong, 0, nil), (15, .light, 0.4, 80), (19.9, .light, 0.4, nil), (20, .light, 0, nil),
        (21, .off, 0, nil), (24.9, .light, 0, nil), (25, .light, 0.4, 80), (26, .off, 0, nil), (100, .strong, 1, nil),
        (109.9, .strong, 1, nil), (110, .strong, 0, nil),
      ])
  }

  @Test func aPatternWithinTheShareNeverRests() {
    var steps: [Step] = []
    for beat in 0..<2000 {
      let second = Double(beat) * 0.7
      steps.append((second, .strong, 1, nil))
      steps.append((second + 0.5, .off, 0, nil))
    }
    verify(MotorDrive(longestOn: .seconds(60), dutyShare: 0.75), steps)
  }

  @Test("over many minutes the share is kept", arguments: [0.25, 0.5, 0.75])
  func overManyMinutesTheShareIsKept(share: Double) {
    var governor = MotorGovernor(MotorDrive(longestOn: .seconds(20), dutyShare: share))
    let isOn = (0..<7200).map { governor.order(.strong, at: .milliseconds($0 * 500)).duty > 0 }
    let measured = Double(isOn.count { $0 }) / Double(isOn.count)
    #expect(abs(measured - share) < 0.02, "\(measured)")
    let longest = isOn.split(separator: false).map(\.count).max() ?? 0
    #expect(longest == 40)
  }

  @Test func withoutALimitOfTheShareARestIsShort() {
    verify(
      MotorDrive(longestOn: .seconds(10), dutyShare: 1),
      [(0, .strong, 1, nil), (10, .strong, 0, nil), (11.5, .strong, 1, nil), (21.4, .strong, 1, nil)])
  }

  @Test func aShareOfNothingNeverStartsAgain() {
    verify(
      MotorDrive(longestOn: .seconds(10), dutyShare: 0),
      [(0, .strong, 1, nil), (10, .strong, 0, nil), (100_000, .strong, 0, nil)])
  }

  @Test func aFailureStopsTheMotorForAllThatIsKnown() {
    var governor = MotorGovernor(MotorDrive(kick: .milliseconds(80)))
    _ = governor.order(.light, at: .seconds(1))
    governor.failed(at: .seconds(2))
    #expect(governor.order(.light, at: .seconds(2.5)).kick == nil)
    governor.failed(at: .seconds(3))
    #expect(governor.order(.light, at: .seconds(4)).kick == .milliseconds(80))
  }
}
