import AlarmClock
import Control
import Glibc
import Storage
import TestSupport
import Testing

@testable import Daemon

/// The clock's own copies of its store.
@Suite struct BackupTests {
  static let day: Duration = .seconds(86_400)

  @Test func aMinuteAfterTheLastChangeAndOnceADayThereIsABackup() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    await desk.care.checkAfterStart()
    try await desk.enroll("bath")
    #expect(folder.backups.isEmpty)
    desk.time.advance(by: .seconds(59))
    await desk.care.look()
    #expect(folder.backups.isEmpty)
    desk.time.advance(by: .seconds(1))
    await desk.care.look()
    #expect(folder.backups == ["rouse-2026-11-21.sqlite"])
    let first = try Store.lastEvent(inFileAt: folder.path + "/backups/rouse-2026-11-21.sqlite")?.sequence

    // Without a change there is no other one that day.
    desk.events.append(.deviceFailed)
    desk.time.advance(by: .seconds(3600))
    await desk.care.look()
    #expect(try Store.lastEvent(inFileAt: folder.path + "/backups/rouse-2026-11-21.sqlite")?.sequence == first)
    try await desk.add("07:30", days: "daily")
    desk.time.advance(by: .seconds(60))
    await desk.care.look()
    #expect(folder.backups == ["rouse-2026-11-21.sqlite"])
    #expect(try Store(readingCopyAt: folder.path + "/backups/rouse-2026-11-21.sqlite").alarms().count == 1)

    desk.time.advance(by: Self.day)
    // What came due meanwhile is over.
    for ring in await desk.takeDue() { await desk.ledger.record(.skipped, of: ring, at: desk.time.now) }
    desk.time.advance(by: .seconds(60))
    await desk.care.look()
    #expect(folder.backups == ["rouse-2026-11-21.sqlite", "rouse-2026-11-22.sqlite"])
  }

  @Test func noBackupIsMadeWhileAnAlarmRings() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    try await desk.add("07:30", days: "daily")
    desk.time.advance(by: .seconds(1800))
    let due = await desk.takeDue()
    await desk.care.look()
    #expect(folder.backups.isEmpty)
    await desk.ledger.record(.dismissed(cardID: "x"), of: try #require(due.first), at: desk.time.now)
    desk.time.advance(by: .seconds(60))
    await desk.care.look()
    #expect(folder.backups.count == 1)
  }

  @Test func sevenAreKeptAndTheNewestIsToldByWhatIsInThemWhateverTheClockSays() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    // The second half is made under a clock that was set back by a year.
    for day in 0..<10 {
      if day == 5 { desk.time.step(by: Self.day * -365) }
      desk.events.append(.zoneChanged, detail: "\(day)")
      try await StoreCare.backUp(desk.ledger)
      desk.time.step(by: Self.day)
    }
    let backups = await desk.ledger.backups
    #expect(
      backups.map(\.name) == [
        "rouse-2025-11-30.sqlite", "rouse-2025-11-29.sqlite", "rouse-2025-11-28.sqlite", "rouse-2025-11-27.sqlite",
        "rouse-2025-11-26.sqlite", "rouse-2026-11-25.sqlite", "rouse-2026-11-24.sqlite",
      ])
    #expect(backups.map(\.rank) == [10, 9, 8, 7, 6, 5, 4])
    #expect(folder.backups.count == 7)
  }

  @Test func aBrokenBackupIsTheFirstToGo() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    for _ in 0..<7 {
      desk.events.append(.zoneChanged)
      try await StoreCare.backUp(desk.ledger)
      desk.time.step(by: Self.day)
    }
    try Damage.zeroHeader.strike(folder.path + "/backups/rouse-2026-11-24.sqlite")
    desk.events.append(.zoneChanged)
    try await StoreCare.backUp(desk.ledger)
    #expect(folder.backups.count == 7)
    #expect(!folder.backups.contains("rouse-2026-11-24.sqlite"))
    #expect(folder.backups.contains("rouse-2026-11-21.sqlite"))
  }

  /// Else its backups would look older than those of the store before it, and be the first to go.
  @Test func aStoreThatWasBegunAnewCountsOnFromTheBackups() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      for _ in 0..<50 { desk.events.append(.zoneChanged) }
      try await StoreCare.backUp(desk.ledger)
    }
    for name in folder.names where name.hasPrefix("rouse.sqlite") { unlink(folder.path + "/" + name) }
    let desk = try await Desk.reopened(folder, at: morning + Self.day)
    await desk.care.checkAfterStart()
    desk.events.append(.zoneChanged)
    try await StoreCare.backUp(desk.ledger)
    #expect(await desk.ledger.backups.map(\.name) == ["rouse-2026-11-22.sqlite", "rouse-2026-11-21.sqlite"])
    #expect(await desk.ledger.recovery == nil)
  }

  @Test func aBackupThatCannotBeMadeIsSaid() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    let file = open(folder.path + "/backups", O_WRONLY | O_CREAT, 0o600)
    #expect(file >= 0)
    close(file)
    desk.time.advance(by: .seconds(60))
    await desk.care.look()
    let view = await StorageView(desk.ledger)
    #expect(view.writable)
    #expect(view.notice?.contains("no backup could be made") == true)
    unlink(folder.path + "/backups")
    await desk.care.look()
    #expect(await StorageView(desk.ledger).notice == nil)
    #expect(folder.backups.count == 1)
  }

  @Test func oldEventsArePrunedWhileTheClockIsTrusted() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.ledger.fillLog(1200)
    }
    for isTrusted in [false, true] {
      let desk = try await Desk.reopened(folder, at: morning + Self.day * 401, isTrusted: isTrusted)
      desk.events.append(.daemonStarted)
      await desk.ledger.storeEvents()
      await desk.care.checkAfterStart()
      await desk.ledger.storeEvents()
      let events = await EventHistory.events(desk.ledger, since: nil, limit: 10_000)
      if isTrusted {
        #expect(events.allSatisfy { $0.kind != .scheduled })
        #expect(events.last?.kind == .eventsPruned)
        #expect(events.last?.detail == "1200 events, 0 rings")
      } else {
        #expect(events.count == 1201)
      }
    }
  }
}
