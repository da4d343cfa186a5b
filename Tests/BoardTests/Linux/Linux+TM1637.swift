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
      try chip.hear(trace.events())
      try trace.clear()
      return (chip.pattern(on: shape), chip.state.step)
    }
    #expect(!chip.state.isViolated)
  }

  /// How long a processor takes for it depends on what the board is emulated on: that is told, and what does not depend on it
  /// is judged.
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

  /// How often this thread has waited (proc(5)).
  private static func waits() throws -> Int {
    let status = try VirtualBoard.content(of: "/proc/thread-self/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
  }

  private static func line(_ offset: Int) -> GPIOLine { GPIOLine(chip: VirtualBoard.gpioChip, line: .offset(offset)) }

  /// Of this thread.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension MockTM1637 {
  /// Is told what the kernel has noted of its lines: one that is let go is an input, and one that is pulled down an output,
  /// for so the kernel makes an open drain.
  func hear(_ events: [KernelTrace.Event]) throws {
    for event in events.map(\.words) {
      let number = try #require(event.first.flatMap { Int($0) })
      let isHigh = event.dropFirst().first == "in"
      // The kernel numbers the lines of all chips on end, and gives each chip an even number of them.
      if number % 2 == 1 { try setClock(isHigh: isHigh) } else { try setData(isHigh: isHigh) }
    }
  }
}
