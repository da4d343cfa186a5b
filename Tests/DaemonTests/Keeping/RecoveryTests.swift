import AlarmClock
import Control
import Glibc
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// A store that is broken, at a start and while the daemon runs.
@Suite struct RecoveryTests {
  static let due = morning + .seconds(1800)

  /// A folder with the card `bath` and an alarm for 07:30 every day, of which there is a backup; then another alarm.
  private func folderWithABackup() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    try await desk.add("07:30", days: "daily")
    try await StoreCare.backUp(desk.ledger)
    try await desk.add("09:00", days: "daily")
    return folder
  }

  @Test(arguments: Damage.allCases)
  func aStoreThatIsBrokenAtTheStartIsReplacedByTheBackup(damage: Damage) async throws {
    let folder = try await folderWithABackup()
    _ = try await Desk.reopened(folder, at: morning)
    try damage.strike(folder.store)
    let broken = try Descriptor.contents(of: folder.store)
    let desk = try await Desk.reopened(folder, at: morning)
    #expect(desk.scheduler.upcoming.map(\.due) == [Self.due])
    #expect(try Descriptor.contents(of: folder.store + ".broken-1") == broken)
    #expect(
      try await desk.commands.cards.look(in: desk.ledger, at: Array("bath".utf8), isRinging: false).card?.name == "bath"
    )
    let notice = try #require(await StorageView(desk.ledger).notice)
    #expect(notice.contains("rouse-2026-11-21.sqlite (up to 2026-11-21T07:00:00+00:00) took its place"))
    await desk.care.checkAfterStart()
    let detail = try #require(
      await EventHistory.events(desk.ledger, since: nil, limit: 100).last { $0.kind == .storageRestored }?.detail)
    #expect(notice.hasPrefix(detail))
    // It works on.
    try await desk.add("10:00")
    #expect(await StorageView(desk.ledger).writable)
    #expect(try await EventHistory.acknowledgeMisses(desk.ledger) == 0)
    #expect(await StorageView(desk.ledger).notice == nil)
  }

  @Test(arguments: Damage.allCases)
  func withoutABackupTheClockBeginsAnewAndSaysSo(damage: Damage) async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
    }
    try damage.strike(folder.store)
    let desk = try await Desk.reopened(folder, at: morning)
    #expect(desk.commands.cards.all.isEmpty)
    #expect(folder.names.contains("rouse.sqlite.broken-1"))
    #expect(await StorageView(desk.ledger).notice?.contains("the clock began anew") == true)
    try await desk.enroll("door")
    #expect(desk.commands.cards.all.map(\.name) == ["door"])
  }

  @Test func aLogThatIsNoneIsKeptAndTheBackupTaken() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      try await desk.add("07:30", days: "daily")
      try await StoreCare.backUp(desk.ledger)
      await desk.ledger.leaveLog()
    }
    try Damage.write([UInt8](repeating: 0xA5, count: 4096), at: 0, folder.store + "-wal")
    let desk = try await Desk.reopened(folder, at: morning)
    #expect(desk.scheduler.upcoming.map(\.due) == [Self.due])
    #expect(folder.names.contains("rouse.sqlite.broken-1-wal"))
    #expect(await StorageView(desk.ledger).notice != nil)
  }

  @Test func theNewestBackupThatIsGoodIsTaken() async throws {
    let folder = try await folderWithABackup()
    do {
      let desk = try await Desk.reopened(folder, at: morning + .seconds(60))
      for number in 1...3 {
        desk.time.step(by: .seconds(86_400))
        desk.events.append(.zoneChanged, detail: "\(number)")
        try await StoreCare.backUp(desk.ledger)
      }
    }
    let backups = folder.path + "/backups/"
    try Damage.garbagePages.strike(backups + "rouse-2026-11-24.sqlite")
    // Of a newer version: its number is at byte 60 (https://sqlite.org/fileformat2.html#user_version_number).
    try Damage.write([0, 0, 0, 99], at: 60, backups + "rouse-2026-11-23.sqlite")
    try Damage.zeroHeader.strike(folder.store)
    // Left by a power cut during another recovery.
    try DurableFile.copy(folder.store, to: folder.store + ".new")
    let desk = try await Desk.reopened(folder, at: morning)
    #expect(await desk.ledger.recovery?.backup?.name == "rouse-2026-11-22.sqlite")
    #expect(desk.scheduler.upcoming.map(\.due) == [Self.due, Self.due + .seconds(5400)])
    #expect(folder.backups.count == 4)
  }

  /// What is not read at the start is found broken after arming.
  @Test func damageThatOnlyTheCheckFindsBringsTheBackupToo() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      try await desk.add("07:30", days: "daily")
      try await desk.ledger.fillLog(2000)
      try await StoreCare.backUp(desk.ledger)
      try await desk.add("09:00", days: "daily")
    }
    try Damage.write([UInt8](repeating: 0xA5, count: 4096), at: 4096 * 40, folder.store)
    let desk = try await Desk.reopened(folder, at: morning)
    #expect(await StorageView(desk.ledger).notice == nil)
    #expect(desk.scheduler.upcoming.count == 2)
    await desk.care.checkAfterStart()
    #expect(await StorageView(desk.ledger).notice?.contains("check your alarms") == true)
    #expect(desk.scheduler.upcoming.map(\.due) == [Self.due])
    #expect(desk.views.all.count == 1)
    #expect(
      try await desk.commands.cards.look(in: desk.ledger, at: Array("bath".utf8), isRinging: false).card?.name == "bath"
    )
    #expect(try Store(path: folder.store).openRings().map(\.armed.due) == [Self.due])
  }

  /// What is in memory is newer than the backup, and was read from a store that was whole.
  @Test(arguments: Damage.allCases)
  func aStoreThatBreaksMeanwhileCostsNoAlarmCardOrSettingAndNoRing(damage: Damage) async throws {
    let folder = try await folderWithABackup()
    let desk = try await Desk.reopened(folder, at: Self.due - .seconds(1))
    await desk.care.checkAfterStart()
    try await desk.enroll("door")
    _ = try await desk.set("volume", to: "33")
    desk.time.advance(by: .seconds(1))
    let ring = try #require(await desk.takeDue().first)
    let progress = RingProgress(began: Self.due, isTrusted: true, snoozes: 1)
    await desk.ledger.progressed([ring.id: progress])
    try damage.strike(folder.store)
    // The day's check; nobody has answered yet.
    desk.time.step(by: .seconds(1))
    desk.time.advanceMonotonic(by: .seconds(86_400))
    await desk.care.look()

    #expect(folder.names.contains("rouse.sqlite.broken-1"))
    #expect(await StorageView(desk.ledger).notice?.contains("with the alarms, cards and settings of now") == true)
    #expect(desk.scheduler.ringing.map(\.id) == [ring.id])
    let store = try Store(path: folder.store)
    #expect(try store.alarms().count == 2)
    #expect(try store.cards().map(\.name) == ["bath", "door"])
    #expect(try store.settings() == [.volume: "33"])
    #expect(try store.openRings().first == OpenRing(ring, progress: progress))
    #expect(try store.openRings().count == 3)
    try Store.check(fileAt: folder.store)
    await desk.ledger.record(.dismissed(cardID: "x"), of: ring, at: desk.time.now)
    #expect(try store.endedKeys(of: ring.plan.alarmID, dueAfter: .min) == [ring.occurrence.key])
    try await desk.add("10:00")
    #expect(try store.alarms().count == 3)
  }

  /// An operation finds the damage before the check does.
  @Test func aChangeThatFindsTheStoreBrokenIsRefusedAndTheNextOneIsKept() async throws {
    let folder = try await folderWithABackup()
    let desk = try await Desk.reopened(folder, at: morning)
    await desk.care.checkAfterStart()
    await desk.ledger.storageFailed(StorageError(.corrupt, "testing", "database disk image is malformed"))
    #expect(await eventually { folder.names.contains("rouse.sqlite.broken-1") })
    #expect(await eventually { await !desk.ledger.health.isReplacing })
    #expect(await StorageView(desk.ledger).writable)
    try await desk.add("10:00")
    #expect(try Store(path: folder.store).alarms().count == 3)
    await desk.ledger.storeEvents()
    let kinds = await EventHistory.events(desk.ledger, since: nil, limit: 100).map(\.kind)
    #expect(kinds.contains(.storageFailed))
    #expect(kinds.contains(.storageRestored))
  }

  @Test func aFolderFillsUpWithNoMoreThanFiveBrokenStores() async throws {
    let folder = try await folderWithABackup()
    for _ in 1...7 {
      try Damage.zeroHeader.strike(folder.store)
      #expect(try await Desk.reopened(folder, at: morning).scheduler.upcoming.count == 1)
    }
    #expect(
      folder.names.filter { $0.contains("broken") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        == (3...7).map { "rouse.sqlite.broken-\($0)" })
  }
}
