import Hardware
import LinuxHardware
import Testing

extension LinuxContractTests {
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
