import Glibc
import Hardware
import LinuxHardware
import TestDevices
import Testing

extension LinuxContractTests {
  @Test(arguments: [false, true], [false, true])
  func aGPIOBuzzerIsABuzzer(isNamed: Bool, isActiveLow: Bool) throws {
    let line = VirtualBoard.buzzerLine
    do {
      let buzzer = GPIOSwitch(
        .buzzer,
        GPIOLine(
          chip: VirtualBoard.gpioChip, line: isNamed ? .name(line.name) : .offset(line.offset),
          isActiveLow: isActiveLow,
          // A released line takes the level of its resistor.
          bias: isActiveLow ? .pullUp : .pullDown))
      try SwitchContract.verify(set: buzzer.set(on:)) { try VirtualBoard.isHigh(line.offset) != isActiveLow }
      try buzzer.set(on: true)
    }
    #expect(try VirtualBoard.isHigh(line.offset) == isActiveLow, "its end is silence")
  }

  @Test(arguments: [(DeviceRole.buzzer, 0.5, 0.001), (.lamp, 1, .leastNonzeroMagnitude)])
  func aPWMSwitchIsABuzzerOrALamp(role: DeviceRole, duty: Double, tolerance: Double) throws {
    do {
      let output = PWMSwitch(role, VirtualBoard.pwmChannel(role))
      try SwitchContract.verify(set: output.set(on:)) { try abs(VirtualBoard.duty(of: role) - duty) < tolerance }
      try output.set(on: true)
    }
    #expect(try VirtualBoard.duty(of: role) == 0, "its end is silence, or darkness")
  }

  @Test func aLineThatIsTakenIsNamedWithItsHolderAndHealsWhenItIsFree() throws {
    let line = VirtualBoard.buzzerLine
    let wiring = GPIOLine(chip: VirtualBoard.gpioChip, line: .name(line.name))
    let buzzer = GPIOSwitch(.buzzer, wiring)
    do {
      let other = GPIOSwitch(.lamp, GPIOLine(chip: VirtualBoard.gpioChip, line: .offset(line.offset)))
      try other.set(on: false)
      let error = #expect(throws: HardwareError.self) { try buzzer.set(on: true) }
      #expect(
        error
          == HardwareError(
            .buzzer, "taking GPIO line \(line.name) of \(VirtualBoard.gpioChip), in use by \"rouse\"", code: EBUSY))
      let report = try wiring.report(for: .buzzer)
      #expect(report.isUsed && report.consumer == "rouse")
      try withExtendedLifetime(other) { try other.set(on: false) }
    }
    let report = try wiring.report(for: .buzzer)
    #expect((report.chipLabel, report.offset) == (VirtualBoard.gpioChip, line.offset))
    #expect((report.name, report.isUsed, report.consumer) == (line.name, false, nil))
    try buzzer.set(on: true)
    #expect(try VirtualBoard.isHigh(line.offset))
    try buzzer.set(on: false)
  }

  @Test(arguments: [.name("NO-SUCH-LINE"), .offset(32)] as [GPIOLine.Selector])
  func aLineThatTheChipDoesNotHaveIsNamed(line: GPIOLine.Selector) throws {
    let buzzer = GPIOSwitch(.buzzer, GPIOLine(chip: VirtualBoard.gpioChip, line: line))
    #expect(failureCode { try buzzer.set(on: true) } == ENOENT)
  }

  @Test func aGPIOLampIsALamp() throws {
    let line = VirtualBoard.lampLine
    do {
      let lamp = GPIOSwitch(.lamp, GPIOLine(chip: VirtualBoard.gpioChip, line: .name(line.name)))
      try SwitchContract.verify(set: lamp.set(on:)) { try VirtualBoard.isHigh(line.offset) }
      try lamp.set(on: true)
    }
    #expect(try !VirtualBoard.isHigh(line.offset), "its end is darkness")
  }
}
