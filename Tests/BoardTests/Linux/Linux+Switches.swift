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

  @Test func aPWMBuzzerIsABuzzer() throws {
    do {
      let buzzer = PWMSwitch(.buzzer, VirtualBoard.pwmChannel(.buzzer))
      try SwitchContract.verify(set: buzzer.set(on:)) { try abs(VirtualBoard.duty(of: .buzzer) - 0.5) < 0.001 }
      try buzzer.set(on: true)
    }
    #expect(try VirtualBoard.duty(of: .buzzer) == 0, "its end is silence")
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
            .buzzer, "taking GPIO line \(line.name) of \(VirtualBoard.gpioChip), which \"rouse\" holds", code: EBUSY))
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

  @Test func aPWMLampIsALamp() throws {
    do {
      let lamp = PWMSwitch(.lamp, VirtualBoard.pwmChannel(.lamp))
      try SwitchContract.verify(set: lamp.set(on:)) { try VirtualBoard.duty(of: .lamp) == 1 }
      try lamp.set(on: true)
    }
    #expect(try VirtualBoard.duty(of: .lamp) == 0, "its end is darkness")
  }
}
