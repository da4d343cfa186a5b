import Testing

@testable import AlarmClock

@Suite struct SnoozeTests {
  static let start = RingStateTests.start
  static let bath = Card.made("bath")
  static let bed = Card.made("bed", kind: .snooze, digest: 2)

  private func at(_ seconds: Int) -> Duration { Self.start + .seconds(seconds) }

  @Test func aSnoozeCardDoesNothingUnlessTheAlarmAllowsIt() {
    var state = RingState(RingStateTests.plan(), start: Self.start)
    #expect(state.bring(Self.bed, at: at(5)) == .nothing("this alarm does not allow snoozing"))
    #expect(state.phase == .ringing)
    #expect(!RingStateTests.plan(cards: ["bed"]).isAnswered(by: Self.bed))
  }

  @Test func aSnoozeEndsByItselfAndIsAllowedSoManyTimes() {
    var state = RingState(RingStateTests.plan(snoozes: 2), start: Self.start)
    #expect(state.bring(Self.bed, at: at(10)) == .snoozed)
    #expect(state.demand(at: at(11), devices: RingDevices()) == .silence)
    #expect(state.isLooking(at: at(11)))
    #expect(state.see(Self.bed, at: at(11)) == .nothing("it is already silent"))
    #expect(state.advance(to: at(549), devices: RingDevices()) == [])
    #expect(state.nextChange(after: at(549)) == .seconds(1))
    #expect(state.advance(to: at(550), devices: RingDevices()) == [.snoozeEnded])
    #expect(state.demand(at: at(550), devices: RingDevices()).sound?.volume == 80)
    #expect(state.end == at(550 + 3600))
    // A card that stays in view does not snooze again; taken away for long enough, it does.
    #expect(state.show(Self.bed, at: at(555)) == .lies(isNew: true))
    #expect(state.show(Self.bed, at: at(556)) == .lies(isNew: false))
    state.look(for: .seconds(11), from: at(557))
    #expect(state.show(Self.bed, at: at(569)) == .snoozed)
    #expect(state.advance(to: at(1109), devices: RingDevices()) == [.snoozeEnded])
    #expect(state.bring(Self.bed, at: at(1112)) == .nothing("it was already snoozed 2 times"))
    #expect(state.bring(Self.bath, at: at(1113)) == .ended)
  }

  @Test func aWakeCheckAsksForTheCardAndRingsAgainWithoutIt() {
    var state = RingState(RingStateTests.plan(wakeCheck: .seconds(600)), start: Self.start)
    #expect(state.bring(Self.bath, at: at(20)) == .checkBegan)
    #expect(state.see(Self.bath, at: at(21)) == .nothing(nil))
    #expect(!state.isLooking(at: at(319)))
    #expect(state.demand(at: at(319), devices: RingDevices()) == .silence)
    #expect(state.nextChange(after: at(319)) == .seconds(1))
    #expect(state.isLooking(at: at(320)))
    #expect(state.demand(at: at(320), devices: RingDevices()).isBuzzing)
    #expect(state.nextChange(after: at(320)) == .milliseconds(200))
    #expect(!state.demand(at: at(320) + .milliseconds(200), devices: RingDevices()).isBuzzing)
    #expect(state.demand(at: at(380), devices: RingDevices()).isBuzzing)
    #expect(state.demand(at: at(320), devices: RingDevices(buzzer: false)).sound?.volume == 80)
    #expect(state.advance(to: at(620), devices: RingDevices()) == [.checkFailed])
    #expect(state.demand(at: at(620), devices: RingDevices()).sound?.volume == 80)
    #expect(state.bring(Self.bath, at: at(630)) == .checkBegan)
    #expect(state.show(Self.bath, at: at(930)) == .lies(isNew: true))
    #expect(state.show(Self.bath, at: at(931)) == .lies(isNew: false))
    state.look(for: .milliseconds(900), from: at(931))
    #expect(state.show(Self.bath, at: at(932)) == .lies(isNew: false))
    var other = state
    #expect(other.bring(.made("spare", digest: 3), at: at(934)) == .ended)
    state.look(for: .seconds(2), from: at(934))
    #expect(state.show(Self.bath, at: at(937)) == .lies(isNew: false))
    #expect(state.show(Self.bath, at: at(938), x: 551) == .ended)
  }

  @Test func theProgressOfARingSurvivesARestart() {
    let plan = RingStateTests.plan(snoozes: 2, wakeCheck: .seconds(600))
    let now = Instant(seconds: 1_000_000)
    var states = [RingState(plan, start: Self.start)]
    var snoozed = states[0]
    _ = snoozed.bring(Self.bed, at: at(10))
    var checking = states[0]
    _ = checking.bring(Self.bath, at: at(10))
    states += [snoozed, checking]
    for state in states {
      let progress = state.progress(now: now, monotonic: at(30), isTrusted: true)
      let again = RingState(plan, progress: progress, now: now + .seconds(10), monotonic: .seconds(5))
      #expect(again.snoozes == state.snoozes)
      #expect(again.end - .seconds(5) == state.end - at(40))
      switch (state.phase, again.phase) {
      case (.ringing, .ringing): #expect(again.start == .seconds(5) - .seconds(40))
      case (.snoozed(let until), .snoozed(let later)): #expect(later - .seconds(5) == until - at(40))
      case (.checking(let asks, let until), .checking(let asksLater, let later)):
        #expect(later - .seconds(5) == until - at(40))
        #expect(asksLater - .seconds(5) == asks - at(40))
      default: Issue.record("\(state.phase) became \(again.phase)")
      }
    }
  }

  /// If the clock was set back by a year meanwhile, the snooze does not last a year.
  @Test func noRestIsLongerThanItWas() {
    let plan = RingStateTests.plan(snoozes: 1)
    let progress = RingProgress(
      began: Instant(seconds: 1_000_000), isTrusted: true, snoozes: 1, rest: .snooze(until: Instant(seconds: 1_000_500))
    )
    let state = RingState(plan, progress: progress, now: Instant(seconds: 0), monotonic: .seconds(7))
    #expect(state.phase == .snoozed(until: .seconds(7) + plan.snoozeTime))
  }

  static let fates: [(Duration, RingProgress.Rest?, OpenRing.Fate)] = [
    (.seconds(0), nil, .goesOn), (.seconds(3599), nil, .goesOn), (.seconds(3600), nil, .isMissed(rang: true)),
    (.seconds(4000), .snooze(until: Instant(seconds: 540)), .goesOn),
    (.seconds(4140), .snooze(until: Instant(seconds: 540)), .isMissed(rang: true)),
    (.seconds(4199), .wakeCheck(until: Instant(seconds: 600)), .goesOn), (.seconds(-86_400), nil, .goesOn),
  ]

  @Test(arguments: fates)
  func aRingThatWasInterruptedGoesOnUntilItsTimeIsOver(
    after: Duration, rest: RingProgress.Rest?, fate: OpenRing.Fate
  ) {
    let zero = Instant(seconds: 0)
    let armed = ArmedOccurrence(
      occurrence: Occurrence(key: .instant(zero), due: zero, adjustment: .none), plan: RingStateTests.plan(),
      recurrence: .instant(zero), isSkipped: false)
    let ring = OpenRing(armed, progress: RingProgress(began: zero, isTrusted: true, rest: rest))
    #expect(ring.fate(at: zero + after) == fate)
    let unbegun: OpenRing.Fate = after >= .seconds(900) ? .isMissed(rang: false) : .begins
    #expect(OpenRing(armed).fate(at: zero + after) == unbegun)
  }
}
