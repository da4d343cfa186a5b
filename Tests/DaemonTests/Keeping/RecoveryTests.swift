import Control
import Glibc
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

/// A store that is broken at a start, or breaks while the daemon runs.
@Suite struct RecoveryTests {
  static let due = morning + .seconds(1800)

  /// A folder with the card `bath` and a daily alarm at 07:30, both in a backup, and a later alarm that is not.
  private let folder: TemporaryFolder

  init() async throws {
    folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      try await StoreCare.backUp(rig.ledger)
      try await rig.add("09:00", days: "daily")
    }
  }

  @Test(arguments: Damage.allCases)
  func aStoreThatIsBrokenAtTheStartIsReplacedByTheBackup(damage: Damage) async throws {
    _ = try await LedgerRig.reopened(folder, at: morning)
    try damage.strike(folder.store)
    let broken = try Descriptor.contents(of: folder.store)
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.scheduler.upcoming.map(\.due) == [Self.due])
    #expect(try Descriptor.contents(of: folder.store + ".broken-1") == broken)
    #expect(try await rig.look(at: "bath").card?.name == "bath")
    let notice = try #require(await StorageView(rig.ledger).notice)
    #expect(notice.contains("rouse-2026-11-21.sqlite (up to 2026-11-21T07:00:00+00:00) took its place"))
    await rig.care.checkAfterStart()
    let detail = try #require(await rig.log.last { $0.kind == .storageRestored }?.detail)
    #expect(notice.hasPrefix(detail))
    try await rig.add("10:00")
    #expect(await StorageView(rig.ledger).writable)
    #expect(try await EventHistory.acknowledgeMisses(rig.ledger) == 0)
    #expect(await StorageView(rig.ledger).notice == nil)
  }

  @Test(arguments: Damage.allCases)
  func withoutABackupTheClockBeginsAnewAndSaysSo(damage: Damage) async throws {
    let folder = try await LedgerRig(enrolling: "bath").folder
    try damage.strike(folder.store)
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.commands.cards.all.isEmpty)
    #expect(folder.names.contains("rouse.sqlite.broken-1"))
    #expect(await StorageView(rig.ledger).notice?.contains("the clock started empty") == true)
    try await rig.enroll("door")
    #expect(rig.commands.cards.all.map(\.name) == ["door"])
  }

  @Test func theNewestBackupThatIsGoodIsTaken() async throws {
    do {
      let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(60))
      for number in 1...3 {
        rig.time.step(by: .seconds(86_400))
        rig.events.append(.zoneChanged, detail: "\(number)")
        try await StoreCare.backUp(rig.ledger)
      }
    }
    let backups = folder.path + "/backups/"
    try Damage.garbagePages.strike(backups + "rouse-2026-11-24.sqlite")
    // A newer version; `user_version` is at byte 60 (https://sqlite.org/fileformat2.html#user_version_number).
    try Damage.write([0, 0, 0, 200], at: 60, backups + "rouse-2026-11-23.sqlite")
    try Damage.zeroHeader.strike(folder.store)
    // A leftover of a power cut during an earlier recovery.
    try DurableFile.copy(folder.store, to: folder.store + ".new")
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(await rig.ledger.recovery?.backup?.name == "rouse-2026-11-22.sqlite")
    #expect(rig.scheduler.upcoming.map(\.due) == [Self.due, Self.due + .seconds(5400)])
    #expect(folder.backups.count == 4)
  }

  /// The start does not read the damaged pages; the check after arming finds them.
  @Test func damageThatOnlyTheCheckFindsBringsTheBackupToo() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      try await rig.ledger.fillLog(2000)
      try await StoreCare.backUp(rig.ledger)
      try await rig.add("09:00", days: "daily")
    }
    try Damage.write([UInt8](repeating: 0xA5, count: 4096), at: 4096 * 40, folder.store)
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(await StorageView(rig.ledger).notice == nil)
    #expect(rig.scheduler.upcoming.count == 2)
    await rig.care.checkAfterStart()
    #expect(await StorageView(rig.ledger).notice?.contains("check your alarms") == true)
    #expect(rig.scheduler.upcoming.map(\.due) == [Self.due])
    #expect(rig.views.all.count == 1)
    #expect(try await rig.look(at: "bath").card?.name == "bath")
    #expect(try Store(path: folder.store).openRings().map(\.armed.due) == [Self.due])
  }

  /// The data in memory is newer than the backup, and came from a store that was whole.
  @Test(arguments: Damage.allCases)
  func aStoreThatBreaksMeanwhileCostsNoAlarmCardOrSettingAndNoRing(damage: Damage) async throws {
    let rig = try await LedgerRig.reopened(folder, at: Self.due - .seconds(1))
    await rig.care.checkAfterStart()
    try await rig.enroll("door")
    _ = try await rig.set("volume", to: "33")
    let ring = try #require(await rig.takeDue(after: .seconds(1)).first)
    let progress = RingProgress(began: Self.due, isTrusted: true, snoozes: 1)
    await rig.ledger.progressed([ring.id: progress])
    try damage.strike(folder.store)
    // The daily check runs while the ring is not answered yet.
    rig.time.step(by: .seconds(1))
    rig.time.advanceMonotonic(by: .seconds(86_400))
    await rig.care.look()

    #expect(folder.names.contains("rouse.sqlite.broken-1"))
    #expect(await StorageView(rig.ledger).notice?.contains("with the current alarms, cards and settings") == true)
    #expect(rig.scheduler.ringing.map(\.id) == [ring.id])
    let store = try Store(path: folder.store)
    #expect(try store.alarms().count == 2)
    #expect(try store.cards().map(\.name) == ["bath", "door"])
    #expect(try store.settings() == [.volume: "33"])
    #expect(try store.openRings().first == OpenRing(ring, progress: progress))
    #expect(try store.openRings().count == 3)
    try Store.check(fileAt: folder.store)
    await rig.ledger.record(.dismissed(cardID: "x"), of: ring, at: rig.time.now)
    #expect(try store.endedKeys(of: ring.plan.alarmID, dueAfter: .min) == [ring.occurrence.key])
    try await rig.add("10:00")
    #expect(try store.alarms().count == 3)
  }

  /// An operation finds the damage before the check does.
  @Test func aChangeThatFindsTheStoreBrokenIsRefusedAndTheNextOneIsKept() async throws {
    let rig = try await LedgerRig.reopened(folder, at: morning)
    await rig.care.checkAfterStart()
    await rig.ledger.storageFailed(StorageError(.corrupt, "testing", "database disk image is malformed"))
    #expect(await eventually { folder.names.contains("rouse.sqlite.broken-1") })
    #expect(await eventually { await !rig.ledger.health.isReplacing })
    #expect(await StorageView(rig.ledger).writable)
    try await rig.add("10:00")
    #expect(try Store(path: folder.store).alarms().count == 3)
    await rig.ledger.storeEvents()
    let kinds = await rig.log.map(\.kind)
    #expect(kinds.contains(.storageFailed))
    #expect(kinds.contains(.storageRestored))
  }

  @Test func aFolderFillsUpWithNoMoreThanFiveBrokenStores() async throws {
    for _ in 1...7 {
      try Damage.zeroHeader.strike(folder.store)
      #expect(try await LedgerRig.reopened(folder, at: morning).scheduler.upcoming.count == 1)
    }
    #expect(
      folder.names.filter { $0.contains("broken") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        == (3...7).map { "rouse.sqlite.broken-\($0)" })
  }
}

