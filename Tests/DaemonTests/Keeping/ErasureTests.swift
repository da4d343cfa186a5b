import Control
import Glibc
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

/// Erased data is gone from all files, and alarms keep what they need.
@Suite struct ErasureTests {
  static let planted = "Zimtstern"

  private let rig: LedgerRig

  init() async throws { rig = try await Self.rig() }

  static func traces(_ rig: LedgerRig) throws -> [String] { try traces(in: rig.folder.path) }

  /// Returns the files in a folder and its subfolders that contain the planted label.
  static func traces(in folder: String) throws -> [String] {
    try DurableFile.names(in: folder).flatMap { name throws -> [String] in
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return try traces(in: path) }
      let text = String(decoding: try Descriptor.contents(of: path, limit: 1 << 24), as: UTF8.self)
      return text.contains(planted) ? [name] : []
    }
  }

  /// A clock whose store, log, backup and set-aside store have the planted label of an alarm that was renamed since.
  static func rig(_ folder: TemporaryFolder? = nil, time: ManualTime? = nil) async throws -> LedgerRig {
    let rig = try await LedgerRig(folder, enrolling: "bath", time: time)
    let folder = rig.folder
    await rig.ledger.tellAbsence()
    let alarm = try await rig.add(AlarmInput(time: "07:30", label: planted, days: "daily")).alarm
    _ = try await rig.add(AlarmInput(time: "09:00", label: "Gym", days: "mon"))
    let ring = try #require(await rig.takeDue(after: .seconds(1800)).first)
    let card = try #require(rig.inForce.book.cards.first)
    let progress = RingProgress(began: ring.due, isTrusted: true)
    await rig.ledger.progressed([ring.id: progress])
    await rig.ledger.record([
      EndedRing(
        outcome: .dismissed(cardID: card.id), armed: ring, ended: rig.time.now, isTrusted: true, progress: progress)
    ])
    rig.events.append(
      .dismissFail, label: planted,
      happening: Happening(.wrongCard, began: rig.time.now, ended: rig.time.now, label: planted))
    await rig.ledger.storeEvents()
    try await StoreCare.backUp(rig.ledger)
    try await StoreCare.backUp(rig.ledger, "-before-restore")
    for name in ["rouse.sqlite.broken-1", "rouse.sqlite.broken-1-wal", "rouse.sqlite-wal.stranger", "backups/partial"] {
      try DurableFile.replace("\(folder.path)/\(name)", by: Array("xx\(planted)xx".utf8))
    }
    _ = try await rig.edit(alarm.id, AlarmInput(label: "Work"))
    try #require(try Set(traces(in: folder.path)).isSuperset(of: ["rouse.sqlite", "rouse.sqlite.broken-1"]))
    rig.time.advance(by: .seconds(600))
    return rig
  }

  static let history = RingQuery(limit: 100)

  static func expectErased(_ rig: LedgerRig, armed: [ArmedOccurrence]) async throws {
    #expect(try traces(rig) == [])
    #expect(await RingHistory.rings(rig.ledger, history).isEmpty)
    #expect(await RingHistory.happenings(rig.ledger, since: .min).isEmpty)
    #expect(rig.scheduler.upcoming == armed)
    let store = try Store(path: rig.folder.store, isThere: true)
    #expect(try store.openRings().map(\.armed) == armed)
    #expect(try store.erasure() == nil)
    let backup = try #require(await rig.ledger.backups.first)
    try Store.check(fileAt: backup.path)
    #expect(try Store(path: backup.path, isThere: true).openRings().map(\.armed) == armed)
    #expect(rig.erasedBeside.value.contains("evidence"))
  }

  static func begin(_ erasure: Erasure, _ rig: LedgerRig) async throws {
    try await rig.ledger.commit("it") { store throws(StorageError) in try store.set(erasure) }
    #expect(try await Erasures.begin(erasure, on: rig.ledger))
  }

  static func erase(
    _ rig: LedgerRig, all: Bool = false, alarms: Bool = false, cards: Bool = false, now: Bool = false
  ) async throws -> EraseData.Reply {
    try await rig.erasures.erase(EraseData(all: all, alarms: alarms, cards: cards, now: now))
  }

  @Test func atOnceNothingOfTheHistoryIsLeftInAnyFile() async throws {
    let armed = rig.scheduler.upcoming
    let reply = try await Self.erase(rig, now: true)
    #expect(reply.erasure == nil)
    #expect(reply.notes.contains { $0.contains("Flash memory may keep traces") })
    try await Self.expectErased(rig, armed: armed)
    #expect(await rig.log.map(\.kind) == [.dataErased])
    #expect(rig.inForce.book.alarms.map(\.label) == ["Work", "Gym"])
    // The outcome is still known, so that setting the clock back does not make it ring twice.
    let id = try #require(rig.inForce.book.alarms.first?.id)
    #expect(try Store(path: rig.folder.store).endedKeys(of: id, dueAfter: .min).count == 1)
    rig.time.advance(by: .seconds(4 * 86_400))
    await rig.care.checkAfterStart()
    #expect(try Store(path: rig.folder.store).endedKeys(of: id, dueAfter: .min).isEmpty)
    // The log's sequence numbers go on, because they identify the newest backup.
    #expect(rig.events.pending.isEmpty)
  }

  @Test func whatIsPlannedIsDoneAfterTwoWeeksARestartAndNotBefore() async throws {
    let time = ManualTime(morning)
    let folder = try await Self.rig(time: time).stop { rig in
      let view = try #require(try await Self.erase(rig).erasure)
      #expect(view.due == "2026-12-05T07:40:00+00:00" && !view.begun && view.waits == nil)
      #expect(try await code { try await Self.erase(rig) } == .tryAgain)
      #expect(try await code { try await Self.erase(rig, all: true) } == .tryAgain)
      await rig.erasures.look()
      #expect(await rig.erasures.view() == view)
    }
    // The service ran the whole time.
    for _ in 0..<13 {
      time.advance(by: .seconds(86_400))
      let rig = try await LedgerRig.reopened(folder, time: time)
      await rig.end(rig.scheduler.ringing)
      _ = try await EventHistory.acknowledgeMisses(rig.ledger)
      await rig.ledger.tellAbsence()
      await rig.checkAfterStart()
      #expect(await rig.erasures.view()?.waits == nil)
    }
    time.advance(by: .seconds(86_399))
    let rig = try await LedgerRig.reopened(folder, time: time)
    await rig.end(rig.scheduler.ringing)
    await rig.checkAfterStart()
    #expect(await rig.erasures.view()?.begun == false)
    time.advance(by: .seconds(1))
    _ = try await EventHistory.acknowledgeMisses(rig.ledger)
    await rig.erasures.look()
    try await Self.expectErased(rig, armed: rig.scheduler.upcoming)
  }

  @Test func whatIsPlannedCanBeTakenBackOnce() async throws {
    #expect(try await code { try await rig.erasures.cancel() } == .nothingFound)
    let planned = try #require(try await Self.erase(rig, all: true, cards: false).erasure)
    #expect(try await rig.erasures.cancel().erasure == planned)
    #expect(await rig.erasures.view() == nil)
    #expect(try await code { try await rig.erasures.cancel() } == .nothingFound)
    rig.time.advance(by: .seconds(15 * 86_400))
    await rig.erasures.look()
    #expect(try !Self.traces(rig).isEmpty)
  }

  enum Way: CaseIterable { case rings, dueInASecond, locked, missed }

  @Test(arguments: Way.allCases, [false, true])
  func whileAnAlarmNeedsItNothingIsErased(way: Way, isPlanned: Bool) async throws {
    if isPlanned {
      try await rig.ledger.commit("it") { store throws(StorageError) in
        try store.set(Erasure(scope: .history, asked: rig.time.now, due: rig.time.now))
      }
    }
    switch way {
    case .rings, .missed:
      try await rig.add("+1m")
      let rings = await rig.takeDue(after: .seconds(60))
      if way == .missed { await rig.end(rings, .missed(rang: true)) }
    case .dueInASecond: try await rig.add("+1s")
    case .locked: _ = try await rig.add(AlarmInput(time: "+10m", values: [.cancelLock: "1h"]))
    }
    let before = try Self.traces(rig)
    if isPlanned {
      await rig.erasures.look()
      let view = try #require(await rig.erasures.view())
      #expect(!view.begun && view.waits != nil)
    } else {
      #expect(try await code { try await Self.erase(rig, now: true) } == .tryAgain)
      #expect(await rig.erasures.view() == nil)
    }
    #expect(try Self.traces(rig) == before && !before.isEmpty)
    // Afterwards a planned erasure is done by itself, and a refused one is not done at all.
    if way == .missed {
      _ = try await EventHistory.acknowledgeMisses(rig.ledger)
    } else {
      rig.time.advance(by: .seconds(way == .locked ? 600 : 60))
      await rig.end(rig.scheduler.ringing)
      await rig.end(await rig.takeDue())
      await rig.end(rig.scheduler.ringing)
    }
    await rig.erasures.look()
    #expect(try Self.traces(rig).isEmpty == isPlanned)
  }

  @Test func withoutATrustedClockTwoWeeksCannotBeCountedButAtOnceIsAtOnce() async throws {
    rig.time.trust(false)
    #expect(try await code { try await Self.erase(rig) } == .tryAgain)
    _ = try await Self.erase(rig, now: true)
    #expect(try Self.traces(rig) == [])
  }

  @Test func aClockThatLeapsErasesNothingForAWeek() async throws {
    _ = try await Self.erase(rig)
    func isRemembered() async -> Bool {
      await RingHistory.rings(rig.ledger, Self.history).contains { $0.outcome == .dismissed }
    }
    func settle() async {
      await rig.end(await rig.takeDue(), .skipped)
      await rig.end(rig.scheduler.ringing, .skipped)
    }
    // Ten years ahead though trusted, like a battery-backed clock that shows a wrong year.
    rig.time.step(by: .seconds(3650 * 86_400))
    await settle()
    await rig.pass(.zero)
    await rig.checkAfterStart()
    #expect(await rig.erasures.view()?.waits?.hasPrefix("the clock is days ahead") == true)
    #expect(await isRemembered())
    // Six days later, and after a restart, still nothing is erased.
    rig.time.advance(by: .seconds(6 * 86_400))
    await settle()
    await rig.checkAfterStart()
    #expect(await isRemembered())
    #expect(try !Self.traces(rig).isEmpty)
    // Once the clock is correct again, the erasure continues as planned.
    rig.time.step(by: .seconds(-3650 * 86_400))
    await rig.erasures.look()
    let view = try #require(await rig.erasures.view())
    #expect(view.waits == nil && !view.begun)
    // If nobody corrects the clock, it is believed after a week.
    rig.time.step(by: .seconds(3650 * 86_400))
    await settle()
    await rig.pass(.zero)
    rig.time.advance(by: .seconds(7 * 86_400 + 60))
    await settle()
    await rig.checkAfterStart()
    #expect(await !isRemembered())
    #expect(try Self.traces(rig) == [])
  }
}
