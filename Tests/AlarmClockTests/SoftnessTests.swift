import Testing

@testable import AlarmClock

/// A ring that grows softer while a code is in view.
@Suite struct SoftnessTests {
  static let start = RingStateTests.start

  private static func plan(_ change: (inout RingPlan) -> Void = { _ in }) -> RingPlan {
    var plan = RingStateTests.plan()
    plan.fadeIn = .zero
    plan.softens = true
    change(&plan)
    return plan
  }

  private func at(_ milliseconds: Int) -> Duration { Self.start + .milliseconds(milliseconds) }

  /// Returns a ring that sees an unread code in each of these frames.
  private func ring(_ plan: RingPlan, seeingCodesAt frames: some Sequence<Int>) -> RingState {
    var state = RingState(plan, start: Self.start)
    for frame in frames { state.lookAtUnreadCode(at: at(frame)) }
    return state
  }

  private func isSoft(_ state: RingState, _ milliseconds: Int, _ devices: RingDevices = RingDevices()) -> Bool {
    state.demand(at: at(milliseconds), devices: devices).sound?.isSoft ?? false
  }

  @Test func itGrowsSofterWithTheSecondFrameOfACodeAndLouderASecondAfterTheLast() {
    let state = ring(Self.plan(), seeingCodesAt: [61_000, 61_066])
    let loud = state.demand(at: at(61_065), devices: RingDevices())
    #expect(loud.isBuzzing && loud.sound?.isSoft == false)
    let soft = state.demand(at: at(61_066), devices: RingDevices())
    #expect(soft.sound?.isSoft == true && soft.sound?.volume == 80)
    #expect(!soft.isBuzzing && soft.vibration <= .light)
    #expect(state.nextChange(after: at(61_066)) <= .seconds(1))
    #expect(isSoft(state, 62_065))
    #expect(state.demand(at: at(62_066), devices: RingDevices()).isBuzzing)
    #expect(
      !isSoft(ring(Self.plan(), seeingCodesAt: [1000, 2001]), 2001), "frames that lie far apart are no view of a code")
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aRingIsSoftFor15SecondsAtMost(seed: UInt64) {
    var random = seed
    func next(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    var state = RingState(Self.plan { $0.silenceAfter = .seconds(10_000) }, start: Self.start)
    var (now, soft) = (0, 0)
    while now < 200_000 {
      if next(40) != 0 { state.lookAtUnreadCode(at: at(now)) }
      if next(200) == 0 { state.lookAtWrongCode(at: at(now)) }
      let pause = 20 + (next(30) == 0 ? next(4000) : next(120))
      for moment in stride(from: now, to: now + pause, by: 10) where isSoft(state, moment) { soft += 10 }
      now += pause
    }
    #expect(soft > 5000)
    // Each spell may be counted 10 ms too long.
    #expect(soft <= 15_000 + 1000)
  }

  @Test func aWrongCodeMakesItLoudAtOnceAndKeepsItSo() {
    var state = ring(Self.plan(), seeingCodesAt: [0, 66])
    state.lookAtWrongCode(at: at(100))
    #expect(!isSoft(state, 100))
    for frame in stride(from: 166, to: 3100, by: 66) { state.lookAtUnreadCode(at: at(frame)) }
    #expect(!isSoft(state, 3099))
    state.lookAtUnreadCode(at: at(3100))
    #expect(isSoft(state, 3100))
  }

  @Test func aRestIsNotSoftAndTheRingAfterItHasWhatIsLeft() {
    var state = ring(Self.plan { $0.snoozes = 1 }, seeingCodesAt: stride(from: 0, through: 10_000, by: 100))
    #expect(isSoft(state, 10_000))
    #expect(state.bring(SnoozeTests.bed, at: at(10_050)) == .snoozed)
    state.lookAtUnreadCode(at: at(10_100))
    #expect(state.demand(at: at(10_100), devices: RingDevices()) == .silence)
    let again = 10_050 + 540_000
    #expect(state.advance(to: at(again), devices: RingDevices()) == [.snoozeEnded])
    #expect(!isSoft(state, again))
    var soft: [Int] = []
    for frame in stride(from: again, through: again + 10_000, by: 50) {
      state.lookAtUnreadCode(at: at(frame))
      if isSoft(state, frame) { soft.append(frame - again) }
    }
    // It was soft for 9.95 s before, from the second frame on.
    #expect(soft.first == 50 && soft.last == 5050)
  }

  @Test func aRingWithoutTheSettingAndOneThatARestartInterruptedAreNotSoft() {
    let loud = ring(Self.plan { $0.softens = false }, seeingCodesAt: stride(from: 0, to: 5000, by: 66))
    #expect(!isSoft(loud, 5000))
    let progress = RingProgress(began: Instant(seconds: 0), isTrusted: true)
    var state = RingState(Self.plan(), progress: progress, now: Instant(seconds: 5), monotonic: Self.start)
    for frame in stride(from: 0, to: 2000, by: 66) { state.lookAtUnreadCode(at: at(frame)) }
    #expect(!isSoft(state, 2000))
  }

  /// Whatever is set and whatever fails, a loud ring stays audible, through a sounder that is known to work.
  @Test func softerIsNeverSilent() {
    var count = 0
    for var plan in RingLadderTests.plans {
      plan.softens = true
      for fadeIn in [Duration.zero, .seconds(300)] {
        plan.fadeIn = fadeIn
        for devices in RingLadderTests.devices {
          for second in [2, 45, 61, 100, 350] where Duration.seconds(second) < plan.silenceAfter {
            let now = Self.start + .seconds(second)
            var loud = RingState(plan, start: Self.start)
            _ = loud.advance(to: Self.start + .seconds(1), devices: devices)
            _ = loud.advance(to: now, devices: devices)
            var soft = loud
            soft.lookAtUnreadCode(at: now)
            soft.lookAtUnreadCode(at: now)
            let (before, after) = (loud.demand(at: now, devices: devices), soft.demand(at: now, devices: devices))
            // A sound may replace the buzzer if it is proven, faded in, and at least as loud as volume 25.
            let standsIn =
              devices.speaker == .proven && (after.sound?.volume ?? 0) >= 50
              && after.sound.map { now >= $0.start + $0.fadeIn } == true
            let isSofter = before.isBuzzing && !after.isBuzzing || after.sound?.isSoft == true
            let isSame =
              after.sound?.volume == before.sound?.volume && (before.vibration == .off || after.vibration != .off)
            if !isSame || isSofter && !standsIn { Issue.record("\(plan) after \(second) s with \(devices)") }
            if isSofter { count += 1 }
          }
        }
      }
    }
    #expect(count > 100)
  }

  @Test func aSpeakerThatFailsWhileItIsSoftBringsTheBuzzerAtOnce() {
    let state = ring(Self.plan(), seeingCodesAt: [0, 66])
    for speaker in [SpeakerProof.failed, .pending] {
      let demand = state.demand(at: at(100), devices: RingDevices(speaker: speaker))
      #expect(demand.isBuzzing == (speaker == .failed))
      #expect(demand.sound?.isSoft == false)
    }
  }

  @Test func aRingThatIsNotSoftKeepsTheOtherLoud() {
    let soft = ring(Self.plan(), seeingCodesAt: [61_000, 61_066]).demand(at: at(61_100), devices: RingDevices())
    let loud = RingState(Self.plan(), start: Self.start).demand(at: at(61_100), devices: RingDevices())
    #expect(RingDemand.together([soft, soft]).sound?.isSoft == true)
    #expect(RingDemand.together([soft, loud]).sound?.isSoft == false)
    #expect(RingDemand.together([soft, loud]).isBuzzing)
  }
}