enum Damage: String, CaseIterable, Sendable {
  case zeroHeader, garbageHeader, garbagePages, emptied, cutInThePage, cutInHalf, zeroes

  func strike(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 8192 else { throw SystemError("a store of some size", EINVAL) }
    let size = Int(status.st_size)
    switch self {
    case .zeroHeader: try write(0, 0..<100, path)
    case .garbageHeader: try write(0xA5, 0..<100, path)
    case .garbagePages: try write(0xA5, 4096..<size, path)
    case .emptied: guard truncate(path, 0) == 0 else { throw SystemError("truncating", errno) }
    case .cutInThePage: guard truncate(path, 50) == 0 else { throw SystemError("truncating", errno) }
    case .cutInHalf: guard truncate(path, size / 2) == 0 else { throw SystemError("truncating", errno) }
    case .zeroes: try write(0, 0..<size, path)
    }
  }

  private func write(_ byte: UInt8, _ range: Range<Int>, _ path: String) throws {
    try Damage.write([UInt8](repeating: byte, count: range.count), at: range.lowerBound, path)
  }

  static func write(_ bytes: [UInt8], at offset: Int, _ path: String) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError("opening \(path)", errno) }
    defer { close(file) }
    guard pwrite(file, bytes, bytes.count, offset) == bytes.count else { throw SystemError("writing \(path)", errno) }
  }
}

