import Glibc
import Hardware
import TestDevices
import TestSupport
import Testing

@testable import LinuxHardware

@Suite struct PWMOutputTests {
  let sysfs: FakePWM
  let time = SleptClock()

  init() throws {
    sysfs = try FakePWM()
    try sysfs.addChip(0, device: "other.pwm")
    try sysfs.addChip(3, device: "fe20c000.pwm")
  }

  private func output(device: String = "fe20c000.pwm", frequency: Int = 1000) -> PWMOutput {
    PWMOutput(
      .vibration, PWMChannel(device: device, channel: 1, frequency: frequency), root: sysfs.root, clock: time.clock)
  }

  @Test(
    arguments: [
      (1000, 0.4, ["1000000", "400000", "1"]), (1000, 1, ["1000000", "1000000", "1"]),
      (1000, 0, ["1000000", "0", "0"]), (3000, 0.5, ["333333", "166667", "1"]),
      (1, 0.7, ["1000000000", "700000000", "1"]),
      (1000, 1.5, ["1000000", "1000000", "1"]), (1000, -1, ["1000000", "0", "0"]),
    ] as [(Int, Double, [String])])
  func theShareIsAShareOfThePeriod(frequency: Int, duty: Double, values: [String]) throws {
    try sysfs.addChannel(1, of: 3)
    let output = output(frequency: frequency)
    try output.set(duty: duty)
    #expect(try sysfs.values("pwmchip3/pwm1") == values)
  }

  @Test func nothingIsTouchedBeforeTheFirstCallAndNoOtherChipEver() throws {
    try sysfs.addChannel(1, of: 0)
    try sysfs.addChannel(1, of: 3)
    let output = output()
    #expect(try sysfs.values("pwmchip3/pwm1") == ["0", "0", "0"])
    try output.set(duty: 1)
    #expect(try sysfs.values("pwmchip0/pwm1") == ["0", "0", "0"])
    #expect(try sysfs.value("pwmchip0/export") == "")
    #expect(try sysfs.value("pwmchip3/export") == "", "an exported channel is not exported again")
  }

