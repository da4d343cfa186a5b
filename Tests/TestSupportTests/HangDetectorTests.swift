import Synchronization
import TestSupport
import Testing

@Suite struct HangDetectorTests {
  private static let start = ContinuousClock.now

  /// Seconds between polls, after how many polls something changes, and the poll at which the wait is given up.
  static let waits: [(apart: Int, movesEach: Int?, end: Int)] = [
    // Nothing changes: given up after three minutes and at least 200 polls.
    (1, nil, 200), (2, nil, 200), (60, nil, 200),
    // Frequent polls: still three minutes.
    (0, nil, 10_000),
    // Occasional changes: given up after a quarter of an hour.
    (1, 100, 901), (2, 100, 451), (4, 60, 226), (10, 100, 200),
  ]

  @Test(arguments: waits)
  func aWaitIsGivenUpWhenNothingMovesAndNotBecauseItIsSlow(apart: Int, movesEach: Int?, end: Int) {
    var detector = HangDetector(at: Self.start)
    var looks = 0
    var hangs = false
    while !hangs, looks < 10_000 {
      let now = Self.start + .seconds(looks * apart)
      looks += 1
      hangs = detector.hangs(movesEach.map { "step \(looks / $0)" } ?? "", at: now)
    }
    #expect(looks == end)
  }

  @Test func theReportSaysWhatMovedLast() {
    var detector = HangDetector(at: Self.start)
    for second in 0..<50 {
      let hangs = detector.hangs(second < 20 ? "starting" : "listening", at: Self.start + .seconds(second))
      #expect(!hangs)
    }
    #expect(
      detector.report
        == "not within 49 s and 50 looks, 1 s apart at most; what moved last, 29 s ago: listening")
  }

  @Test func noMoreWorkAtATimeThanThereArePlaces() async {
    let places = Places(2)
    let work = Work()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await places.one {
            work.begin()
            await Task.yield()
            work.end()
          }
        }
      }
    }
    #expect(work.counts[0] == 0 && (1...2).contains(work.counts[1]) && work.counts[2] == 50)
  }

  @Test func aPlaceIsGivenBackByWorkThatFails() async {
    struct Failure: Error {}
    let places = Places(1)
    for _ in 0..<3 { await #expect(throws: Failure.self) { try await places.one { throw Failure() } } }
    #expect(await places.one { true })
  }
}

/// Counts current, most simultaneous, and all work.
private final class Work: Sendable {
  private let state = Mutex([0, 0, 0])
  var counts: [Int] { state.withLock { $0 } }
  func begin() {
    state.withLock {
      $0[0] += 1
      $0[1] = max($0[1], $0[0])
    }
  }
  func end() {
    state.withLock {
      $0[0] -= 1
      $0[2] += 1
    }
  }
}