extension Ledger {
  /// Leaves the write-ahead log beside the file, as after SIGKILL.
  func leaveLog() { folder.store.abandon() }

  func fillLog(_ count: Int) throws {
    let detail = String(repeating: "x", count: 100)
    try folder.store.transaction { () throws(StorageError) in
      for _ in 0..<count { try folder.store.append(Event(time: time.now, kind: .scheduled, detail: detail)) }
    }
  }

  /// https://sqlite.org/pragma.html#pragma_query_only
  func takeWrites(_ isTaken: Bool) throws {
    try folder.store.database.execute("PRAGMA query_only = \(isTaken ? "OFF" : "ON")")
  }

  func timersInTheStore() throws -> [Timer] { try folder.store.timers() }
  func presetsInTheStore() throws -> [TimerPreset] { try folder.store.presets() }
  /// Invalid rows found in the store, for example `timers tttttt`.
  func flawsOfTheStore() -> [String] { folder.store.flaws.map { "\($0.table.rawValue) \($0.key)" } }

  var recovery: StateFolder.Recovery? { folder.recovery }
  var backups: [Backups.Backup] { folder.backups.all() }
}

extension TemporaryFolder {
  var store: String { path + "/rouse.sqlite" }
  var backups: [String] { DurableFile.names(in: path + "/backups").sorted() }
  var names: [String] { DurableFile.names(in: path).sorted() }
}

@Suite struct BackupTests {
  static let day: Duration = .seconds(86_400)

  @Test func aMinuteAfterTheLastChangeAndOnceADayThereIsABackup() async throws {
    let rig = try await LedgerRig()
    await rig.care.checkAfterStart()
    try await rig.enroll("bath")
    #expect(rig.folder.backups.isEmpty)
    await rig.pass(.seconds(59))
    #expect(rig.folder.backups.isEmpty)
    await rig.pass(.seconds(1))
    #expect(rig.folder.backups == ["rouse-2026-11-21.sqlite"])
    let path = rig.folder.path + "/backups/rouse-2026-11-21.sqlite"
    let first = try Store.lastEvent(inFileAt: path)?.sequence

    rig.events.append(.deviceFailed)
    await rig.pass(.seconds(3600))
    #expect(try Store.lastEvent(inFileAt: path)?.sequence == first)
    try await rig.add("07:30", days: "daily")
    await rig.pass(.seconds(60))
    #expect(rig.folder.backups == ["rouse-2026-11-21.sqlite"])
    #expect(try Store(readingCopyAt: path).alarms().count == 1)

    rig.time.advance(by: Self.day)
    // Ends the rings that came due in between.
    await rig.end(await rig.takeDue(), .skipped)
    await rig.pass(.seconds(60))
    #expect(rig.folder.backups == ["rouse-2026-11-21.sqlite", "rouse-2026-11-22.sqlite"])
  }

  @Test func noBackupIsMadeWhileAnAlarmRings() async throws {
    let rig = try await LedgerRig(enrolling: "bath", daily: "07:30")
    let due = await rig.takeDue(after: .seconds(1800))
    await rig.care.look()
    #expect(rig.folder.backups.isEmpty)
    await rig.end(due)
    await rig.pass(.seconds(60))
    #expect(rig.folder.backups.count == 1)
  }

