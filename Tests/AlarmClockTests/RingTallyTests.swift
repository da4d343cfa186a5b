import AlarmClock
import Testing

@Suite struct RingTallyTests {
  private static let start = RingStateTests.start
  private static let zero = Instant(seconds: 1_000_000)

  private func at(_ milliseconds: Int) -> Duration { Self.start + .milliseconds(milliseconds) }

  /// The milliseconds of frames with an unread code, and how long a code was in view.
  static let frames: [([Int], Int)] = [
    ([], 0), ([100], 0), ([100, 170, 240], 140), ([100, 1100], 1000), ([100, 1101], 0),
    ([100, 300, 5000, 5400, 9000], 600),
  ]

  @Test(arguments: frames)
  func aCodeIsUnreadForAsLongAsFramesWithItFollowEachOther(frames: [Int], length: Int) {
    var state = RingState(RingStateTests.plan(), start: Self.start)
    for frame in frames { state.lookAtUnreadCode(at: at(frame)) }
    #expect(state.tally.unread == .milliseconds(length))
  }

  @Test func theFirstBeginningAndTheCountsOutliveSnoozesChecksAndRestarts() {
    var state = RingState(RingStateTests.plan(snoozes: 1, wakeCheck: .seconds(600)), start: Self.start)
    state.countWrongCode()
    #expect(state.bring(SnoozeTests.bed, at: at(10_000)) == .snoozed)
    #expect(state.advance(to: at(550_000), devices: RingDevices()) == [.snoozeEnded])
    #expect(state.bring(SnoozeTests.bath, at: at(560_000)) == .checkBegan)
    #expect(state.advance(to: at(1_160_000), devices: RingDevices()) == [.checkFailed])
    let progress = state.progress(now: Self.zero + .seconds(1170), monotonic: at(1_170_000), isTrusted: true)
    #expect(progress.began == Self.zero + .seconds(1160))
    #expect(progress.snoozes == 1)
    #expect(progress.tally == RingTally(began: Self.zero, wrongCodes: 1, checks: 1, failedChecks: 1))

    var resumed = RingState(
      RingStateTests.plan(wakeCheck: .seconds(600)), progress: progress, now: Self.zero + .seconds(1200),
      monotonic: .seconds(5))
    resumed.countWrongCode()
    #expect(resumed.bring(SnoozeTests.bath, at: .seconds(20)) == .checkBegan)
    let later = resumed.progress(now: Self.zero + .seconds(1220), monotonic: .seconds(25), isTrusted: true)
    #expect(later.tally == RingTally(began: Self.zero, wrongCodes: 2, checks: 2, failedChecks: 1))
  }
}
