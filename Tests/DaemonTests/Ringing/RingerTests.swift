import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

@Suite struct RingerTests {
  private let rig: RingRig

  init() throws { rig = try RingRig() }

  @Test func aRingBeginsOnTheCallersThread() throws {
    rig.ringer.begin([OpenRing(rig.ring())])
    // No task is running yet, so `begin` itself made these demands.
    #expect(rig.outputs.demand.sound?.sound == "tone")
    #expect(rig.outputs.demand.vibration == .medium)
    #expect(rig.count(.fired) == 1)
    #expect(rig.ringer.isRinging)
    #expect(!rig.ringer.ifIdle { Issue.record("it is not idle") })
  }

  @Test func aSpeakerThatFailsBringsTheBuzzerAtOnce() throws {
    rig.outputs.state.withLock { $0.devices.speaker = .failed }
    rig.ringer.begin([OpenRing(rig.ring())])
    #expect(rig.outputs.demand.isBuzzing)
    #expect(rig.count(.buzzerStarted) == 1)
    #expect(rig.events.pending.compactMap(\.happening?.kind) == [.buzzerStoodIn])
  }

  @Test func theLogNamesOnlyDevicesThatTheBoardHas() throws {
    for hasBuzzer in [true, false] {
      let rig = try RingRig()
      rig.outputs.state.withLock { state in
        state.unfitted = hasBuzzer ? [.speaker] : [.speaker, .buzzer]
        (state.devices.speaker, state.devices.buzzer) = (.failed, hasBuzzer)
      }
      rig.ringer.begin([OpenRing(rig.ring())])
      rig.time.advance(by: .seconds(61))
      rig.ringer.drive()
      #expect(rig.count(.buzzerStarted) == (hasBuzzer ? 1 : 0))
      #expect(rig.events.pending.allSatisfy { $0.happening == nil && $0.detail?.contains("speaker") != true })
    }
  }

  @Test func aBuzzerThatFailsIsLoggedOnceWhenItRingsAfterAll() throws {
    rig.outputs.state.withLock { ($0.devices.speaker, $0.devices.buzzer) = (.failed, false) }
    rig.ringer.begin([OpenRing(rig.ring())])
    #expect(rig.count(.buzzerStarted) == 0)
    for isWell in [true, false, true] {
      rig.outputs.state.withLock { $0.devices.buzzer = isWell }
      rig.ringer.drive()
      #expect(rig.count(.buzzerStarted) == 1)
    }
  }

  @Test func wrongCodesEndNothingAndTheRightCardDoes() async throws {
    try await rig.ringing([rig.ring(cards: ["id-bath"])]) {
      #expect(await rig.lookAtEmptyScene())
      rig.cards.see("secret-of-a-stranger", "door")
      #expect(await eventually { rig.count(.dismissFail) == 1 })
      #expect(rig.ringer.isRinging)
      #expect(rig.outcomes.all.isEmpty)
      #expect(rig.outputs.demand != .silence)
      rig.cards.see("bath")
      #expect(await eventually { !rig.ringer.isRinging })
      #expect(await eventually { rig.outputs.demand == .silence })
      #expect(await eventually { rig.outcomes.all.map(\.outcome) == [.dismissed(cardID: "id-bath")] })
      #expect(await eventually { rig.count(.dismissSuccess) == 1 })
      #expect(await eventually { rig.shown.text == "07:00" })
      #expect(!rig.events.pending.contains { $0.detail?.contains("secret") == true })
    }
  }

  @Test func thatNoneRingsAnyMoreIsToldAfterRingsAndNotAfterProds() async throws {
    try await rig.run {
      for round in 1...3 {
        rig.ringer.prod()
        #expect(await eventually { rig.ringer.beats == round })
      }
      #expect(rig.outcomes.allEnded == 0)
      rig.ringer.begin([OpenRing(rig.ring(due: morning - .seconds(86_400)))])
      #expect(await eventually { rig.outcomes.allEnded == 1 })
      rig.ringer.begin([OpenRing(rig.ring())])
      #expect(await eventually { rig.cards.openings == 1 })
      await rig.bring("bath")
      #expect(await eventually { rig.outcomes.allEnded == 2 })
      let beats = rig.ringer.beats
      rig.ringer.prod()
      #expect(await eventually { rig.ringer.beats > beats })
      #expect(rig.outcomes.allEnded == 2)
    }
  }