  private func backUp(_ rig: LedgerRig) async throws {
    rig.events.append(.zoneChanged)
    try await StoreCare.backUp(rig.ledger)
    rig.time.step(by: Self.day)
  }

  @Test func sevenAreKeptAndTheNewestIsToldByWhatIsInThemWhateverTheClockSays() async throws {
    let rig = try await LedgerRig()
    // The clock was set back by a year before the second half of the backups.
    for day in 0..<10 {
      if day == 5 { rig.time.step(by: Self.day * -365) }
      try await backUp(rig)
    }
    let backups = await rig.ledger.backups
    #expect(
      backups.map(\.name) == [
        "rouse-2025-11-30.sqlite", "rouse-2025-11-29.sqlite", "rouse-2025-11-28.sqlite", "rouse-2025-11-27.sqlite",
        "rouse-2025-11-26.sqlite", "rouse-2026-11-25.sqlite", "rouse-2026-11-24.sqlite",
      ])
    #expect(backups.map(\.rank) == [10, 9, 8, 7, 6, 5, 4])
    #expect(rig.folder.backups.count == 7)
  }

  @Test func aBrokenBackupIsTheFirstToGo() async throws {
    let rig = try await LedgerRig()
    for _ in 0..<7 { try await backUp(rig) }
    try Damage.zeroHeader.strike(rig.folder.path + "/backups/rouse-2026-11-24.sqlite")
    try await backUp(rig)
    #expect(rig.folder.backups.count == 7)
    #expect(!rig.folder.backups.contains("rouse-2026-11-24.sqlite"))
    #expect(rig.folder.backups.contains("rouse-2026-11-21.sqlite"))
  }

  /// Otherwise its backups would look older than those of the previous store, and be deleted first.
  @Test func aStoreThatWasBegunAnewCountsOnFromTheBackups() async throws {
    let folder = try await LedgerRig().stop { rig in
      for _ in 0..<50 { rig.events.append(.zoneChanged) }
      try await StoreCare.backUp(rig.ledger)
    }
    for name in folder.names where name.hasPrefix("rouse.sqlite") { unlink(folder.path + "/" + name) }
    let rig = try await LedgerRig.reopened(folder, at: morning + Self.day)
    await rig.care.checkAfterStart()
    rig.events.append(.zoneChanged)
    try await StoreCare.backUp(rig.ledger)
    #expect(await rig.ledger.backups.map(\.name) == ["rouse-2026-11-22.sqlite", "rouse-2026-11-21.sqlite"])
    #expect(await rig.ledger.recovery == nil)
  }

  @Test func aBackupThatCannotBeMadeIsSaid() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    try Files.write("", to: rig.folder.path + "/backups")
    await rig.pass(.seconds(60))
    let view = await StorageView(rig.ledger)
    #expect(view.writable)
    #expect(view.notice?.contains("no backup could be made") == true)
    unlink(rig.folder.path + "/backups")
    await rig.care.look()
    #expect(await StorageView(rig.ledger).notice == nil)
    #expect(rig.folder.backups.count == 1)
  }

  @Test func oldEventsArePrunedWhileTheClockIsTrusted() async throws {
    let folder = try await LedgerRig().stop { try await $0.ledger.fillLog(1200) }
    for isTrusted in [false, true] {
      let rig = try await LedgerRig.reopened(folder, at: morning + Self.day * 731, isTrusted: isTrusted)
      rig.events.append(.daemonStarted)
      await rig.ledger.storeEvents()
      await rig.care.checkAfterStart()
      await rig.ledger.storeEvents()
      let events = await EventHistory.events(rig.ledger, since: nil, limit: 10_000)
      if isTrusted {
        #expect(events.allSatisfy { $0.kind != .scheduled })
        #expect(events.last?.kind == .eventsPruned && events.last?.detail == "1200 events, 0 rings")
      } else {
        #expect(events.count == 1201)
      }
    }
  }
}
