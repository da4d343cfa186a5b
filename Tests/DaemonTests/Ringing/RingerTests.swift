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
      await rig.pass(.milliseconds(599_900), step: .seconds(1))
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
      #expect(await eventually { rig.outcomes.all.map(\.id) == [first.id] })
      #expect(rig.ringer.current.map(\.armed.id) == [second.id])
      #expect(await rig.time.eventually(every: .milliseconds(100)) { rig.outputs.demand.sound?.sound == "birds" })
      rig.cards.see("door")
      #expect(await eventually { rig.outcomes.all.map(\.id) == [first.id, second.id] })
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
      await rig.pass(.seconds(300), step: .seconds(1))
      rig.time.step(by: step)
      await rig.pass(.seconds(299), step: .seconds(1))
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
      #expect(
        await eventually {
          rig.time.advance(by: .milliseconds(500))
          rig.cards.see("bath")
          return !rig.ringer.isRinging
        })
    }
  }

  @Test func aCameraThatIsUnpluggedDoesNotEndTheRing() async throws {
    try await rig.ringing {
      rig.cards.goBlind()
      #expect(await rig.time.eventually(every: .milliseconds(500)) { rig.cards.openings >= 2 })
      #expect(rig.ringer.isRinging)
      #expect(rig.outcomes.all.isEmpty)
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
  static let cases: [(scheduler: Bool, ringer: Bool, signs: Int)] = [
    (true, true, 10),
    // The first check has nothing to compare with; from the second on, a stuck part is noticed.
    (true, false, 1), (false, true, 1), (false, false, 1),
  ]

  @Test(arguments: cases)
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
