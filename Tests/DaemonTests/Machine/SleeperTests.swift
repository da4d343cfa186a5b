import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Machine

struct SleeperTests {
  private let sleeper = Sleeper()
  private let time = SystemTime()

  @Test func sleepsAreNeverShorterThanAsked() async throws {
    let start = time.monotonic
    let ends = try await withThrowingTaskGroup(of: (Int, Duration).self) { group in
      for milliseconds in [60, 5, 30] {
        group.addTask { [sleeper, time] in
          try await sleeper.sleep(for: .milliseconds(milliseconds))
          return (milliseconds, time.monotonic - start)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for (asked, taken) in ends { #expect(taken >= .milliseconds(asked)) }
    #expect(ends.map(\.0).sorted() == [5, 30, 60])
    #expect(sleeper.count == 0)
  }

  @Test(.timeLimit(.minutes(5))) func aCancelledAndAShortSleepEndWhileALongOneGoesOn() async throws {
    let other = Task { [sleeper] in try await sleeper.sleep(for: .seconds(3600)) }
    let long = Task { [sleeper] in try await sleeper.sleep(for: .seconds(3600)) }
    while sleeper.count < 2 { await Task.yield() }
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
    #expect(sleeper.count == 1)
    try await sleeper.sleep(for: .milliseconds(1))
    #expect(sleeper.count == 1)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(sleeper.count == 0)
  }

  @Test func aTaskThatIsCancelledAlreadyDoesNotSleep() async {
    let task = Task { [sleeper] in
      while !Task.isCancelled { await Task.yield() }
      try await sleeper.sleep(for: .seconds(3600))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(sleeper.count == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func nothingToSleepReturns(duration: Duration) async throws { try await sleeper.sleep(for: duration) }

  @Test func manyThatAreCancelledAtTheirEndLeaveNothingBehind() async {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask { [sleeper] in
          let task = Task { try await sleeper.sleep(for: .milliseconds(index % 3)) }
          await Task.yield()
          task.cancel()
          // Either is fine: the sleep had ended, or it was cut short.
          _ = await task.result
        }
      }
    }
    #expect(sleeper.count == 0)
  }

  @Test(.timeLimit(.minutes(5))) func earlierEndsEndOneNapAtOnceAndNotTheNextWhichEndsWithItsTaskToo() async {
    let time = ManualTime(morning)
    let nap = Nap(time: time)
    nap.end()
    nap.end()
    await nap.sleep(for: .seconds(3600))
    for isCanceled in [false, true] {
      let next = Task { await nap.sleep(for: .seconds(3600)) }
      #expect(await eventually { time.hasSleepers })
      if isCanceled { next.cancel() } else { nap.end() }
      await next.value
    }
  }
}

struct WorkPoolTests {
  @Test func tasksAndTheirChildrenRunOnItsThreads() async {
    let pool = WorkPool(usual: 2, most: 4)
    let names = await Task(executorPreference: pool) {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { Self.threadName } }
        return await group.reduce(into: Set([Self.threadName])) { $0.insert($1) }
      }
    }.value
    #expect(names == ["work"])
    #expect((1...4).contains(pool.threads))
  }

  @Test func blockedThreadsHoldUpNoOthers() async {
    let pool = WorkPool(usual: 2, most: 8)
    let release = Box(false)
    let blocked = (0..<6).map { _ in Task(executorPreference: pool) { release.wait() } }
    // By then every usual thread is blocked, so the pool must add threads.
    #expect(await Task(executorPreference: pool) { 7 }.value == 7)
    #expect(pool.threads > 2)
    release.value = true
    for task in blocked { await task.value }
  }

  @Test func workBeyondTheMostWaitsForAFreeThread() async {
    let pool = WorkPool(usual: 1, most: 2)
    let release = Box(false)
    let blocked = (0..<2).map { _ in Task(executorPreference: pool) { release.wait() } }
    let later = Task(executorPreference: pool) { 7 }
    while pool.threads < 2 { await Task.yield() }
    release.value = true
    #expect(await later.value == 7)
    for task in blocked { await task.value }
    #expect(pool.threads <= 2)
  }

  @Test func threadsThatNothingNeedsEnd() async throws {
    let pool = WorkPool(usual: 6, most: 6, patience: .milliseconds(50))
    let release = Box(false)
    let blocked = (0..<6).map { _ in Task(executorPreference: pool) { release.wait() } }
    while pool.threads < 6 { await Task.yield() }
    release.value = true
    for task in blocked { await task.value }
    #expect(await eventually { pool.threads == 2 })
    #expect(await Task(executorPreference: pool) { 7 }.value == 7)
  }

  @Test func waitingForItGivesItsErrorBack() throws {
    struct Failure: Error {}
    try WorkPool.shared.waitFor { await Task.yield() }
    #expect(throws: Failure.self) { try WorkPool.shared.waitFor { throw Failure() } }
  }

  private static var threadName: String { String(Files.text("/proc/thread-self/comm").dropLast()) }
}

extension Box<Bool> {
  fileprivate func wait() { while !value { usleep(1_000) } }
}

@Suite struct VirtualTimeTests {
  /// Events with their times by the mock clock, in seconds since the start.
  private final class Story: Sendable {
    private let lines = Box<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ what: String, _ time: VirtualTime) {
      let seconds = Int(((time.now - start) / .seconds(1)).rounded())
      lines.withLock { $0.append("\(what) \(seconds)") }
    }
  }

  private static let start = Instant(seconds: 1_800_000_000)

  private let story = Story()
  private let time: VirtualTime

  init() throws {
    time = try VirtualTime(now: Self.start)
    try time.start()
    // The test itself does not count as busy.
    time.leave()
  }

  private func repeating(_ name: String, every seconds: Int) throws {
    let wakeup = try Wakeup(clock: time)
    try MachineThread.start(name, clock: time) {
      while true {
        wakeup.wait(timeout: .seconds(seconds))
        story.add(name, time)
      }
    }
  }

  @Test func everythingHappensInOrderAtItsOwnTime() async throws {
    try repeating("three", every: 3)
    try repeating("five", every: 5)
    #expect(await time.advance(by: .seconds(10)) == .arrived)
    #expect(time.now - Self.start >= .seconds(10) && time.now - Self.start < .seconds(11))
    #expect(story.all == ["three 3", "five 5", "three 6", "three 9", "five 10"])
  }

  @Test func itWaitsForThoseThatWereSignaled() async throws {
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
    time.enter()
    async let first = time.advance(by: .seconds(10))
    #expect(await eventually { time.isUnderWay })
    #expect(await time.advance(by: .seconds(1)) == .refused)
    time.leave()
    #expect(await first == .arrived)
  }

  @Test func anAdvanceStopsAtOnceWhereItIsToldTo() async throws {
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
