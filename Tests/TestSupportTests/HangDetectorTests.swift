import Synchronization
import TestSupport
import Testing

@Suite struct HangDetectorTests {
  private static let start = ContinuousClock.now

  /// Seconds between polls, after how many polls something changes, and the poll at which the wait is given up.
  @Test(arguments: [
    // Nothing changes: given up after three minutes and at least 200 polls.
    (1, nil, 200), (2, nil, 200), (60, nil, 200),
    // Frequent polls: still three minutes.
    (0, nil, 10_000),
    // Occasional changes: given up after a quarter of an hour.
    (1, 100, 901), (2, 100, 451), (4, 60, 226), (10, 100, 200),
  ])
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

  /// Current, most simultaneous, and all work.
  private static let counts = Mutex([0, 0, 0])

  @Test func noMoreWorkAtATimeThanThereArePlaces() async {
    let places = Places(2)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await places.one {
            Self.counts.withLock { $0 = [$0[0] + 1, max($0[1], $0[0] + 1), $0[2]] }
            await Task.yield()
            Self.counts.withLock { $0 = [$0[0] - 1, $0[1], $0[2] + 1] }
          }
        }
      }
    }
    let found = Self.counts.withLock { $0 }
    #expect(found[0] == 0 && (1...2).contains(found[1]) && found[2] == 50)
  }

  @Test func aPlaceIsGivenBackByWorkThatFails() async {
    struct Failure: Error {}
    let places = Places(1)
    for _ in 0..<3 { await #expect(throws: Failure.self) { try await places.one { throw Failure() } } }
    #expect(await places.one { true })
  }
}
