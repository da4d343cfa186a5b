import Glibc
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
    let display = TM1637(
      lines: GPIOTwoLines(clock: Self.line(Self.clockLine), data: Self.line(Self.dataLine)), shape: shape)
    let trace = try KernelTrace("gpio/gpio_direction")
    let chip = MockTM1637()
    try SegmentDisplayContract.verify(display, shape: shape, levels: TM1637.step(for:)) {
      try Self.tell(chip, trace.events().map(\.words))
      try trace.clear()
      return (chip.pattern(on: shape), chip.state.step)
    }
    #expect(!chip.state.isViolated)
  }

  /// Told and not judged: how long a processor takes for it depends on what the board is emulated on.
  @Test func whatAFaceOfATM1637CostsIsTold() throws {
    let shape = try #require(TM1637.usualShape(digits: 4))
    let display = TM1637(
      lines: GPIOTwoLines(clock: Self.line(Self.clockLine), data: Self.line(Self.dataLine)), shape: shape)
    try display.show(DisplayFace(text: "12:34", brightness: 8))
    let (before, faces) = (Self.processorTime(), 50)
    for face in 1...faces {
      try display.show(DisplayFace(text: face.isMultiple(of: 2) ? "12:34" : "1234", brightness: 8))
    }
    let each = (Self.processorTime() - before) / faces
    #expect(each > .zero)
    print("A face of a TM1637 takes \(each / .microseconds(1)) µs of processor time.")
  }

  private static func line(_ offset: Int) -> GPIOLine { GPIOLine(chip: VirtualBoard.gpioChip, line: .offset(offset)) }

  /// Of this thread.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
