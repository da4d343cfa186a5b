import TestSupport
import Testing

@testable import AlarmClock
@testable import Control
@testable import Daemon
@testable import Machine
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
    #expect(await rig.time.eventually(every: .seconds(1)) { await StorageView(rig.ledger).unstored == 0 })
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

@Suite struct SpentAlarmTests {
  enum Step: Sendable {
    /// In hours.
    case pass(Int)
    case step(Int)
    case trust(Bool)
    case restart(isTrusted: Bool)
    case zone(String)
    case acknowledge
    case edit(AlarmInput)
    case change(ChangeAlarm.Change)
    case undo
    /// Makes a copy of the store, and restores it.
    case copy, restore
  }

  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var steps: [Step]
    var isThere: Bool
    var outcome: RingOutcome
    var isTrusted: Bool
    /// The zone shortly before the ring.
    var zone: String?

    init(
      _ description: String, _ steps: [Step], isThere: Bool, _ outcome: RingOutcome = .dismissed(cardID: "x"),
      isTrusted: Bool = true, zone: String? = nil
    ) {
      (self.description, self.outcome, self.isTrusted) = (description, outcome, isTrusted)
      (self.zone, self.steps, self.isThere) = (zone, steps, isThere)
    }
  }

  private static let doubt: [Step] = [.pass(10), .trust(false), .pass(1), .trust(true)]
  private static let leap: [Step] = [.pass(1), .step(240), .pass(1)]
  private static let zone: [Step] = [.pass(10), .zone("Asia/Kolkata"), .pass(20)]
  private static let start: [Step] = [.pass(10), .restart(isTrusted: false), .trust(true), .pass(14)]
  private static let renamed: [Step] = [.pass(20), .edit(AlarmInput(label: "Bus"))]
  private static let removed: [Step] = [.pass(20), .change(.remove), .undo]
  private static let restored: [Step] = [.copy, .pass(24), .restore, .pass(0), .restart(isTrusted: true), .pass(23)]

  static let cases = [
    Case("a day later", [.pass(23), .pass(1)], isThere: false),
    Case("not before", [.pass(23)], isThere: true),
    Case("after a skip, too", [.pass(24)], isThere: false, .skipped),
    Case("not if its outcome is of an untrusted clock", [.pass(100)], isThere: true, isTrusted: false),
    Case("not under an untrusted clock", [.pass(10), .trust(false), .pass(20)], isThere: true),
    Case("not without a day of trust", doubt + [.pass(23)], isThere: true),
    Case("after a day of trust", doubt + [.pass(24)], isThere: false),
    Case("not within a day after the clock was set", [.pass(10), .step(20), .pass(23)], isThere: true),
    Case("a day after the clock was set", [.pass(10), .step(20), .pass(24)], isThere: false),
    Case("nor where it was set back", [.pass(23), .step(-20), .pass(23)], isThere: true),
    Case("but then", [.pass(23), .step(-20), .pass(24)], isThere: false),
    Case("not after a leap of the clock", leap + [.pass(30)], isThere: true),
    Case("a day later once that is set right", leap + [.step(-240), .pass(20), .pass(4)], isThere: false),
    Case("or has stood for a week", leap + [.pass(7 * 24 + 1)], isThere: false),
    Case("not a day after a change of the zone", zone, isThere: true),
    Case("once the zone has stood", zone + [.pass(5)], isThere: false),
    Case("not while a zone could take the outcome back", [.pass(47)], isThere: true, zone: "Asia/Kolkata"),
    Case("once none can", [.pass(48)], isThere: false, zone: "Asia/Kolkata"),
    Case("not until a miss is acknowledged", [.pass(48)], isThere: true, .missed(rang: true)),
    Case("then it goes", [.pass(48), .acknowledge, .pass(0)], isThere: false, .missed(rang: true)),
    Case("whatever starts meanwhile", [.pass(10), .restart(isTrusted: true), .pass(14)], isThere: false),
    Case("not if the clock was untrusted at a start", start, isThere: true),
    Case("until a day later", start + [.pass(10)], isThere: false),
    Case(
      "not if nobody trusted the clock between two starts",
      [.pass(10), .restart(isTrusted: false), .pass(1), .restart(isTrusted: true), .pass(20)], isThere: true),
    Case("not within a day after a change", renamed + [.pass(23)], isThere: true),
    Case("whatever starts then", renamed + [.restart(isTrusted: true), .pass(23)], isThere: true),
    Case("a day after a change", renamed + [.pass(24)], isThere: false),
    Case("not within a day after an undo", removed + [.restart(isTrusted: true), .pass(23)], isThere: true),
    Case("a day after an undo", removed + [.pass(24)], isThere: false),
    Case("not within a day after a restore", restored, isThere: true),
    Case("a day after a restore", restored + [.pass(1)], isThere: false),
    Case("not if it is to ring again", [.pass(10), .change(.enable), .pass(48)], isThere: true),
    Case("nor before it has rung at its new time", [.edit(AlarmInput(time: "09:00")), .pass(72)], isThere: true),
  ]

  private static func ring(_ rig: LedgerRig, _ outcome: RingOutcome, isTrusted: Bool = true) async {
    await rig.end(await rig.takeDue(after: .seconds(1800)), outcome, isTrusted: isTrusted)
  }

  private static func use(_ zone: String, _ rig: LedgerRig) async {
    _ = rig.scheduler.use(SystemZone(variable: zone).read(after: nil))
    await rig.ledger.clockChanged()
  }

  @Test(arguments: cases)
  func goADayAfterTheirRing(row: Case) async throws {
    let folder = try TemporaryFolder()
    var rig: LedgerRig! = try await LedgerRig(folder)
    await rig.ledger.noteStart("")
    try await rig.enroll("bath")
    if let zone = row.zone { await Self.use(zone, rig) }
    let id = try await rig.add(row.zone == nil ? "07:30" : "13:00").id
    await Self.ring(rig, row.outcome, isTrusted: row.isTrusted)
    var copy: [UInt8] = []
    for step in row.steps {
      switch step {
      case .pass(let hours): await rig.pass(.seconds(hours * 3600))
      case .step(let hours):
        rig.time.step(by: .seconds(hours * 3600))
        rig.events.append(.clockStepped)
      case .trust(let isTrusted):
        rig.time.trust(isTrusted)
        rig.events.append(isTrusted ? .clockTrusted : .clockUntrusted)
      case .restart(let isTrusted):
        await rig.ledger.storeEvents()
        let time = rig.time
        rig = nil
        rig = try await LedgerRig.reopened(folder, isTrusted: isTrusted, time: time)
        await rig.ledger.noteStart("")
      case .zone(let name): await Self.use(name, rig)
      case .acknowledge: _ = try await EventHistory.acknowledgeMisses(rig.ledger)
      case .edit(let input): _ = try await rig.edit(id, input)
      case .change(let change): _ = try await rig.change(id, change)
      case .undo: try await rig.undo()
      case .copy: copy = try await RestoreTests.bytes(rig)
      case .restore: try await RestoreTests.restore(copy, rig)
      }
    }
    #expect((rig.inForce.book.alarm(id) != nil) == row.isThere)
    #expect(try Store(path: folder.store).book() == rig.inForce.book)
  }

  @Test func leaveTheLogTheHistoryAndWhatNamesThem() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add(AlarmInput(time: "07:30", label: "Train")).alarm.id
    // These stay: the first has not rung, and the second repeats.
    let off = try await rig.add("07:40").id
    _ = try await rig.change(off, .disable)
    let daily = try await rig.add("07:50", days: "daily").id
    _ = try await rig.change(daily, .disable)
    await Self.ring(rig, .dismissed(cardID: "x"))
    await rig.pass(.seconds(86_400))
    #expect(rig.inForce.book.alarms.map(\.id) == [off, daily])
    let ofAlarm = EventFilter(alarm: AlarmFilter(id, in: rig.inForce.book))
    let removed = try #require(await EventHistory.events(rig.ledger, since: nil, ofAlarm, limit: 100).last)
    #expect(removed.kind == .alarmRemoved && removed.alarmID == id && removed.label == "Train")
    #expect(removed.detail == "automatically, as it does not ring again")
    for name in [id, "train"] {
      var query = RingQuery(limit: 10)
      query.alarm = AlarmFilter(name, in: rig.inForce.book)
      #expect(await RingHistory.rings(rig.ledger, query).map(\.alarmId) == [id])
    }
    #expect(try await rig.add(AlarmInput(time: "07:30", label: "Train")).alarm.label == "Train")
  }

  @Test func stayWhileTheStoreTakesNothing() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add("07:30").id
    await Self.ring(rig, .dismissed(cardID: "x"))
    await rig.ledger.storeEvents()
    rig.time.advance(by: .seconds(86_400))
    let other = try Database(path: rig.folder.store, readOnly: false)
    try other.execute("BEGIN IMMEDIATE")
    await rig.care.look()
    #expect(rig.inForce.book.alarms.map(\.id) == [id])
    try other.execute("ROLLBACK")
    await eventually {
      await rig.pass(.seconds(5))
      return rig.inForce.book.alarms.isEmpty
    }
    #expect(try Store(path: rig.folder.store).alarms().isEmpty)
    #expect(await rig.log.count { $0.kind == .alarmRemoved } == 1)
  }

  @Test func stayWhileAnAlarmRings() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add("07:30").id
    let other = try await rig.add("07:40", days: "daily").id
    await Self.ring(rig, .dismissed(cardID: "x"))
    await rig.end(await rig.takeDue(after: .seconds(600)), .skipped)
    let rings = await rig.takeDue(after: .seconds(86_400))
    await rig.care.look()
    #expect(rig.inForce.book.alarms.map(\.id) == [id, other])
    await rig.end(rings, .skipped)
    await rig.care.look()
    #expect(rig.inForce.book.alarms.map(\.id) == [other])
  }
}