  @Test func anExportIsWaitedForUntilItCanBeWrittenTo() throws {
    time.after(sleep: 5) { [sysfs] in #expect(throws: Never.self) { try sysfs.addChannel(1, of: 3) } }
    let output = output()
    try output.set(duty: 0.5)
    #expect(try sysfs.value("pwmchip3/export") == "1")
    #expect(time.sleeps == 5)
    #expect(try sysfs.values("pwmchip3/pwm1") == ["1000000", "500000", "1"])
  }

  @Test func anExportThatNeverComesIsGivenUpAfterTwoSeconds() {
    let start = time.now
    let error = #expect(throws: HardwareError.self) { try output().set(duty: 0.5) }
    #expect(error?.code == ENOENT)
    #expect(error?.operation == "waiting 2 s until \(sysfs.root)/pwmchip3/pwm1/period can be written")
    #expect((Duration.seconds(2)...Duration.seconds(2.1)).contains(time.now - start))
  }

  @Test func aChipThatIsNotThereIsNamed() {
    let error = #expect(throws: HardwareError.self) { try output(device: "gone.pwm").set(duty: 0) }
    #expect(error == HardwareError(.vibration, "finding the PWM chip gone.pwm in \(sysfs.root)", code: ENODEV))
  }

  @Test(arguments: [0, -1, 100_001])
  func aFrequencyBeyondWhatIsAllowedIsRefused(frequency: Int) {
    #expect(failureCode { try output(frequency: frequency).set(duty: 0) } == EINVAL)
  }

  @Test func aDutyLeftBehindGoesBeforeAShorterPeriodComes() throws {
    try sysfs.addChannel(1, of: 3, period: 5_000_000, duty: 4_000_000)
    try sysfs.write("5000000\n", "pwmchip3/pwm1/period")
    try sysfs.breakFile("pwmchip3/pwm1/enable")
    let output = output()
    #expect(throws: HardwareError.self) { try output.set(duty: 0.1) }
    #expect(try sysfs.value("pwmchip3/pwm1/period") == "1000000")

    try sysfs.breakFile("pwmchip3/pwm1/period")
    try sysfs.write("4000000\n", "pwmchip3/pwm1/duty_cycle")
    let error = #expect(throws: HardwareError.self) { try output.set(duty: 0.1) }
    #expect(error?.operation.contains("pwm1/period") == true)
    #expect(try sysfs.value("pwmchip3/pwm1/duty_cycle") == "0")
  }

  @Test func aNewChannelGetsItsPeriodBeforeAnyDuty() throws {
    try sysfs.addChannel(1, of: 3)
    try sysfs.breakFile("pwmchip3/pwm1/duty_cycle")
    let output = output()
    let error = #expect(throws: HardwareError.self) { try output.set(duty: 0.25) }
    #expect(error?.code == ENOSPC)
    #expect(error?.operation == "writing 250000 to \(sysfs.root)/pwmchip3/pwm1/duty_cycle")
    #expect(try sysfs.value("pwmchip3/pwm1/period") == "1000000")
  }

  @Test func afterAFailureTheChipIsLookedForAnew() throws {
    try sysfs.addChannel(1, of: 3)
    let output = output()
    try output.set(duty: 0.5)
    sysfs.rename("pwmchip3", to: "pwmchip7")
    #expect(failureCode { try output.set(duty: 0.5) } == ENOENT)
    try output.set(duty: 0.3)
    #expect(try sysfs.values("pwmchip7/pwm1") == ["1000000", "300000", "1"])
  }

  @Test func itsEndIsOffAndUnexported() throws {
    try sysfs.addChannel(1, of: 3)
    do {
      let output = output()
      try output.set(duty: 0.5)
      #expect(try sysfs.value("pwmchip3/unexport") == "")
    }
    #expect(try sysfs.values("pwmchip3/pwm1") == ["1000000", "0", "0"])
    #expect(try sysfs.value("pwmchip3/unexport") == "1")
  }

  @Test func aFailureLeavesTheChannelInert() throws {
    try sysfs.addChannel(1, of: 3, period: 1_000_000)
    let output = output()
    try output.set(duty: 0.5)
    try sysfs.breakFile("pwmchip3/pwm1/duty_cycle")
    #expect(throws: HardwareError.self) { try output.set(duty: 1) }
    #expect(try sysfs.value("pwmchip3/pwm1/enable") == "0")
  }

  @Test func aBuzzerIsLoudestAtHalfAndALampAtFullPower() throws {
    let duties = Recorder<Double>(time)
    for on in [true, false] { try PWMSwitch(.buzzer, output: duties).set(on: on) }
    for on in [true, false] { try PWMSwitch(.lamp, output: duties).set(on: on) }
    #expect(duties.values == [0.5, 0, 1, 0])
  }
}

/// An imitation of /sys/class/pwm, removed with the object.
final class FakePWM: Sendable {
  private let folder: TemporaryFolder
  var root: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  /// Adds a chip whose `device` link ends with `device`.
  func addChip(_ number: Int, device: String) throws {
    let chip = "pwmchip\(number)"
    for file in ["export", "unexport"] { try folder.write("", to: "\(chip)/\(file)") }
    try folder.link("\(chip)/device", to: "../../../devices/platform/\(device)")
  }

  /// Adds the folder that the kernel creates after an export.
  func addChannel(_ channel: Int, of chip: Int, period: Int = 0, duty: Int = 0) throws {
    for (file, value) in [("duty_cycle", duty), ("enable", 0), ("period", period)] {
      try folder.write("\(value)\n", to: "pwmchip\(chip)/pwm\(channel)/\(file)")
    }
  }

  /// Makes writes to this file fail with ENOSPC from now on.
  func breakFile(_ path: String) throws {
    unlink("\(root)/\(path)")
    try folder.link(path, to: "/dev/full")
  }

  func rename(_ old: String, to new: String) { Glibc.rename("\(root)/\(old)", "\(root)/\(new)") }

  /// Replaces a file, also one that is broken.
  func write(_ text: String, _ path: String) throws {
    unlink("\(root)/\(path)")
    try folder.write(text, to: path)
  }

  func value(_ path: String) throws -> String { try Sysfs(role: .vibration).read("\(root)/\(path)") }

  func values(_ folder: String) throws -> [String] {
    try ["period", "duty_cycle", "enable"].map { try value("\(folder)/\($0)") }
  }
}
