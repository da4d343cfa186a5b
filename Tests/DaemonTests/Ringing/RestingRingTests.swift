import AlarmClock
import Hardware
import Storage
import Testing

@testable import Daemon

/// Rings that are silent for a while: snoozed, or waiting for the wake check.
@Suite struct RestingRingTests {
  private static let bed = Card(
    id: "id-bed", name: "bed", kind: .snooze, digest: [7], isEnrolled: true, created: Instant(seconds: 0))

  private func stage() throws -> Stage { try Stage([card("bath"), Self.bed]) }

  @Test func aSnoozeCardSilencesForAWhileAndThenItRingsAgain() async throws {
    let stage = try stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring { $0.snoozes = 1 })])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await stage.lookAtEmptyScene())
      let snoozed = stage.time.now
      stage.cards.see("bed")
      #expect(await eventually { stage.outputs.demand == .silence })
      #expect(await eventually { stage.count(.snoozed) == 1 })
      #expect(stage.outcomes.all.isEmpty)
      // It is still before the camera, and nothing is wrong with that.
      stage.cards.see("bed")
      stage.time.advance(by: .milliseconds(500))
      stage.cards.see("bed")
      let rest = RingProgress.Rest.snooze(until: snoozed + .seconds(540))
      #expect(await eventually { stage.outcomes.progress.last?.rest == rest })
      #expect(await eventually { stage.outputs.state.withLock { $0.face.text } == "Sn 9" })
      #expect(stage.count(.dismissFail) == 0)
      await stage.pass(.seconds(539), step: .seconds(1))
      #expect(stage.outputs.demand == .silence)
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(250))
          return stage.outputs.demand.sound != nil
        })
      #expect(await eventually { stage.count(.snoozeEnded) == 1 })
      // It lies there still.
      stage.cards.see("bed")
      #expect(await eventually { stage.count(.cardLeft) == 1 })
      #expect(stage.count(.dismissFail) == 0)
      // It was allowed once, also for a card that was brought.
      #expect(await stage.takeAway("bed"))
      stage.cards.see("bed", at: CardPresence.Place(x: 300, y: 500))
      #expect(await eventually { stage.count(.dismissFail) == 1 })
      #expect(
        stage.events.pending.last { $0.kind == .dismissFail }?.detail == "the card bed: it was snoozed once already")
      // That card was away all the time, and the camera has seen it since the snooze.
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath")
      #expect(await eventually { stage.outcomes.all.map(\.outcome) == [.dismissed(cardID: "id-bath")] })
    }
  }

  @Test func withoutLeaveASnoozeCardIsAWrongOne() async throws {
    let stage = try stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      #expect(await eventually { stage.cards.openings == 1 })
      stage.cards.see("bed")
      #expect(await eventually { stage.count(.dismissFail) == 1 })
      #expect(stage.outputs.demand != .silence)
    }
  }

  @Test func aWakeCheckNotPassedRingsAgainAndOnePassedEndsIt() async throws {
    let stage = try stage()
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring { $0.wakeCheck = .seconds(120) })])
      #expect(await eventually { stage.cards.openings == 1 })
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath")
      #expect(await eventually { stage.count(.wakeCheckStarted) == 1 })
      #expect(stage.outputs.demand == .silence)
      #expect(stage.outcomes.all.isEmpty)
      // The card is asked for by a beep, and the camera looks again.
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(100))
          return stage.outputs.demand.isBuzzing
        })
      // Who looked just before it was time looks again half a second later.
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(100))
          return stage.cards.openings == 2
        })
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(250))
          return stage.count(.wakeCheckFailed) == 1
        })
      #expect(await eventually { stage.outputs.demand.sound != nil })
      #expect(await stage.lookAtEmptyScene())
      stage.cards.see("bath")
      #expect(await eventually { stage.count(.wakeCheckStarted) == 2 })
      // Left there, it does not count; taken away and brought back, it does.
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(500))
          stage.cards.see("bath")
          return stage.outputs.demand.isBuzzing
        })
      #expect(await eventually { stage.count(.cardLeft) == 1 })
      #expect(stage.ringer.isRinging)
      #expect(await stage.takeAway("bath"))
      stage.cards.see("bath", at: CardPresence.Place(x: 300, y: 500))
      #expect(await eventually { !stage.ringer.isRinging })
      #expect(await eventually { stage.outcomes.all.map(\.outcome) == [.dismissed(cardID: "id-bath")] })
      #expect(stage.count(.wakeCheckPassed) == 1)
      #expect(stage.count(.dismissFail) == 0)
    }
  }

  /// What was stored before the daemon died, and what its successor does with it two minutes later.
  static let rests: [(RingProgress.Rest?, Bool)] = [
    (nil, true), (.snooze(until: morning + .seconds(121)), false), (.snooze(until: morning + .seconds(119)), true),
    (.wakeCheck(until: morning + .seconds(150)), false), (.wakeCheck(until: morning + .seconds(100)), true),
  ]

  @Test(arguments: rests)
  func aRestOutlivesTheDaemon(rest: RingProgress.Rest?, isLoud: Bool) throws {
    let stage = try stage()
    stage.time.advance(by: .seconds(120))
    let ring = stage.ring {
      $0.snoozes = 2
      $0.wakeCheck = .seconds(600)
    }
    stage.ringer.begin([
      OpenRing(ring, progress: RingProgress(began: morning, isTrusted: true, snoozes: 1, rest: rest))
    ])
    #expect((stage.outputs.demand.sound != nil) == isLoud)
    #expect(stage.ringer.current.map(\.state.snoozes) == [1])
    #expect(stage.count(.resumed) == 1)
  }

  @Test func withoutACameraItRingsInBursts() async throws {
    let stage = try Stage(isBlind: true)
    stage.outputs.state.withLock { $0.devices.camera = false }
    try await stage.run {
      stage.ringer.begin([OpenRing(stage.ring())])
      await stage.pass(.seconds(30), step: .milliseconds(500))
      #expect(stage.outputs.demand.sound?.volume == 80)
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(500))
          return stage.outputs.demand.sound?.volume == 0 && !stage.outputs.demand.isBuzzing
        })
      #expect(
        await eventually {
          stage.time.advance(by: .milliseconds(500))
          return stage.outputs.demand.sound?.volume == 80
        })
      #expect(stage.ringer.isRinging)
    }
  }
}
