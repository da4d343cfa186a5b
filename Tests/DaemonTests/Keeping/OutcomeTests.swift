import CSQLite
import Control
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

/// Outcomes, and other changes, that wait for a store that accepts nothing, or little.
@Suite struct OutcomeTests {
  private let rig: LedgerRig

  init() async throws { rig = try await LedgerRig() }

  private func ring(_ number: Int, of alarmID: String = "aaaaaa") -> ArmedOccurrence {
    ArmedOccurrence(of: alarmID, due: morning + .seconds(Int64(number)))
  }

  private func end(_ ring: ArmedOccurrence, cardID: String = "x") -> LedgerQueue.Entry {
    .ended(EndedRing(outcome: .dismissed(cardID: cardID), armed: ring, ended: ring.due + .seconds(9), isTrusted: true))
  }

  private func storedEnds(_ rig: LedgerRig) throws -> [String] {
    try Store(path: rig.folder.store).events(since: nil, limit: 100_000)
      .filter { $0.kind == .dismissSuccess }.map { $0.detail ?? "" }
  }

  @Test func howeverLongNobodyTakesItThereIsNoMoreThanTheLastOfEach() async throws {
    let queue = LedgerQueue(events: rig.events)
    let rings = (0..<1000).map { ring($0, of: "alarm\($0 % 40)") }
    for round in 0..<25 {
      for ring in rings {
        queue.put(.passed([ring]))
        queue.put(.progressed(ring.id, RingProgress(began: ring.due, isTrusted: true, snoozes: round % 5)))
        queue.put(.timersChanged)
        queue.put(.clockChanged)
      }
    }
    // One `passed` per alarm, one `progressed` per ring, and the two flags.
    #expect(queue.count == 40 + 1000 + 2)
    for (number, ring) in rings.enumerated() {
      rig.events.append(.dismissSuccess, of: ring.plan, detail: "\(number)")
      queue.put(end(ring))
      queue.put(.progressed(ring.id, RingProgress(began: ring.due, isTrusted: true)))
    }
    // The first outcome of each ring stays.
    for ring in rings { queue.put(end(ring, cardID: "y")) }
    #expect(queue.count == 40 + 1000 + 2)
    #expect(queue.outcomes == 1000)

    let running = Task { await queue.run(rig.ledger) }
    defer { running.cancel() }
    try #require(await eventually { queue.isEmpty })
    #expect(try storedEnds(rig) == rings.indices.map(String.init))
    let cards = try Store(path: rig.folder.store).database.run(
      "SELECT card_id, COUNT(*) FROM rings WHERE outcome = 'dismissed' GROUP BY card_id"
    ) { ($0.text(0), $0.integer(1)) }
    #expect(cards.map(\.0) == ["x"] && cards.map(\.1) == [1000])
    #expect(rig.events.pending.isEmpty)
  }