  @Test func aWrongCodeIsShownAndToldNowAndThenOnly() async throws {
    try await rig.ringing {
      #expect(await rig.lookAtEmptyScene())
      for frame in 1...45 {
        rig.cards.see("cereal", brightness: frame)
        rig.time.advance(by: .milliseconds(66))
      }
      #expect(await eventually { rig.shown.text == ReadingHint.wrongCode.word })
      // The right card comes last, so each wrong one has been looked at by then.
      rig.cards.see("bath")
      #expect(await eventually { !rig.ringer.isRinging })
      #expect((1...3).contains(rig.count(.dismissFail)))
    }
  }

  @Test func aRingThatNobodyAnswersGivesUpAndIsMissed() async throws {
    try await rig.ringing {
      await rig.time.pass(.milliseconds(599_900), step: .seconds(1))
      #expect(rig.ringer.isRinging)
      #expect(await rig.time.eventually(every: .milliseconds(100)) { !rig.ringer.isRinging })
      #expect(await eventually { rig.outputs.demand == .silence })
      #expect(await eventually { rig.outcomes.all.map(\.outcome) == [.missed(rang: true)] })
      #expect(rig.count(.missed) == 1)
    }
  }

  @Test func alarmsThatRingTogetherAreAnsweredEachByItsOwnCard() async throws {
    try await rig.run {
      let first = rig.ring("first1", cards: ["id-bath"])
      let second = rig.ring("second", cards: ["id-door"], sound: "birds")
      rig.ringer.begin([OpenRing(first)])
      #expect(await eventually { rig.cards.openings == 1 })
      rig.time.advance(by: .seconds(5))
      rig.ringer.begin([OpenRing(second)])
      #expect(rig.ringer.current.count == 2)
      #expect(rig.outputs.demand.sound?.sound == "tone")
      await rig.bring("bath")
      #expect(await eventually { rig.outcomes.all.map(\.armed.id) == [first.id] })
      #expect(rig.ringer.current.map(\.armed.id) == [second.id])
      #expect(await rig.time.eventually(every: .milliseconds(100)) { rig.outputs.demand.sound?.sound == "birds" })
      rig.cards.see("door")
      #expect(await eventually { rig.outcomes.all.map(\.armed.id) == [first.id, second.id] })
      #expect(await eventually { rig.outputs.demand == .silence })
    }
  }

  @Test func oneCardAnswersEveryRingItBelongsTo() async throws {
    try await rig.ringing([rig.ring("first1"), rig.ring("second")]) {
      await rig.bring("bath")
      #expect(await eventually { rig.outcomes.all.count == 2 })
      #expect(await eventually { rig.outputs.demand == .silence })
    }
  }

  @Test(arguments: [Duration.seconds(86_400), .seconds(-86_400)])
  func aStepOfTheClockNeitherEndsNorProlongsARing(step: Duration) async throws {
    try await rig.ringing {
      await rig.time.pass(.seconds(300), step: .seconds(1))
      rig.time.step(by: step)
      await rig.time.pass(.seconds(299), step: .seconds(1))
      #expect(rig.ringer.isRinging)
      rig.time.advance(by: .seconds(1))
      // The ringer may have read the time just before it moved, and then sleeps for another half second.
      #expect(await rig.time.eventually(every: .milliseconds(100)) { !rig.ringer.isRinging })
      #expect(await eventually { rig.outcomes.all.map(\.outcome) == [.missed(rang: true)] })
    }
  }

  /// After a step of the clock, a restarted daemon must still find how long the ring has lasted.
  @Test func howFarARingHasGotIsTakenDownByTheTimeOfDayThereIs() throws {
    rig.ringer.begin([OpenRing(rig.ring())])
    #expect(rig.outcomes.progress.map(\.began) == [morning])
    rig.time.advance(by: .seconds(60))
    rig.time.step(by: .seconds(7200))
    rig.ringer.noteAllProgress()
    #expect(rig.outcomes.progress.map(\.began) == [morning, morning + .seconds(7200)])
  }

  @Test func aResumedRingHasTheTimeItRangBehindIt() {
    let began = morning - .seconds(70)
    rig.ringer.begin([OpenRing(rig.ring(due: began), progress: RingProgress(began: began, isTrusted: true))])
    #expect(rig.outputs.demand.isBuzzing)
    #expect(rig.ringer.current.map(\.state.end) == [rig.time.monotonic + .seconds(530)])
    #expect(rig.count(.resumed) == 1 && rig.count(.fired) == 0)
  }

  /// Otherwise it would ring on after a second power cut, no matter how long that was.
  @Test func aRingThatBeganUnderAClockAheadOfThisOneBeginsNow() {
    let began = morning + .seconds(7 * 86_400)
    rig.ringer.begin([OpenRing(rig.ring(due: began), progress: RingProgress(began: began, isTrusted: false))])
    #expect(rig.outcomes.progress.map(\.began) == [morning])
    #expect(rig.ringer.current.map(\.state.end) == [rig.time.monotonic + .seconds(600)])
  }

