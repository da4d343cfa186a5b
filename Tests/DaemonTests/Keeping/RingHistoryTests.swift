import Testing

@testable import AlarmClock
@testable import Control
@testable import Daemon
@testable import Storage

@Suite struct RingHistoryTests {
  private static let all = RingQuery(limit: 100)

  private func history(_ rig: LedgerRig) async -> [HistoryView] { await RingHistory.rings(rig.ledger, Self.all) }

  /// A folder with a daily alarm at 07:30, which has been ringing for two seconds.
  private func ringing(time: ManualTime? = nil) async throws -> (rig: LedgerRig, ring: ArmedOccurrence) {
    let rig = try await LedgerRig(enrolling: "bath", daily: "07:30", time: time)
    await rig.ledger.tellAbsence()
    let ring = try #require(await rig.takeDue(after: .seconds(1802)).first)
    await rig.ledger.progressed([ring.id: progress(of: ring, wrongCodes: 2)])
    return (rig, ring)
  }

  private func progress(of ring: ArmedOccurrence, wrongCodes: Int) -> RingProgress {
    RingProgress(
      began: ring.due, isTrusted: true, snoozes: 1, tally: RingTally(began: ring.due, wrongCodes: wrongCodes))
  }

  private func end(_ ring: ArmedOccurrence, in rig: LedgerRig, wrongCodes: Int) async throws {
    let card = try #require(rig.inForce.book.cards.first)
    await rig.ledger.record([
      EndedRing(
        outcome: .dismissed(cardID: card.id), armed: ring, ended: rig.time.now, isTrusted: true,
        progress: progress(of: ring, wrongCodes: wrongCodes))
    ])
  }

  @Test func aRingIsInTheHistoryFromItsBeginningForAsLongAsTheSettingSays() async throws {
    let (rig, ring) = try await ringing()
    let open = try #require(await history(rig).first)
    #expect(open.outcome == nil && open.ended == nil && open.wrongCodes == 2 && open.lateSeconds == 0)
    rig.time.advance(by: .seconds(90))
    try await end(ring, in: rig, wrongCodes: 3)
    let ended = try #require(await history(rig).first)
    #expect(ended.outcome == .dismissed && ended.card == "bath" && ended.tookSeconds == 92)
    #expect(ended.wrongCodes == 3 && ended.snoozes == 1 && ended.interruptions.isEmpty)
    #expect(await history(rig).count == 1)
    rig.time.advance(by: .seconds(500 * 86_400))
    await rig.care.checkAfterStart()
    let store = try Store(path: rig.folder.store)
    #expect(try store.endedKeys(of: ring.plan.alarmID, dueAfter: .min).isEmpty, "the record is gone")
    #expect(try store.ringRecords(Self.all).count == 1)
    #expect(try await code { try await rig.set("history", to: "29d") } == .usage)
    _ = try await rig.set("history", to: "499d")
    await rig.care.checkAfterStart()
    #expect(try store.ringRecords(Self.all).isEmpty)
  }

  @Test(arguments: [InterruptionView.Kind.serviceStopped, .serviceDied, .powerGone])
  func whatInterruptsARingIsToldByItsKind(kind: InterruptionView.Kind) async throws {
    let time = ManualTime(morning)
    let folder = try await ringing(time: time).rig.stop { rig in
      rig.time.advance(by: .seconds(60))
      // Each minute during a ring, the daemon records that it runs.
      if kind == .serviceStopped { await rig.ledger.leave() } else { await rig.care.look() }
    }
    if kind == .powerGone { time.cutPower(for: .seconds(120)) } else { time.advance(by: .seconds(120)) }
    let rig = try await LedgerRig.reopened(folder, time: time)
    #expect(rig.interrupted.map(\.progress?.tally.wrongCodes) == [2])
    await rig.ledger.tellAbsence()
    await rig.ledger.tellAbsence()
    rig.time.advance(by: .seconds(30))
    try await end(try #require(rig.interrupted.first).armed, in: rig, wrongCodes: 2)
    let told = try #require(await history(rig).first)
    #expect(
      told.interruptions == [
        InterruptionView(kind: kind, began: "2026-11-21T07:31:02+00:00", ended: "2026-11-21T07:33:02+00:00")
      ])
    #expect(told.tookSeconds == 212 && told.wrongCodes == 2)
    #expect(rig.events.pending.isEmpty || rig.events.pending.allSatisfy { $0.kind != .serviceAway })
    #expect(await rig.log.count { $0.kind == .serviceAway } == 1)
  }

