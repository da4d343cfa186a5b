import Glibc
import Hardware
import Synchronization
import Testing

@testable import LinuxHardware

@Suite struct DebouncerTests {
  /// Times of edges in milliseconds, the first one to active, and the presses they make with 20 ms of rest.
  static let traces: [(edges: [Int], presses: Int)] = [
    ([], 0), ([0], 1), ([0, 80], 1),
    // Bounces when pressed and when released.
    ([0, 1, 2, 4, 5, 80, 81, 83, 90], 1),
    // A spark, and one that is followed by a press.
    ([0, 3], 0), ([0, 19], 0), ([0, 20], 1), ([0, 3, 10], 1),
    // Two quick presses.
    ([0, 60, 120, 180], 2), ([0, 1, 2, 60, 61, 62, 120, 122, 123, 190], 2),
    // A release of less than 20 ms does not count.
    ([0, 60, 70, 130], 1),
  ]

  @Test(arguments: traces)
  func aPressCountsOnceHoweverItBounces(edges: [Int], presses: Int) {
    var contacts = Debouncer(span: .milliseconds(20), isPressed: false)
    var count = 0
    for (number, moment) in edges.enumerated()
    where contacts.edge(isActive: number % 2 == 0, at: .milliseconds(moment)) { count += 1 }
    if contacts.rest() { count += 1 }
    #expect(count == presses)
    let again = contacts.rest(isActive: edges.count % 2 == 1)
    #expect(!again, "it is told once")
  }

  @Test func whoeverHoldsItAtTheBeginningHasNotPressedIt() {
    var contacts = Debouncer(span: .zero, isPressed: true)
    let heard = [(true, 1), (false, 2), (true, 3), (false, 4)].map { contacts.edge(isActive: $0, at: .seconds($1)) }
    #expect(heard == [false, false, false, true])
  }

  /// The presses are the same however late and in whatever portions the edges are read.
  @Test func bouncingContactsOfManyPressesAreCountedRight() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var contacts = Debouncer(span: .milliseconds(20), isPressed: false)
      let presses = Int.random(in: 1...5, using: &random)
      var (now, count) = (0, 0)
      for _ in 0..<presses {
        for level in [true, false] {
          for bounce in 0...(2 * Int.random(in: 0...4, using: &random)) {
            if contacts.edge(isActive: (bounce % 2 == 0) == level, at: .milliseconds(now)) { count += 1 }
            now += Int.random(in: 0...8, using: &random)
          }
          now += Int.random(in: 20...400, using: &random)
        }
      }
      if contacts.rest(isActive: false) { count += 1 }
      #expect(count == presses)
    }
  }
}

private final class FakeLine: EdgeInput {
  private struct State {
    var edges: [InputEdge] = []
    var isActive = false
    var isWoken = false
    var failure: Int32?
  }

  let isDebounced: Bool
  private let state = Mutex(State())

  init(isDebounced: Bool) { self.isDebounced = isDebounced }

  func change(_ isActive: Bool, at milliseconds: Int) {
    state.withLock { state in
      state.edges.append(InputEdge(isActive: isActive, moment: .milliseconds(milliseconds)))
      state.isActive = isActive
    }
  }

  func fail(_ code: Int32) { state.withLock { $0.failure = code } }

  func waitForEdge() throws(HardwareError) {
    while true {
      let isOver = try state.withLock { state throws(HardwareError) in
        if let failure = state.failure { throw HardwareError(.button, "listening", code: failure) }
        defer { state.isWoken = false }
        return state.isWoken || !state.edges.isEmpty
      }
      guard !isOver else { return }
      usleep(1000)
    }
  }

  func takeEdges() throws(HardwareError) -> [InputEdge] {
    state.withLock { state in
      defer { state.edges = [] }
      return state.edges
    }
  }

  func isActive() throws(HardwareError) -> Bool { state.withLock { $0.isActive } }
  func wake() { state.withLock { $0.isWoken = true } }
}

@Suite struct ButtonTests {
  private let clock = SleptClock()

  private func button(_ line: FakeLine) -> GPIOButton {
    GPIOButton(debounce: .milliseconds(20), clock: clock.clock) { () throws(HardwareError) in line }
  }

  @Test(arguments: [false, true])
  func pressesAreHeardOneByOne(isDebounced: Bool) throws {
    let line = FakeLine(isDebounced: isDebounced)
    let button = button(line)
    #expect(try !button.waitForPress(), "it is not open")
    try button.open()
    for (level, moment) in [(true, 0), (false, 100), (true, 200), (false, 300)] { line.change(level, at: moment) }
    #expect(try button.waitForPress())
    #expect(try button.waitForPress())
    line.change(true, at: 1000)
    #expect(try button.waitForPress())
    button.close()
    #expect(try !button.waitForPress())
  }

  @Test func softwareWaitsForTheContactsToRestAndTheKernelDoesItself() throws {
    for (isDebounced, sleeps) in [(false, 1), (true, 0)] {
      let line = FakeLine(isDebounced: isDebounced)
      let button = button(line)
      try button.open()
      let before = clock.sleeps
      line.change(true, at: 0)
      #expect(try button.waitForPress())
      #expect(clock.sleeps - before == sleeps)
    }
  }

  /// A floating line would otherwise wake the machine for each edge.
  @Test func contactsThatNeverRestAreLookedAtLessAndLess() throws {
    let line = FakeLine(isDebounced: false)
    let button = button(line)
    try button.open()
    let start = clock.now
    line.change(true, at: 0)
    for count in 1...12 {
      clock.after(sleep: count) { line.change(count % 2 == 0, at: count) }
    }
    #expect(try button.waitForPress())
    #expect(clock.now - start > .seconds(3), "the longest rest is 320 ms")
    #expect(clock.sleeps == 13)
  }

  @Test func aButtonThatIsHeldWhenItIsOpenedIsNotPressed() throws {
    let line = FakeLine(isDebounced: false)
    line.change(true, at: 0)
    _ = try line.takeEdges()
    let button = button(line)
    try button.open()
    line.change(false, at: 500)
    line.change(true, at: 1000)
    line.change(false, at: 1100)
    #expect(try button.waitForPress())
    line.change(true, at: 2000)
    #expect(try button.waitForPress(), "one press was told before this")
  }

  @Test func aChipThatGoesIsToldAndTheLineIsTakenAnew() throws {
    let first = FakeLine(isDebounced: true)
    let second = FakeLine(isDebounced: true)
    let lines = Mutex([first, second])
    let button = GPIOButton(debounce: .milliseconds(20), clock: clock.clock) { () throws(HardwareError) in
      lines.withLock { $0.removeFirst() }
    }
    try button.open()
    first.fail(ENODEV)
    #expect(throws: HardwareError(.button, "listening", code: ENODEV)) { try button.waitForPress() }
    #expect(try !button.waitForPress(), "it is closed")
    try button.open()
    second.change(true, at: 0)
    #expect(try button.waitForPress())
  }
}
