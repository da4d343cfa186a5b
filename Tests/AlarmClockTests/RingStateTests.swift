import Testing

@testable import AlarmClock

@Suite struct RingStateTests {
  static func plan(
    volume: Int = 80, vibration: Vibration = .medium, buzzerAfter: Duration = .seconds(60),
    silenceAfter: Duration = .seconds(3600), sound: String = "tone", preAlarm: Duration = .zero, snoozes: Int = 0,
    wakeCheck: Duration = .zero, flashes: Bool = true, cards: [String] = []
  ) -> RingPlan {
    RingPlan(
      alarmID: "aaaaaa", label: "", sound: sound,
      values: RingValues {
        ($0.volume, $0.fadeIn, $0.vibration, $0.preAlarm) = (volume, .seconds(5), vibration, preAlarm)
        ($0.buzzerAfter, $0.silenceAfter, $0.snoozes) = (buzzerAfter, silenceAfter, snoozes)
        ($0.wakeCheck, $0.softens, $0.flashes) = (wakeCheck, false, flashes)
      }, cards: cards)
  }

  /// The monotonic time at which the rings of these tests begin.
  static let start: Duration = .seconds(1000)

  /// Returns the demand of a ring with this plan, `elapsed` after its start.
  static func demand(
    _ plan: RingPlan, at elapsed: Duration, speaker: SpeakerProof = .proven, buzzer: Bool = true,
    vibration: Bool = true, camera: Bool = true
  ) -> RingDemand {
    let devices = RingDevices(speaker: speaker, buzzer: buzzer, vibration: vibration, camera: camera)
    var state = RingState(plan, start: start)
    _ = state.advance(to: start + elapsed, devices: devices)
    return state.demand(at: start + elapsed, devices: devices)
  }

  /// Milliseconds after the start: vibration on, buzzer on, display lit.
  @Test(arguments: [
    (0, true, false, true), (499, true, false, true), (500, false, false, false), (699, false, false, false),
    (700, true, false, false), (1000, true, false, true), (1199, true, false, true), (1200, false, false, true),
    (1400, true, false, true), (59_999, true, false, false), (60_000, false, true, true),
    (3_599_999, false, true, false),
  ])
  func aRingGoesBySecondsHalvesAndTheMinute(milliseconds: Int64, shakes: Bool, buzzes: Bool, isLit: Bool) {
    let demand = Self.demand(Self.plan(), at: .milliseconds(milliseconds))
    #expect(demand.vibration == (shakes ? .medium : .off))
    #expect(demand.isBuzzing == buzzes)
    #expect(demand.isLit == isLit)
    #expect(demand.sound?.volume == 80)
    #expect(demand.sound?.start == Self.start)
    #expect(demand.sound?.fadeIn == .seconds(5))
  }

  @Test(arguments: [Duration.seconds(3600), .seconds(3601), .seconds(1_000_000)])
  func aRingFallsSilentAfterItsTimeAndStaysSo(elapsed: Duration) {
    for speaker in [SpeakerProof.pending, .proven, .failed] {
      #expect(Self.demand(Self.plan(), at: elapsed, speaker: speaker) == .silence)
    }
  }

  static let atOnce: [(Int, Vibration, SpeakerProof, Bool)] = [
    (80, .medium, .pending, false), (80, .medium, .proven, false), (80, .medium, .failed, true),
    (80, .off, .pending, false), (80, .off, .proven, false), (80, .off, .failed, true),
    (0, .medium, .pending, false), (0, .medium, .failed, false), (0, .light, .proven, false),
    (0, .off, .pending, true), (0, .off, .proven, true), (0, .off, .failed, true), (1, .off, .proven, false),
  ]