  @Test func whatAStoreDidNotTakeIsThereInOrderOnceItDoes() async throws {
    let queue = LedgerQueue(events: rig.events)
    let running = Task { await queue.run(rig.ledger) }
    defer { running.cancel() }
    try await holding(rig.folder) {
      for number in 0..<300 {
        rig.events.append(.dismissSuccess, of: ring(number).plan, detail: "\(number)")
        queue.put(end(ring(number)))
        // Stored one by one, each would wait for a store that has just refused. So only some of them do.
        if number % 30 == 0 { try #require(await eventually { queue.isEmpty }) }
      }
      try #require(await eventually { queue.isEmpty })
      #expect(await StorageView(rig.ledger).unstored == 300)
    }
    #expect(try storedEnds(rig).isEmpty)
    #expect(await rig.time.eventually(every: .seconds(1)) { await StorageView(rig.ledger).unstored == 0 })
    #expect(try storedEnds(rig) == (0..<300).map(String.init))
    #expect(try Store(path: rig.folder.store).endedKeys(of: "aaaaaa", dueAfter: .min).count == 300)
  }

  @Test func moreOutcomesThanCanWaitLeaveTheLatestAndAreTold() async throws {
    let count = 3 * WaitingOutcomes.most
    try await holding(rig.folder) {
      for start in stride(from: 0, to: count, by: 500) {
        let rings = (start..<start + 500).map { ring($0) }
        for ring in rings { rig.events.append(.dismissSuccess, of: ring.plan, detail: "\(ring.due - morning)") }
        await rig.ledger.record(
          rings.map { EndedRing(outcome: .dismissed(cardID: "x"), armed: $0, ended: $0.due, isTrusted: true) })
      }
    }
    let waiting = await StorageView(rig.ledger).unstored
    #expect(waiting <= WaitingOutcomes.most && waiting > WaitingOutcomes.most * 8 / 10)
    #expect(rig.events.pending.count <= EventLog.mostPending + WaitingOutcomes.most + 1)
    let told = rig.events.pending.filter { $0.kind == .storageFailed }.compactMap(\.detail)
    #expect(told.contains { $0.hasPrefix("1000 ") })
    #expect(await rig.time.eventually(every: .seconds(1)) { await StorageView(rig.ledger).unstored == 0 })
    await rig.ledger.storeEvents()
    let ends = try storedEnds(rig)
    #expect(ends.count == Set(ends).count)
    #expect(ends.suffix(waiting) == (count - waiting..<count).map { "\(Duration.seconds($0))" }[...])
    #expect(rig.events.pending.isEmpty)
  }

  @Test func linesThatHaveToGoAreCountedAndThoseOfOutcomesStay() throws {
    let events = EventLog(time: ManualTime(morning), log: try quietLog())
    for number in 0..<35_000 {
      events.append(number % 100 == 0 ? .dismissSuccess : .deviceFailed, alarmID: "aaaaaa", detail: "\(number)")
    }
    let pending = events.pending
    #expect(pending.count <= EventLog.mostPending + 350)
    #expect(pending.filter { $0.kind == .dismissSuccess }.count == 350)
    let notes = pending.filter { $0.kind == .eventsPruned }
    let gone = 35_000 - pending.count + notes.count
    #expect(notes.map { $0.detail?.hasPrefix("\(gone) ") } == [true])
    #expect(pending.map { $0.sequence ?? 0 } == pending.map { $0.sequence ?? 0 }.sorted())
    // Once the note is stored, a new one counts from zero.
    events.stored(upTo: .max)
    for _ in 0...EventLog.mostPending { events.append(.deviceFailed) }
    #expect(events.pending.last?.detail?.hasPrefix("1000 ") == true)
  }

  @Test func whatHappensToManyRingsAtOnceIsStoredInAFewTransactions() async throws {
    let rings = (0..<300).map { ring($0, of: "alarm\($0)") }
    for ring in rings { rig.scheduler.resume(ring) }
    let before = try WriteAheadLog.commits(rig.folder)
    var batch = LedgerQueue.Batch()
    _ = batch.add(.passed(rings))
    for ring in rings { _ = batch.add(.progressed(ring.id, RingProgress(began: ring.due, isTrusted: true))) }
    await rig.ledger.take(batch)
    let begun = try WriteAheadLog.commits(rig.folder)
    batch = LedgerQueue.Batch()
    for ring in rings {
      rig.events.append(.dismissSuccess, of: ring.plan)
      _ = batch.add(end(ring))
    }
    await rig.ledger.take(batch)
    let ended = try WriteAheadLog.commits(rig.folder)
    print("figure: 300 rings at once: \(begun - before) transactions to begin, \(ended - begun) to end")
    #expect(begun - before <= 3)
    #expect(ended - begun <= 3)
    #expect(try Store(path: rig.folder.store).endedKeys(of: "alarm299", dueAfter: .min).count == 1)
  }

  @Test func whatWasToBeSkippedAndIsAskedForAgainAsItComesDueEndsAsARing() async throws {
    try await rig.enroll("bath")
    let id = try await rig.add("07:30", days: "daily").id
    _ = try await rig.change(id, .skip)
    let skipped = try #require(rig.scheduler.armedOccurrence(of: id))
    #expect(skipped.isSkipped)
    var wanted = skipped
    wanted.isSkipped = false
    rig.time.advance(by: .seconds(1800))
    rig.scheduler.resume(wanted)
    // The occurrence was taken as skipped a moment before.
    var batch = LedgerQueue.Batch()
    _ = batch.add(.ended(EndedRing(outcome: .skipped, armed: skipped, ended: skipped.due, isTrusted: true)))
    _ = batch.add(.passed([skipped]))
    await rig.ledger.take(batch)
    #expect(rig.scheduler.ringing.map(\.id) == [skipped.id])
    #expect(await rig.ledger.endedKeys(of: id, dueAfter: morning).isEmpty)
    #expect(try Store(path: rig.folder.store).openRings().contains { $0.armed.id == skipped.id })
    await rig.ledger.record(.dismissed(cardID: "bath"), of: wanted, at: rig.time.now)
    #expect(await rig.ledger.endedKeys(of: id, dueAfter: morning) == [skipped.occurrence.key])
    #expect(rig.scheduler.ringing.isEmpty)
  }

  @Test func whatCouldNotBeStoredOfARingIsStoredAsSoonAsItCan() async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      _ = try await rig.add(AlarmInput(time: "07:30", days: "daily", values: [.catchUp: "0s"]))
      rig.time.advance(by: .seconds(1800))
      try await holding(rig.folder) {
        let due = try #require(await rig.takeDue().first)
        await rig.ledger.progressed([due.id: RingProgress(began: due.due, isTrusted: true)])
      }
      #expect(await rig.ledger.health.isBehind)
      #expect(await rig.time.eventually(every: .seconds(1)) { await !rig.ledger.health.isBehind })
    }
    let stored = try Store(path: folder.store).openRings()
    #expect(stored.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30", "2026-11-22T07:30"])
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1860))
    #expect(rig.interrupted.map(\.progress?.began) == [morning + .seconds(1800)])
  }

  @Test func whoeverIsRefusedIsToldWhatHoldsTheStore() async throws {
    try await rig.enroll("bath")
    let refusal = try await holding(rig.folder) {
      await #expect(throws: ControlError.self) { try await rig.add("07:30") }
    }
    #expect(refusal?.why.contains("locked") ?? false)
    let fix = "end the program that holds it (`sudo fuser -v \(rig.folder.path)/rouse.sqlite`"
    #expect(refusal?.fix.hasPrefix(fix) ?? false)
  }

  @Test func whileAStoreIsReplacedWhatIsArmedStaysSo() async throws {
    try await rig.enroll("bath")
    let alarm = try await rig.add("07:30", days: "daily")
    var emptied = rig.inForce.book
    emptied.alarms = []
    try await holding(rig.folder) {
      let ledger = rig.ledger
      let new = emptied
      let isOver = Box(false)
      let replacing = Task {
        defer { isOver.withLock { $0 = true } }
        try await ledger.install(new)
      }
      // Checked continuously while the disk hangs.
      await eventually {
        guard rig.scheduler.next?.plan.alarmID == alarm.id else {
          Issue.record("nothing is armed")
          return true
        }
        return isOver.withLock { $0 }
      }
      await #expect(throws: StorageError.self) { try await replacing.value }
    }
    #expect(rig.scheduler.next?.plan.alarmID == alarm.id)
    #expect(rig.views.all.map(\.id) == [alarm.id])
  }
}