  @Test func whatWentOnBesideRingsIsToldStoredOrNot() async throws {
    let rig = try await LedgerRig()
    func note(_ kind: Happening.Kind, at second: Int64, _ label: String?) {
      let moment = morning + .seconds(second)
      rig.events.append(
        .dismissFail, happening: Happening(kind, began: moment, ended: moment + .seconds(5), label: label))
    }
    note(.wrongCard, at: 100, "door")
    await rig.ledger.storeEvents()
    note(.noise, at: 50, "rain")
    #expect(await RingHistory.happenings(rig.ledger, since: .min).map(\.label) == ["rain", "door"])
    #expect(await RingHistory.happenings(rig.ledger, since: morning + .seconds(60)).map(\.kind) == [.wrongCard])
  }

  /// A power cut at the due time explains why a ring was late or missed.
  @Test func whatKeptARingFromBeginningIsAnInterruptionOfIt() async throws {
    let time = ManualTime(morning)
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30", time: time).stop { rig in
      await rig.ledger.tellAbsence()
      await rig.ledger.storeEvents()
    }
    time.cutPower(for: .seconds(4000))
    let rig = try await LedgerRig.reopened(folder, time: time)
    await rig.ledger.tellAbsence()
    let missed = try #require(await history(rig).first)
    #expect(missed.outcome == .missedUnrung && missed.began == nil && missed.tookSeconds == nil)
    #expect(missed.interruptions.map(\.kind) == [.powerGone])
    #expect(missed.interruptions.map(\.began) == ["2026-11-21T07:00:00+00:00"])
  }

  /// A clock without a battery restarts in the past, so nobody knows how long it was off.
  @Test func anAbsenceOfLessThanNothingIsNotTold() async throws {
    let folder = try await LedgerRig().stop { rig in
      await rig.ledger.tellAbsence()
      await rig.ledger.leave()
    }
    let rig = try await LedgerRig.reopened(folder, at: morning - .seconds(86_400))
    await rig.ledger.tellAbsence()
    #expect(!rig.events.pending.contains { $0.kind == .serviceAway })
  }

  @Test func anEndThatTheDiskDidNotTakeIsInTheHistoryBeforeAndAfterItDoes() async throws {
    let (rig, ring) = try await ringing()
    try await holding(rig.folder) {
      rig.events.append(.dismissSuccess, of: ring.plan, detail: "bath")
      try await end(ring, in: rig, wrongCodes: 4)
      #expect(await StorageView(rig.ledger).unstored == 1)
      let waiting = await history(rig)
      #expect(waiting.map(\.outcome) == [.dismissed] && waiting.map(\.card) == ["bath"])
      #expect(waiting.map(\.wrongCodes) == [4])
    }
    #expect(await rig.pass(.seconds(1)) { await StorageView(rig.ledger).unstored == 0 })
    let stored = try Store(path: rig.folder.store).ringRecords(Self.all)
    #expect(stored.map(\.outcome) == [.dismissed] && stored.map(\.tally.wrongCodes) == [4])
  }

  @Test func anAlarmIsFoundByTheLabelThatItHasAndThatItHad() async throws {
    let (rig, ring) = try await ringing()
    try await end(ring, in: rig, wrongCodes: 0)
    let id = ring.plan.alarmID
    _ = try await rig.edit(id, AlarmInput(label: "Work"))
    try await end(try #require(await rig.takeDue(after: .seconds(86_400)).first), in: rig, wrongCodes: 0)
    func count(_ name: String) async -> Int {
      var query = Self.all
      query.alarm = AlarmFilter(name, in: rig.inForce.book)
      return await RingHistory.rings(rig.ledger, query).count
    }
    for name in [id, "Work", "work"] { #expect(await count(name) == 2, "\(name)") }
    _ = try await rig.change(id, .remove)
    #expect(await count(id) == 2)
    #expect(await count("work") == 1)
    #expect(await count("Wor") == 0)
  }
}

@Suite struct BlindnessTests {
  @Test func theTimeWithoutACameraIsToldOnceItSeesAgainOrTheRingIsOver() async throws {
    let rig = try RingRig()
    func tell(_ camera: Bool, after seconds: Int) {
      rig.time.advance(by: .seconds(seconds))
      rig.outputs.state.withLock { $0.devices.camera = camera }
      rig.ringer.drive()
    }
    rig.ringer.begin([OpenRing(rig.ring())])
    tell(false, after: 10)
    tell(false, after: 20)
    tell(true, after: 25)
    // The camera is only reopened.
    tell(false, after: 5)
    rig.time.advance(by: .milliseconds(900))
    tell(true, after: 0)
    tell(false, after: 5)
    // The ring gives up after ten minutes.
    tell(false, after: 1000)
    let told = rig.events.pending.filter { $0.kind == .noCamera }.compactMap(\.happening)
    #expect(told.map(\.kind) == [.noCamera, .noCamera])
    #expect(told.map { $0.began - morning } == [.seconds(10), .milliseconds(65_900)])
    #expect(told.map { $0.ended - morning } == [.seconds(55), .milliseconds(1_065_900)])
    tell(false, after: 100)
    #expect(rig.count(.noCamera) == 2)
  }
}
