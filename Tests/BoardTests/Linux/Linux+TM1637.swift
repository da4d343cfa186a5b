import Hardware
import LinuxHardware
import MockHardware
import Testing

extension LinuxContractTests {
  private static let (clockLine, dataLine) = (23, 24)

  /// Two lines of the simulated chip, and nothing at them: what the kernel notes of each is told to a TM1637 that decodes
  /// it. A line of gpio-sim that is let go stays as it was driven, so that every byte is acknowledged: a missing TM1637 is
  /// for `TM1637Tests`.
  @Test(arguments: TM1637.counts)
  func aTM1637AtTwoLinesIsASegmentDisplay(digits: Int) throws {
    let shape = try #require(TM1637.usualShape(digits: digits))
    func line(_ offset: Int) -> GPIOLine { GPIOLine(chip: VirtualBoard.gpioChip, line: .offset(offset)) }
    let display = TM1637(lines: GPIOTwoLines(clock: line(Self.clockLine), data: line(Self.dataLine)), shape: shape)
    let trace = try KernelTrace("gpio/gpio_direction")
    let chip = MockTM1637()
    try SegmentDisplayContract.verify(display, shape: shape, levels: TM1637.step(for:)) {
      try Self.tell(chip, trace.events().map(\.words))
      try trace.clear()
      return (chip.pattern(on: shape), chip.state.step)
    }
    #expect(!chip.state.isViolated)
  }

  /// A line that is let go is an input, and one that is pulled down an output: so the kernel makes an open drain.
  private static func tell(_ chip: MockTM1637, _ events: [[Substring]]) throws {
    for event in events {
      let number = try #require(event.first.flatMap { Int($0) })
      let isHigh = event.dropFirst().first == "in"
      // The kernel numbers the lines of all chips on end, and gives each chip an even number of them.
      if number % 2 == 1 { try chip.setClock(isHigh: isHigh) } else { try chip.setData(isHigh: isHigh) }
    }
  }
}