/// The write-ahead log of a store (<https://www.sqlite.org/fileformat2.html#walformat>).
private enum WriteAheadLog {
  /// Returns the number of transactions in the log, which must not have been restarted.
  static func commits(_ folder: TemporaryFolder) throws -> Int {
    let bytes = try Descriptor.contents(of: folder.path + "/rouse.sqlite-wal", limit: 1 << 24)
    guard bytes.count > 32 else { return 0 }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let frames = stride(from: 32, to: bytes.count - 24, by: 24 + number(8))
    // The size of the database after a commit; 0 in all frames except the last of a transaction.
    return frames.count { bytes[$0 + 8..<$0 + 16] == bytes[16..<24] && number($0 + 4) > 0 }
  }
}

/// Locks the store against all other writers during `body`.
func holding<Value>(_ folder: TemporaryFolder, _ body: () async throws -> Value) async throws -> Value {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  guard sqlite3_open(folder.path + "/rouse.sqlite", &handle) == SQLITE_OK,
    // Waits for current writers.
    sqlite3_busy_timeout(handle, 180_000) == SQLITE_OK,
    sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
  else { throw StorageError(.other, "holding the store", String(cString: sqlite3_errmsg(handle))) }
  return try await body()
}

/// Counts SQL statements, because the count does not depend on the machine's load.
@Suite struct ChangeCostTests {
  @Test func aChangeTakesTheSameFewStatementsHoweverManyAlarmsThereAre() async throws {
    var found: [[String: Int]] = []
    for alarms in [1, 300] {
      let rig = try await LedgerRig(enrolling: "bath")
      var ids: [String] = []
      for number in 0..<alarms { ids.append(try await rig.add("07:\(10 + number % 50)", days: "daily").id) }
      let id = ids[0]
      found.append([
        "add": try await statements(rig) { try await rig.add("09:00") },
        "edit": try await statements(rig) { try await rig.edit(id, AlarmInput(time: "10:00")) },
        "skip": try await statements(rig) { try await rig.change(id, .skip) },
        "remove": try await statements(rig) { try await rig.change(id, .remove) },
        "setting": try await statements(rig) { try await rig.set("brightness", to: "3") },
        "preset": try await statements(rig) { try await rig.addPreset("tea", TimerInput(length: "4m")) },
      ])
    }
    #expect(found[0] == found[1])
    print("figure: statements of a change: \(found[1].sorted { $0.key < $1.key }.map { "\($0) \($1)" })")
    for (change, count) in found[1] { #expect(count <= 9, "\(change)") }
  }

  private func statements(_ rig: LedgerRig, _ change: () async throws -> some Any) async throws -> Int {
    let before = await rig.ledger.statements
    _ = try await change()
    return await rig.ledger.statements - before
  }
}

extension Ledger {
  fileprivate var statements: Int { folder.store.database.runs }
}
