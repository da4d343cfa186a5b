import AlarmClock
import Storage
import Testing

@testable import Daemon

@Suite struct RingerTests {
  @Test func aRingBeginsOnTheCallersThread() throws {
    let stage = try Stage()
    stage.ringer.begin([OpenRing(stage.ring())])
    // Nothing else runs: what is demanded now was demanded by the call itself.
    #expect(stage.outputs.demand.sound?.sound == "tone")
    #expect(stage.outputs.demand.vibration == .medium)
    #expect(stage.count(.fired) == 1)
    #expect(stage.ringer.isRinging)
    #expect(!stage.ringer.ifIdle { Issue.record("it is not idle") })
  }

  @Test func aSpeakerThatFailsBringsTheBuzzerAtOnce() throws {
    let stage = try Stage()
    stage.outputs.state.withLock { $0.devices.speaker = .failed }
    stage.ringer.begin([OpenRing(stage.ring())])
    #expect(stage.outputs.demand.isBuzzing)
    #expect(stage.count(.buzzerStarted) == 1)
  }

  @Test func wrongCodesEndNothingAndTheRightCardDoes() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring(cards: ["id-bath"]))])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("secret-of-a-stranger", "door")
      #expect(await eventually { stage.count(.dismissFail) == 1 })
      #expect(stage.ringer.isRinging)
      #expect(stage.outcomes.all.isEmpty)
      #expect(stage.outputs.demand != .silence)
      stage.cards.see("bath")
      #expect(await eventually { !stage.ringer.isRinging })
      #expect(stage.outputs.demand == .silence)
      #expect(await eventually { stage.outcomes.all.map(\.outcome) == [.dismissed(cardID: "id-bath")] })
      #expect(await eventually { stage.count(.dismissSuccess) == 1 })
      #expect(await eventually { stage.outputs.state.withLock { $0.face.text } == "07:00" })
      #expect(!stage.events.pending.contains { $0.detail?.contains("secret") == true })
    }
  }

  @Test func aCardThatWasNeverSeenToReadEndsNothing() async throws {
    let stage = try Stage([card("new", isEnrolled: false), card("bath")])
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      stage.cards.see("new")
      #expect(await eventually { stage.count(.dismissFail) == 1 })
      #expect(stage.ringer.isRinging)
    }
  }

  @Test func aWrongCodeIsShownAndToldNowAndThenOnly() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await stage.lookAtEmptyScene())
      for frame in 1...45 {
        stage.cards.see("cereal", brightness: frame)
        stage.time.advance(by: .milliseconds(66))
      }
      #expect(await eventually { stage.outputs.state.withLock { $0.face.text } == ReadingHint.wrongCode.word })
      // The card that ends it comes after all of them: by then each was looked at.
      stage.cards.see("bath")
      #expect(await eventually { !stage.ringer.isRinging })
      #expect((1...3).contains(stage.count(.dismissFail)))
    }
  }

  @Test func aRingThatNobodyAnswersGivesUpAndIsMissed() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      await stage.pass(.milliseconds(599_900), step: .seconds(1))
      #expect(stage.ringer.isRinging)
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(100))
          return !stage.ringer.isRinging
        })
      #expect(stage.outputs.demand == .silence)
      #expect(await eventually { stage.outcomes.all.map(\.outcome) == [.missed(rang: true)] })
      #expect(stage.count(.missed) == 1)
    }
  }

  @Test func alarmsThatRingTogetherAreAnsweredEachByItsOwnCard() async throws {
    let stage = try Stage()
    try await stage.run {
      let first = stage.ring("first1", cards: ["id-bath"])
      let second = stage.ring("second", cards: ["id-door"], sound: "birds")
      stage.ringer.begin([OpenRing(first)])
      #expect(await eventually { stage.cards.openings == 1 })
      stage.time.advance(by: .seconds(5))
      stage.ringer.begin([OpenRing(second)])
      #expect(stage.ringer.current.count == 2)
      #expect(stage.outputs.demand.sound?.sound == "tone")
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath")
      #expect(await eventually { stage.outcomes.all.map(\.id) == [first.id] })
      #expect(stage.ringer.current.map(\.armed.id) == [second.id])
      // The ring that is left goes on with its own sound.
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(100))
          return stage.outputs.demand.sound?.sound == "birds"
        })
      stage.cards.see("door")
      #expect(await eventually { stage.outcomes.all.map(\.id) == [first.id, second.id] })
      #expect(stage.outputs.demand == .silence)
    }
  }

  @Test func oneCardAnswersEveryRingItBelongsTo() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring("first1")), OpenRing(stage.ring("second"))])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath")
      #expect(await eventually { stage.outcomes.all.count == 2 })
      #expect(stage.outputs.demand == .silence)
    }
  }

  @Test(arguments: [Duration.seconds(86_400), .seconds(-86_400)])
  func aStepOfTheClockNeitherEndsNorProlongsARing(step: Duration) async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      await stage.pass(.seconds(300), step: .seconds(1))
      stage.time.step(by: step)
      await stage.pass(.seconds(299), step: .seconds(1))
      #expect(stage.ringer.isRinging)
      stage.time.advance(by: .seconds(1))
      // Whoever looked at the time just before it was moved sleeps for half a second more.
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(100))
          return !stage.ringer.isRinging
        })
      #expect(await eventually { stage.outcomes.all.map(\.outcome) == [.missed(rang: true)] })
    }
  }

  /// So that a restart after a step of the clock finds how long it has rung.
  @Test func howFarARingHasGotIsTakenDownByTheTimeOfDayThereIs() throws {
    let stage = try Stage()
    stage.ringer.begin([OpenRing(stage.ring())])
    #expect(stage.outcomes.progress.map(\.began) == [morning])
    stage.time.advance(by: .seconds(60))
    stage.time.step(by: .seconds(7200))
    stage.ringer.followClock()
    #expect(stage.outcomes.progress.map(\.began) == [morning, morning + .seconds(7200)])
  }

  @Test func aResumedRingHasTheTimeItRangBehindIt() throws {
    let stage = try Stage()
    let began = morning - .seconds(70)
    stage.ringer.begin([
      OpenRing(stage.ring(due: began), progress: RingProgress(began: began, isTrusted: true))
    ])
    #expect(stage.outputs.demand.isBuzzing)
    #expect(stage.ringer.current.map(\.state.end) == [stage.time.monotonic + .seconds(530)])
    #expect(stage.count(.resumed) == 1)
    #expect(stage.count(.fired) == 0)
  }

  @Test func aLateRingHasAllOfItBeforeItAndATooLateOneIsMissedWithoutANoise() throws {
    let stage = try Stage()
    stage.ringer.begin([OpenRing(stage.ring(due: morning - .seconds(899)))])
    #expect(stage.ringer.current.map(\.state.end) == [stage.time.monotonic + .seconds(600)])
    #expect(stage.count(.fired) == 1)

    let late = try Stage()
    late.ringer.begin([OpenRing(late.ring(due: morning - .seconds(900)))])
    #expect(late.outcomes.all.map(\.outcome) == [.missed(rang: false)])
    #expect(late.outputs.demand == .silence)
    #expect(!late.ringer.isRinging)
    #expect(late.count(.missed) == 1)
  }

  @Test func aRingGoesOnWithoutACameraAndLooksAgainWhenThereIsOne() async throws {
    let stage = try Stage(isBlind: true)
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(500))
          return stage.cards.openings >= 3
        })
      #expect(stage.ringer.isRinging)
      #expect(stage.outputs.demand.sound != nil)
      stage.cards.heal()
      #expect(await stage.lookAtEmptyScene())
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(500))
          stage.cards.see("bath")
          return !stage.ringer.isRinging
        })
    }
  }

  @Test func aCameraThatIsUnpluggedDoesNotEndTheRing() async throws {
    let stage = try Stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      stage.cards.goBlind()
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(500))
          return stage.cards.openings >= 2
        })
      #expect(stage.ringer.isRinging)
      #expect(stage.outcomes.all.isEmpty)
    }
  }
}