  @Test(arguments: atOnce)
  func theBuzzerComesAtOnceWhenNothingElseIsNoticed(
    volume: Int, vibration: Vibration, speaker: SpeakerProof, buzzes: Bool
  ) {
    let plan = Self.plan(volume: volume, vibration: vibration)
    let demand = Self.demand(plan, at: .zero, speaker: speaker)
    #expect(demand.isBuzzing == buzzes)
    #expect((demand.sound == nil) == (volume == 0))
    #expect(Self.demand(plan, at: .seconds(60), speaker: speaker).isBuzzing)
  }

  @Test(arguments: [true, false], [true, false])
  func withoutABuzzerTheSpeakerStandsInForIt(hasMotor: Bool, shakes: Bool) {
    let plan = Self.plan(volume: 0, vibration: shakes ? .strong : .off)
    let early = Self.demand(plan, at: .zero, buzzer: false, vibration: hasMotor)
    #expect((early.sound != nil) == !(hasMotor && shakes))
    #expect(Self.demand(plan, at: .seconds(60), buzzer: false, vibration: hasMotor).sound?.volume == 50)
    #expect(Self.demand(Self.plan(volume: 90), at: .seconds(60), buzzer: false).sound?.volume == 90)
    let own = Self.plan(volume: 90, sound: "owls")
    #expect(Self.demand(own, at: .zero, buzzer: false).sound?.sound == "owls")
    #expect(Self.demand(own, at: .seconds(60), buzzer: false).sound?.sound == "tone")
    #expect(Self.demand(own, at: .seconds(60)).sound?.sound == "owls")
  }

  @Test func aMomentBeforeTheStartCountsAsTheStart() {
    #expect(Self.demand(Self.plan(), at: .zero - Self.start) == Self.demand(Self.plan(), at: .zero))
  }

  static let plans = [
    plan(), plan(volume: 0), plan(vibration: .off), plan(volume: 0, vibration: .off), plan(buzzerAfter: .zero),
    plan(buzzerAfter: .milliseconds(1300)), plan(silenceAfter: .milliseconds(4322)),
    plan(preAlarm: .milliseconds(2345)),
  ]

  /// Steps of 1 ms find every change, because all rhythms are whole milliseconds.
  @Test(arguments: plans)
  func theNextChangeIsExactlyTheNextChange(plan: RingPlan) {
    for speaker in [SpeakerProof.proven, .failed] {
      var elapsed: Int64 = 0
      while elapsed < 10_000 {
        let state = RingState(plan, start: Self.start)
        let wait = state.nextChange(after: Self.start + .milliseconds(elapsed))
        #expect(wait > .zero && wait <= .milliseconds(500))
        let demand = Self.demand(plan, at: .milliseconds(elapsed), speaker: speaker)
        let end = elapsed + wait.wholeNanoseconds / 1_000_000
        for moment in elapsed..<end {
          guard Self.demand(plan, at: .milliseconds(moment), speaker: speaker) == demand else {
            Issue.record("the demand of \(elapsed) ms is another one at \(moment) ms, before \(end) ms")
            return
          }
        }
        elapsed = end
      }
    }
  }

