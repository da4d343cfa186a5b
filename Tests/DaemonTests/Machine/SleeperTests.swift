import Testing

@testable import Machine

/// Task sleeps on the machine's real clock: their minimum length, and what ends them.
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

  @Test func aCancelledSleepEndsAtOnceAndOthersGoOn() async throws {
    let other = Task { [sleeper] in try await sleeper.sleep(for: .seconds(3600)) }
    let long = Task { [sleeper] in try await sleeper.sleep(for: .seconds(3600)) }
    while sleeper.count < 2 { await Task.yield() }
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
    #expect(sleeper.count == 1)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(sleeper.count == 0)
  }

  @Test(.timeLimit(.minutes(5))) func aShortSleepEndsWhileALongOneGoesOn() async throws {
    let long = Task { [sleeper] in try await sleeper.sleep(for: .seconds(3600)) }
    while sleeper.count < 1 { await Task.yield() }
    try await sleeper.sleep(for: .milliseconds(1))
    #expect(sleeper.count == 1)
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
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

  private static let long: Duration = .seconds(3600)

  @Test(.timeLimit(.minutes(5))) func aNapReturnsAtOnceAfterAnEarlierEnd() async {
    let nap = Nap(time: self.time)
    nap.end()
    nap.end()
    await nap.sleep(for: Self.long)
  }

  @Test(.timeLimit(.minutes(5))) func theEndOfOneNapDoesNotEndTheNext() async {
    let time = ManualTime(morning)
    let nap = Nap(time: time)
    nap.end()
    await nap.sleep(for: Self.long)
    let next = Task { await nap.sleep(for: Self.long) }
    #expect(await eventually { time.hasSleepers })
    nap.end()
    await next.value
  }

  @Test(.timeLimit(.minutes(5))) func aNapEndsWithItsTask() async {
    let time = ManualTime(morning)
    let nap = Nap(time: time)
    let sleep = Task { await nap.sleep(for: Self.long) }
    #expect(await eventually { time.hasSleepers })
    sleep.cancel()
    await sleep.value
  }
}
