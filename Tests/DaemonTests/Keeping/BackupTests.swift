import AlarmClock
import Control
import Glibc
import Storage
import TestSupport
import Testing

@testable import Daemon

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

  /// Makes a day's backup after a change.
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
