import Glibc
import Hardware
import Testing

@testable import LinuxHardware

/// The errors for missing devices, which can be tested without hardware.
@Suite struct AbsentDeviceTests {
  @Test(
    "a chip that is not there is named",
    arguments: ["no-such-chip", "gpiochip4711", "/dev/no-such-chip", "/dev/null"])
  func aChipThatIsNotThereIsNamed(chip: String) {
    for line in [GPIOLine.Selector.offset(17), .name("BUZZER"), .offset(-1)] {
      let wiring = GPIOLine(chip: chip, line: line)
      let expected = "finding the GPIO chip \(chip)"
      let lamp = GPIOSwitch(.lamp, wiring)
      for _ in 1...2 {
        let error = #expect(throws: HardwareError.self) { try lamp.set(on: true) }
        #expect(error == HardwareError(.lamp, expected, code: ENODEV))
      }
      let error = #expect(throws: HardwareError.self) { try GPIOSwitch(.buzzer, wiring).set(on: false) }
      #expect(error == HardwareError(.buzzer, expected, code: ENODEV))
      let refusal = #expect(throws: HardwareError.self) { try wiring.report(for: .vibration) }
      #expect(refusal == HardwareError(.vibration, expected, code: ENODEV))
    }
  }

  @Test func aTM1637WithoutAChipIsNamedEveryTime() {
    let line = GPIOLine(chip: "no-such-chip", line: .offset(23))
    let display = TM1637(lines: GPIOTwoLines(clock: line, data: line), shape: .fourDigits)
    for _ in 1...2 {
      let error = #expect(throws: HardwareError.self) { try display.show(DisplayFace(text: "07:30", brightness: 4)) }
      #expect(error == HardwareError(.display, "finding the GPIO chip no-such-chip", code: ENODEV))
    }
  }

  @Test(
    "a bus that is not there is named",
    arguments: [
      ("/dev/no-such-bus", "opening the I2C bus /dev/no-such-bus", ENOENT),
      ("no such adapter", "finding the I2C bus no such adapter (is i2c-dev loaded?)", ENODEV),
      ("/dev/null", "addressing 0x70 on /dev/null", ENOTTY),
    ])
  func aBusThatIsNotThereIsNamed(bus: String, operation: String, code: Int32) {
    let bus = LinuxI2CBus(bus)
    for _ in 1...2 {
      let error = #expect(throws: HardwareError.self) { try bus.write(0x21, [], to: 0x70) }
      #expect(error == HardwareError(.display, operation, code: code))
    }
    #expect(throws: HardwareError.self) { try bus.read(0, count: 1, from: 0x70) }
  }

  @Test func transfersThatAreTooLongAreRefused() {
    let bus = LinuxI2CBus("/dev/null", role: .display)
    let bytes = [UInt8](repeating: 0, count: 33)
    #expect(throws: HardwareError(.display, "writing to 0x71 on /dev/null", code: EINVAL)) {
      try bus.write(0, bytes, to: 0x71)
    }
    for count in [0, 33] {
      #expect(throws: HardwareError(.display, "reading from 0x71 on /dev/null", code: EINVAL)) {
        _ = try bus.read(0, count: count, from: 0x71)
      }
    }
  }
}
