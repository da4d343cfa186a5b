import Glibc
import Hardware
import Testing

@testable import LinuxHardware

/// The errors for missing devices, which can be tested without hardware.
@Suite struct AbsentDeviceTests {
  @Test(arguments: ["no-such-chip", "gpiochip4711", "/dev/no-such-chip", "/dev/null"])
  func aChipThatIsNotThereIsNamedEveryTime(chip: String) {
    for line in [GPIOLine.Selector.offset(17), .name("BUZZER"), .offset(-1)] {
      let wiring = GPIOLine(chip: chip, line: line)
      let (lamp, buzzer, button) = (GPIOSwitch(.lamp, wiring), GPIOSwitch(.buzzer, wiring), GPIOButton(wiring))
      let display = TM1637(lines: GPIOTwoLines(clock: wiring, data: wiring), shape: .fourDigits)
      let uses: [(DeviceRole, () throws -> Void)] = [
        (.lamp, { try lamp.set(on: true) }), (.buzzer, { try buzzer.set(on: false) }),
        (.vibration, { _ = try wiring.report(for: .vibration) }), (.button, { try button.open() }),
        (.display, { try display.show(DisplayFace(text: "07:30", brightness: 4)) }),
      ]
      for (role, use) in uses + uses {
        #expect(throws: HardwareError(role, "finding the GPIO chip \(chip)", code: ENODEV)) { try use() }
      }
    }
  }

  @Test(arguments: [
    ("/dev/no-such-bus", "opening the I2C bus /dev/no-such-bus", ENOENT),
    ("no such adapter", "finding the I2C bus no such adapter (is i2c-dev loaded?)", ENODEV),
    ("/dev/null", "addressing 0x70 on /dev/null", ENOTTY),
  ])
  func aBusThatIsNotThereIsNamed(bus: String, operation: String, code: Int32) {
    let bus = LinuxI2CBus(bus)
    for _ in 1...2 {
      #expect(throws: HardwareError(.display, operation, code: code)) { try bus.write(0x21, [], to: 0x70) }
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