  @Test func aLateRingHasAllOfItBeforeItAndATooLateOneIsMissedWithoutANoise() throws {
    rig.ringer.begin([OpenRing(rig.ring(due: morning - .seconds(899)))])
    #expect(rig.ringer.current.map(\.state.end) == [rig.time.monotonic + .seconds(600)])
    #expect(rig.count(.fired) == 1)
    let late = try RingRig()
    late.ringer.begin([OpenRing(late.ring(due: morning - .seconds(900)))])
    #expect(late.outcomes.all.map(\.outcome) == [.missed(rang: false)])
    #expect(late.outputs.demand == .silence && !late.ringer.isRinging && late.count(.missed) == 1)
  }

  @Test func aRingGoesOnWithoutACameraAndLooksAgainWhenThereIsOne() async throws {
    let rig = try RingRig(isBlind: true)
    try await rig.ringing {
      #expect(await rig.time.eventually(every: .milliseconds(500)) { rig.cards.openings >= 3 })
      #expect(rig.ringer.isRinging)
      #expect(rig.outputs.demand.sound != nil)
      rig.cards.heal()
      #expect(await rig.lookAtEmptyScene())
      await eventually {
        rig.time.advance(by: .milliseconds(500))
        rig.cards.see("bath")
        return !rig.ringer.isRinging
      }
    }
  }
}

private final class Part: Pulse {
  private let answers: Bool
  let prods = Counter()
  init(answers: Bool) { self.answers = answers }
  var beats: Int { answers ? prods.value : 0 }
  func prod() { _ = prods.take() }
}

@Suite struct WatchdogTests {
  /// Whether the scheduler and the ringer answer, and how many keep-alives ten checks send.
  @Test(arguments: [
    (scheduler: true, ringer: true, signs: 10),
    // The first check has nothing to compare with; from the second on, a stuck part is noticed.
    (true, false, 1), (false, true, 1), (false, false, 1),
  ])
  func aSignOfLifeNeedsEveryPart(scheduler: Bool, ringer: Bool, signs: Int) throws {
    let sent = Box<[String]>([])
    let parts = [Part(answers: scheduler), Part(answers: ringer)]
    let manager = ServiceManager(send: { sent.value.append($0) })
    let watchdog = try Watchdog(parts, manager: manager)
    for _ in 0..<10 { watchdog.look() }
    #expect(sent.value == [String](repeating: "WATCHDOG=1", count: signs))
    #expect(parts.allSatisfy { $0.prods.value == 10 })
  }
}

/// Rings that are silent for a while: snoozed, or waiting for the wake check.
@Suite struct RestingRingTests {
  private let rig: RingRig

  init() throws {
    var bed = card("bed")
    bed.kind = .snooze
    rig = try RingRig([card("bath"), bed])
  }

