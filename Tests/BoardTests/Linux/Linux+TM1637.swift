import Glibc
import Hardware
import LinuxHardware
import TestDevices
import TestSupport
import Testing

extension LinuxContractTests {
  private static let (clockLine, dataLine) = (23, 24)

  /// Uses two gpio-sim lines without a chip; a TM1637 mock decodes the kernel's trace of them. A released gpio-sim line
  /// keeps its level, so every byte is acknowledged; `TM1637Tests` test a missing chip.
  @Test(arguments: [4, 6])
  func aTM1637AtTwoLinesIsASegmentDisplay(digits: Int) throws {
    let shape = try #require(TM1637.usualShape(digits: digits))
    let display = TM1637(
      lines: GPIOTwoLines(clock: Self.line(Self.clockLine), data: Self.line(Self.dataLine)), shape: shape)
    let trace = try KernelTrace("gpio/gpio_direction")
    let chip = MockTM1637()
    try SegmentDisplayContract.verify(display, shape: shape, levels: TM1637.step(for:)) {
      try chip.hear(trace.events())
      try trace.clear()
      return (chip.pattern(on: shape), chip.state.step)
    }
    #expect(!chip.state.isViolated)
  }

  /// Prints the processor time, which depends on the machine that emulates the board, and checks the number of waits,
  /// which does not.
  @Test func whatAFaceOfATM1637CostsIsTold() throws {
    let shape = try #require(TM1637.usualShape(digits: 4))
    let display = TM1637(
      lines: GPIOTwoLines(clock: Self.line(Self.clockLine), data: Self.line(Self.dataLine)), shape: shape)
    try display.show(DisplayFace(text: "12:34", brightness: 8))
    let (before, faces, waits) = (Self.processorTime(), 50, try Self.waits())
    for face in 1...faces {
      try display.show(DisplayFace(text: face.isMultiple(of: 2) ? "12:34" : "1234", brightness: 8))
    }
    let each = (Self.processorTime() - before) / faces
    #expect(each > .zero)
    print("measured: a face of a TM1637 takes \(Int(each / .microseconds(1))) µs of processor time")
    for (name, rate) in [("a minute", 1.0 / 60), ("a reassurance", 0.1), ("flashes", 2), ("scrolling", 2.5)] {
      print("measured: \(name): \((each / .seconds(1) * rate * 10_000).rounded() / 100) % of a core")
    }
    #expect(try Self.waits() - waits <= faces, "a face is one wakeup at most")
  }

  /// This thread's voluntary waits (proc(5)).
  private static func waits() throws -> Int {
    try Files.number("voluntary_ctxt_switches:", in: "/proc/thread-self/status")
  }

  private static func line(_ offset: Int) -> GPIOLine { GPIOLine(chip: VirtualBoard.gpioChip, line: .offset(offset)) }

  private static func processorTime() -> Duration { .seconds(VirtualBoard.seconds(of: CLOCK_THREAD_CPUTIME_ID)) }
}

extension MockTM1637 {
  /// Replays the kernel's trace: a released line is an input, and a line pulled low is an output, because the kernel
  /// emulates an open drain this way.
  func hear(_ events: [KernelTrace.Event]) throws {
    for event in events.map(\.words) {
      let number = try #require(event.first.flatMap { Int($0) })
      let isHigh = event.dropFirst().first == "in"
      // The kernel numbers all chips' lines consecutively, and each chip has an even number of them.
      if number % 2 == 1 { try setClock(isHigh: isHigh) } else { try setData(isHigh: isHigh) }
    }
  }
}
