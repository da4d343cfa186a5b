import Glibc
import Hardware
import Testing

@testable import LinuxHardware

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

  @Test("a start that failed is made up for, kick and all", arguments: [[EIO], [0, EIO]])
  func aStartThatFailedIsMadeUpFor(failures: [Int32]) throws {
    output.fail(failures)
    let error = #expect(throws: HardwareError.self) { try motor.set(level: .light) }
    #expect(error?.code == EIO)
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
