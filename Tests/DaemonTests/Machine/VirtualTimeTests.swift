import AlarmClock
import Glibc
import Synchronization
import Testing

@testable import Machine

@Suite struct VirtualTimeTests {
  /// Events with their times by the mock clock, in seconds since the start.
  private final class Story: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ what: String, _ time: VirtualTime) {
      let seconds = Int(((time.now - start) / .seconds(1)).rounded())
      lines.withLock { $0.append("\(what) \(seconds)") }
    }
  }

  private static let start = Instant(seconds: 1_800_000_000)

  /// Returns a clock on which the calling thread no longer counts as busy.
  private static func clock() throws -> VirtualTime {
    let time = try VirtualTime(now: start)
    try time.start()
    time.leave()
    return time
  }

  private static func repeating(_ name: String, every seconds: Int, _ time: VirtualTime, _ story: Story) throws {
    let wakeup = try Wakeup(clock: time)
    try MachineThread.start(name, clock: time) {
      while true {
        wakeup.wait(timeout: .seconds(seconds))
        story.add(name, time)
      }
    }
  }

  @Test func everythingHappensInOrderAtItsOwnTime() async throws {
    let (time, story) = (try Self.clock(), Story())
    try Self.repeating("three", every: 3, time, story)
    try Self.repeating("five", every: 5, time, story)
    #expect(await time.advance(by: .seconds(10)) == .arrived)
    #expect(time.now - Self.start >= .seconds(10) && time.now - Self.start < .seconds(11))
    #expect(story.all == ["three 3", "five 5", "three 6", "three 9", "five 10"])
  }

  @Test func itWaitsForThoseThatWereSignaled() async throws {
    let (time, story) = (try Self.clock(), Story())
    let (first, second) = (try Wakeup(clock: time), try Wakeup(clock: time))
    try MachineThread.start("first", clock: time) {
      first.wait(timeout: .seconds(2))
      story.add("first", time)
      second.signal()
      first.wait()
    }
    try MachineThread.start("second", clock: time) {
      second.wait()
      // This sleep is slow by the real clock and takes no time by the mock clock.
      usleep(50_000)
      story.add("second", time)
      second.wait()
    }
    #expect(await time.advance(by: .seconds(100)) == .arrived)
    #expect(story.all == ["first 2", "second 2"])
  }

  @Test func tasksSleepByIt() async throws {
    let (time, story) = (try Self.clock(), Story())
    for seconds in [20, 10] {
      time.enter()
      Task {
        async let sleep: Void = time.sleep(for: .seconds(seconds))
        try await sleep
        story.add("\(seconds)", time)
      }
    }
    // This test's tasks do not run on the counted pool, so the test itself leaves the clock once they sleep.
    #expect(await eventually { time.sleeping == 2 })
    time.leave()
    time.leave()
    #expect(await time.advance(by: .seconds(15)) == .arrived)
    #expect(await eventually { story.all.count == 1 })
    #expect(story.all[0].hasPrefix("10 "))
    #expect(time.sleeping == 1)
  }

  @Test func aStepLetsNoTimePass() async throws {
    let time = try Self.clock()
    let wakeup = try Wakeup(clock: time)
    let timer = VirtualWallTimer(time, waking: wakeup)
    #expect(!timer.set(Self.start + .seconds(3600)))
    let before = time.monotonic
    time.step(by: .seconds(7200))
    #expect(time.monotonic - before < .seconds(60) && time.now - Self.start >= .seconds(7200))
    #expect(timer.set(nil))
    #expect(!timer.set(nil))
  }

  @Test func aTimeOfDayComesWhenItIsToldTo() async throws {
    let (time, story) = (try Self.clock(), Story())
    let wakeup = try Wakeup(clock: time)
    let timer = VirtualWallTimer(time, waking: wakeup)
    _ = timer.set(Self.start + .seconds(100))
    try MachineThread.start("wall", clock: time) {
      wakeup.wait(with: [timer.descriptor])
      story.add("wall", time)
      wakeup.wait()
    }
    time.step(by: .seconds(-50))
    #expect(await eventually { story.all.count == 1 })
    _ = timer.set(Self.start + .seconds(100))
    #expect(await time.advance(by: .seconds(149)) == .arrived)
    #expect(time.now < Self.start + .seconds(100))
    #expect(await time.advance(by: .seconds(2)) == .arrived)
    #expect(!timer.set(nil))
  }

  @Test func twoAdvancesAtOnceAreRefused() async throws {
    let time = try Self.clock()
    time.enter()
    async let first = time.advance(by: .seconds(10))
    #expect(await eventually { time.isUnderWay })
    #expect(await time.advance(by: .seconds(1)) == .refused)
    time.leave()
    #expect(await first == .arrived)
  }

  @Test func anAdvanceStopsAtOnceWhereItIsToldTo() async throws {
    let (time, story) = (try Self.clock(), Story())
    let wakeup = try Wakeup(clock: time)
    try MachineThread.start("stop", clock: time) {
      wakeup.wait(timeout: .seconds(30))
      story.add("stop", time)
      time.stop()
      wakeup.wait()
    }
    #expect(await time.advance(by: .seconds(1000)) == .arrived)
    #expect(time.now - Self.start < .seconds(60) && story.all == ["stop 30"])
  }
}