  @Test func theDisplayFlashesAtMostTwiceASecond() {
    var now = Self.start
    var changes: [Duration] = []
    var isLit = true
    while now < Self.start + .seconds(30) {
      let demand = Self.demand(Self.plan(), at: now - Self.start)
      if demand.isLit != isLit { changes.append(now) }
      isLit = demand.isLit
      now += RingState(Self.plan(), start: Self.start).nextChange(after: now)
    }
    #expect(changes.count >= 20)
    // Two changes lie between two flashes.
    for (first, third) in zip(changes, changes.dropFirst(2)) { #expect(third - first >= .milliseconds(500)) }
  }

  /// For people with photosensitive epilepsy.
  @Test(arguments: [true, false])
  func whereNothingIsToFlashTheDisplayShinesAllTheTime(isChecking: Bool) {
    let plan = Self.plan(wakeCheck: isChecking ? .seconds(600) : .zero, flashes: false)
    var state = RingState(plan, start: Self.start)
    var now = Self.start
    if isChecking {
      #expect(state.bring(.made("c"), at: now) == .checkBegan)
      now += .seconds(301)
    }
    let end = now + .seconds(150)
    var looks = 0
    while now < end {
      _ = state.advance(to: now, devices: RingDevices())
      let demand = state.demand(at: now, devices: RingDevices(camera: false))
      #expect(demand.isLit && demand.isSteady && state.flash(at: now) == now)
      now += state.nextChange(after: now)
      looks += 1
    }
    #expect(looks > 2)
  }

  /// Bursts must be announced by `nextChange` even without a flash.
  @Test func whatChangesWithoutFlashesIsToldToo() {
    let state = RingState(Self.plan(vibration: .off, buzzerAfter: .zero, flashes: false), start: Self.start)
    func buzzes(_ seconds: Int) -> Bool {
      state.demand(at: Self.start + .seconds(seconds), devices: RingDevices(camera: false)).isBuzzing
    }
    #expect(buzzes(39) && !buzzes(40) && !buzzes(59) && buzzes(60))
    #expect(state.nextChange(after: Self.start + .seconds(30)) == .seconds(10))
    #expect(state.nextChange(after: Self.start + .seconds(45)) == .seconds(15))
  }

  @Test func ringsTogetherKeepTheOlderSoundTheStrongestOfTheRestAndAreLitByOneAndSteadyForOne() {
    let gentle = Self.plan(vibration: .light, sound: "birds")
    let strong = Self.plan(volume: 100, vibration: .strong, buzzerAfter: .zero, sound: "bell")
    let older = Self.demand(gentle, at: .seconds(7))
    let now = Self.start + .seconds(7)
    let younger = RingState(strong, start: now).demand(at: now, devices: RingDevices())
    for demands in [[older, younger], [younger, older]] {
      let together = RingDemand.together(demands)
      #expect(together.sound?.sound == "birds")
      #expect(together.vibration == .strong)
      #expect(together.isBuzzing)
    }
    #expect(RingDemand.together([older, younger]).isLit == older.isLit)
    #expect(RingDemand.together([]) == .silence)
    #expect(RingDemand.together([older]) == older)
    let quiet = Self.demand(Self.plan(volume: 0), at: .seconds(7))
    #expect(RingDemand.together([quiet, younger]).sound?.sound == "bell")
    let ringing = Self.demand(Self.plan(), at: .milliseconds(7100))
    // A ring that is snoozed does not darken the display of another.
    #expect(ringing.isLit && RingDemand.together([.silence, ringing]).isLit)
    #expect(!RingDemand.together([.silence, .silence]).isLit)
    let dark = Self.demand(Self.plan(), at: .milliseconds(7600))
    let together = RingDemand.together([dark, Self.demand(Self.plan(flashes: false), at: .milliseconds(7600))])
    #expect(!dark.isLit && together.isLit && together.isSteady)
  }

  @Test func onlyAnEnrolledCardOfTheRingAnswersIt() {
    #expect(Self.plan().isAnswered(by: .made("a")))
    #expect(!Self.plan().isAnswered(by: .made("a", isEnrolled: false)))
    #expect(Self.plan(cards: ["a", "b"]).isAnswered(by: .made("b")))
    #expect(!Self.plan(cards: ["a", "b"]).isAnswered(by: .made("c")))
    #expect(!Self.plan(cards: ["a"]).isAnswered(by: .made("a", isEnrolled: false)))
  }
}

@Suite struct RingTallyTests {
  private static let start = RingStateTests.start
  private static let zero = Instant(seconds: 1_000_000)

  private func at(_ milliseconds: Int) -> Duration { Self.start + .milliseconds(milliseconds) }

  /// The milliseconds of frames with an unread code, and how long a code was in view.
  @Test(arguments: [
    ([], 0), ([100], 0), ([100, 170, 240], 140), ([100, 1100], 1000), ([100, 1101], 0),
    ([100, 300, 5000, 5400, 9000], 600),
  ])
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