  @Test func aSnoozeCardSilencesForAWhileAndThenItRingsAgain() async throws {
    try await rig.ringing([rig.ring { $0.snoozes = 1 }]) {
      #expect(await rig.lookAtEmptyScene())
      let snoozed = rig.time.now
      rig.cards.see("bed")
      #expect(await eventually { rig.outputs.demand == .silence })
      #expect(await eventually { rig.count(.snoozed) == 1 })
      #expect(rig.outcomes.all.isEmpty)
      // The card is still in front of the camera, which is not an error.
      rig.cards.see("bed")
      rig.time.advance(by: .milliseconds(500))
      rig.cards.see("bed")
      let rest = RingProgress.Rest.snooze(until: snoozed + .seconds(540))
      #expect(await eventually { rig.outcomes.progress.last?.rest == rest })
      #expect(await eventually { rig.shown.text == "Sn 9" })
      #expect(rig.count(.dismissFail) == 0)
      await rig.time.pass(.seconds(539), step: .seconds(1))
      #expect(rig.outputs.demand == .silence)
      #expect(await rig.time.eventually(every: .milliseconds(250)) { rig.outputs.demand.sound != nil })
      #expect(await eventually { rig.count(.snoozeEnded) == 1 })
      rig.cards.see("bed")
      #expect(await eventually { rig.count(.cardLeft) == 1 })
      #expect(rig.count(.dismissFail) == 0)
      #expect(await rig.takeAway("bed"))
      rig.cards.see("bed", at: CardPresence.Place(x: 300, y: 500))
      #expect(await eventually { rig.count(.dismissFail) == 1 })
      #expect(
        rig.events.pending.last { $0.kind == .dismissFail }?.detail == "the card bed: it was already snoozed once")
      let shown = rig.events.pending.compactMap(\.happening)
      #expect(shown.map(\.kind) == [.wrongCard] && shown.map(\.label) == ["bed"])
      // The other card is new to the camera, so it counts at once.
      await rig.bring("bath")
      #expect(await eventually { rig.outcomes.all.map(\.outcome) == [.dismissed(cardID: "id-bath")] })
    }
  }

  /// Shows the camera two frames a second; returns whether the lamp was lit at each of them.
  private func watch(_ duration: Duration, brightness: Int = 10, isMoving: Bool) async -> [Bool] {
    var lit: [Bool] = []
    for _ in 0..<Int(duration / .milliseconds(500)) {
      await rig.time.pass(.milliseconds(500), step: .milliseconds(500))
      let asked = rig.cards.asked
      rig.cards.see("no card", brightness: brightness, isMoving: isMoving)
      // The ringer switches the lamp before it looks up the card.
      #expect(await eventually { rig.cards.asked > asked })
      lit.append(rig.isLit)
    }
    return lit
  }

  private func snoozed(_ test: () async throws -> Void) async throws {
    try await rig.ringing([rig.ring { $0.snoozes = 1 }]) {
      await rig.bring("bed")
      #expect(await eventually { rig.count(.snoozed) == 1 })
      try await test()
    }
  }

  @Test func whileSnoozedInTheDarkMovementLightsTheLampForTenSecondsAtMostEveryThirty() async throws {
    try await snoozed {
      // The ring's own lights go off when the snooze begins, which looks like movement and is ignored.
      #expect(await watch(.seconds(1.5), isMoving: true).allSatisfy { !$0 })
      #expect(await watch(.seconds(3), isMoving: false).allSatisfy { !$0 })
      let lit = await watch(.seconds(60), isMoving: true)
      let first = try #require(lit.firstIndex(of: true))
      #expect(first < 5)
      let second = try #require(lit[(first + 30)...].firstIndex(of: true))
      #expect((59...61).contains(second - first))
      #expect((38...42).contains(lit.count(where: \.self)))
      #expect(rig.outputs.demand == .silence)
    }
  }

  @Test func aLampLitByMovementGoesOffThoughTheCameraStalls() async throws {
    try await snoozed {
      _ = await watch(.seconds(3), isMoving: false)
      #expect(await watch(.seconds(1), isMoving: true).last == true)
      await rig.time.pass(.seconds(8), step: .milliseconds(250))
      #expect(rig.isLit)
      await rig.time.pass(.seconds(3), step: .milliseconds(250))
      #expect(await eventually { !rig.isLit })
    }
  }

  @Test func movementInALitRoomLightsNoLamp() async throws {
    try await snoozed {
      #expect(await watch(.seconds(10), brightness: 120, isMoving: true).allSatisfy { !$0 })
    }
  }

  @Test func aWakeCheckNotPassedRingsAgainAndOnePassedEndsIt() async throws {
    try await rig.ringing([rig.ring { $0.wakeCheck = .seconds(120) }]) {
      await rig.bring("bath")
      #expect(await eventually { rig.count(.wakeCheckStarted) == 1 })
      #expect(await eventually { rig.outputs.demand == .silence })
      #expect(rig.outcomes.all.isEmpty)
      #expect(await rig.time.eventually(every: .milliseconds(100)) { rig.outputs.demand.isBuzzing })
      // If the ringer looked just before the moment, it looks again half a second later.
      #expect(await rig.time.eventually(every: .milliseconds(100)) { rig.cards.openings == 2 })
      #expect(await rig.time.eventually(every: .milliseconds(250)) { rig.count(.wakeCheckFailed) == 1 })
      #expect(await eventually { rig.outputs.demand.sound != nil })
      await rig.bring("bath")
      #expect(await eventually { rig.count(.wakeCheckStarted) == 2 })
      await eventually {
        rig.time.advance(by: .milliseconds(500))
        rig.cards.see("bath")
        return rig.outputs.demand.isBuzzing
      }
      #expect(await eventually { rig.count(.cardLeft) == 1 })
      #expect(rig.ringer.isRinging)
      #expect(await rig.takeAway("bath"))
      rig.cards.see("bath", at: CardPresence.Place(x: 300, y: 500))
      #expect(await eventually { !rig.ringer.isRinging })
      #expect(await eventually { rig.outcomes.all.map(\.outcome) == [.dismissed(cardID: "id-bath")] })
      #expect(rig.count(.wakeCheckPassed) == 1)
      #expect(rig.count(.dismissFail) == 0)
    }
  }
}
