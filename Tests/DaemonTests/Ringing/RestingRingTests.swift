import Testing

@testable import AlarmClock
@testable import Daemon

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
      await rig.pass(.seconds(539), step: .seconds(1))
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
        rig.events.pending.last { $0.kind == .dismissFail }?.detail == "the card bed: it was snoozed once already")
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
      await rig.pass(.milliseconds(500), step: .milliseconds(500))
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
      await rig.pass(.seconds(8), step: .milliseconds(250))
      #expect(rig.isLit)
      await rig.pass(.seconds(3), step: .milliseconds(250))
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
      #expect(
        await eventually {
          rig.time.advance(by: .milliseconds(500))
          rig.cards.see("bath")
          return rig.outputs.demand.isBuzzing
        })
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
