import Glibc
import Hardware
import TestDevices
import Testing

@testable import LinuxHardware

@Suite struct MotorGovernorTests {
  typealias Step = (second: Double, level: VibrationLevel, duty: Double, kick: Int?)

  /// Returns a ring's pattern: half a second on, 0.2 s off.
  private static func beats(_ count: Int, _ level: VibrationLevel, _ duty: Double, firstKick: Int? = nil) -> [Step] {
    (0..<count).flatMap { beat -> [Step] in
      let second = Double(beat) * 0.7
      return [(second, level, duty, beat == 0 ? firstKick : nil), (second + 0.5, .off, 0, nil)]
    }
  }

  /// Orders at their times, and the motor's duties; kicks are in milliseconds.
  private static let courses: [(name: String, drive: MotorDrive, steps: [Step])] = [
    (
      "each level has its share", MotorDrive(light: 0.3, medium: 0.6, strong: 0.9, kick: .zero),
      [(0, .off, 0, nil), (1, .light, 0.3, nil), (2, .medium, 0.6, nil), (3, .strong, 0.9, nil), (4, .off, 0, nil)]
    ),
    (
      "a start from rest is kicked and nothing else", MotorDrive(kick: .milliseconds(80)),
      [
        (0, .light, 0.4, 80), (1.5, .light, 0.4, nil), (3, .medium, 0.7, nil), (4, .light, 0.4, nil),
        (5, .off, 0, nil), (5.999, .light, 0.4, nil), (7, .off, 0, nil), (8, .light, 0.4, 80), (9, .off, 0, nil),
        (9.5, .off, 0, nil), (10, .medium, 0.7, 80),
      ]
    ),
    ("a ring's pattern is kicked once", MotorDrive(kick: .milliseconds(80)), beats(20, .light, 0.4, firstKick: 80)),
    ("full power needs no kick", MotorDrive(strong: 1, kick: .milliseconds(80)), [(0, .strong, 1, nil)]),
    (
      // 10 s in a row. A second off earns a second on, so half is available again after 5 s.
      "a motor that was on for too long rests and goes on",
      MotorDrive(kick: .milliseconds(80), longestOn: .seconds(10), dutyShare: 0.5),
      [
        (0, .light, 0.4, 80), (9.9, .light, 0.4, nil), (10, .light, 0, nil), (11.5, .light, 0, nil),
        (14.9, .strong, 0, nil), (15, .light, 0.4, 80), (19.9, .light, 0.4, nil), (20, .light, 0, nil),
        (21, .off, 0, nil), (24.9, .light, 0, nil), (25, .light, 0.4, 80), (26, .off, 0, nil), (100, .strong, 1, nil),
        (109.9, .strong, 1, nil), (110, .strong, 0, nil),
      ]
    ),
    (
      "a pattern within the share never rests", MotorDrive(longestOn: .seconds(60), dutyShare: 0.75),
      beats(2000, .strong, 1)
    ),
    (
      "without a limit of the share a rest is short", MotorDrive(longestOn: .seconds(10), dutyShare: 1),
      [(0, .strong, 1, nil), (10, .strong, 0, nil), (11.5, .strong, 1, nil), (21.4, .strong, 1, nil)]
    ),
    (
      "a share of nothing never starts again", MotorDrive(longestOn: .seconds(10), dutyShare: 0),
      [(0, .strong, 1, nil), (10, .strong, 0, nil), (100_000, .strong, 0, nil)]
    ),
  ]

  @Test(arguments: courses)
  func theMotorKeepsToItsDrive(name: String, drive: MotorDrive, steps: [Step]) {
    var governor = MotorGovernor(drive)
    for step in steps {
      let order = governor.order(step.level, at: .seconds(5000) + .milliseconds(Int((step.second * 1000).rounded())))
      let expected = MotorGovernor.Order(duty: step.duty, kick: step.kick.map { .milliseconds($0) })
      #expect(order == expected, "\(name), at \(step.second) s, \(step.level)")
    }
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func overManyMinutesTheShareIsKept(share: Double) {
    var governor = MotorGovernor(MotorDrive(longestOn: .seconds(20), dutyShare: share))
    let isOn = (0..<7200).map { governor.order(.strong, at: .milliseconds($0 * 500)).duty > 0 }
    let measured = Double(isOn.count { $0 }) / Double(isOn.count)
    #expect(abs(measured - share) < 0.02, "\(measured)")
    let longest = isOn.split(separator: false).map(\.count).max() ?? 0
    #expect(longest == 40)
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

@Suite struct VibrationMotorTests {
  let time = SleptClock()
  let output: Recorder<Double>
  let motor: PWMVibrationMotor

  init() {
    output = Recorder(time)
    motor = PWMVibrationMotor(output: output, drive: MotorDrive(kick: .milliseconds(80)), clock: time.clock)
  }

  @Test func aStartIsFullPowerForTheKick() throws {
    let start = time.now
    try motor.set(level: .light)
    #expect(
      output.entries == [.init(moment: start, value: 1), .init(moment: start + .milliseconds(80), value: 0.4)])
    try motor.set(level: .medium)
    try motor.set(level: .off)
    #expect(output.values == [1, 0.4, 0.7, 0])
    #expect(time.now == start + .milliseconds(80))
  }

  @Test(arguments: [[EIO], [0, EIO]])
  func aStartThatFailedIsMadeUpFor(failures: [Int32]) throws {
    output.fail(failures)
    #expect(failureCode { try motor.set(level: .light) } == EIO)
    time.advance(.milliseconds(100))
    try motor.set(level: .light)
    #expect(output.values.suffix(2) == [1, 0.4])
  }

  @Test func aMotorThatIsTooWarmRestsWithoutAnError() throws {
    for _ in 0..<45 {
      try motor.set(level: .strong)
      time.advance(.milliseconds(1500))
    }
    #expect(output.values.prefix(40).allSatisfy { $0 == 1 })
    #expect(output.values.last == 0)
  }
}
