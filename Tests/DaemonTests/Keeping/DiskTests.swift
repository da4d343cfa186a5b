import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

@Suite(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN")) struct DiskTests {
  /// Runs `body` with a 1 MB file system of its own as the folder.
  private func withDisk(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0)
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    try await body(folder)
  }

  private func remount(_ folder: TemporaryFolder, _ flags: Int) async -> Bool {
    await eventually { mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT) | UInt(flags), nil) == 0 }
  }

  private func fill(_ folder: TemporaryFolder) {
    let file = open(folder.path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    close(file)
  }

  @Test func onAFullDiskTheRingGoesOnAndItsOutcomeIsStoredOnceThereIsSpace() async throws {
    try await withDisk { folder in
      let rig = try await LedgerRig(folder)
      try await rig.enroll("bath")
      try await rig.add("07:30", days: "daily")
      rig.time.advance(by: .seconds(1800))
      let ring = try #require(await rig.takeDue().first)
      // A reader of the write-ahead log keeps it from being restarted, so that it must grow.
      await rig.ledger.storeEvents()
      let reader = try Database(path: folder.store, readOnly: true)
      try reader.execute("BEGIN; SELECT COUNT(*) FROM alarms")
      fill(folder)
      // The pages that the log already has must be used up first.
      var refusal: ControlError?
      for number in 0..<2000 where refusal == nil {
        do throws(ControlError) { _ = try await rig.set("volume", to: "\(number % 100)") } catch {
          refusal = error
        }
      }
      #expect(refusal?.code == .cannotWrite)
      #expect(refusal?.why.contains("full") == true)
      #expect(refusal?.stillWorks == "alarms ring from what was stored before")
      #expect(rig.scheduler.ringing.map(\.id) == [ring.id])
      #expect(await !StorageView(rig.ledger).writable)
      await rig.ledger.record(.dismissed(cardID: "x"), of: ring, at: rig.time.now)
      #expect(rig.scheduler.ringing.isEmpty)
      #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
      let store = try Store(path: folder.store)
      #expect(try store.endedKeys(of: ring.plan.alarmID, dueAfter: .min).isEmpty)
      try reader.execute("COMMIT")

      unlink(folder.path + "/filler")
      // Tasks that wait on this clock may see the time late.
      #expect(
        await eventually {
          rig.time.advance(by: .seconds(5))
          do { return try !store.endedKeys(of: ring.plan.alarmID, dueAfter: .min).isEmpty } catch { return false }
        })
      #expect(await StorageView(rig.ledger).writable)
      try await rig.add("09:00")
    }
  }

  @Test(arguments: [false, true])
  func aFolderThatComesToBeWritableIsUsedWithoutARestart(isAsked: Bool) async throws {
    try await withDisk { folder in
      do {
        let rig = try await LedgerRig(folder)
        try await rig.enroll("bath")
        try await rig.add("07:30", days: "daily")
      }
      try #require(await remount(folder, MS_RDONLY))
      let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1860))
      let ring = try #require(rig.interrupted.first).armed
      await rig.ledger.record(.dismissed(cardID: "x"), of: ring, at: rig.time.now)
      #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
      rig.events.append(.deviceFailed)
      try #require(await remount(folder, 0))
      if isAsked { try await rig.add("08:00") } else { await rig.care.look() }
      #expect(await StorageView(rig.ledger).writable)
      #expect(await StorageView(rig.ledger).error == nil)
      await rig.ledger.storeEvents()
      let store = try Store(path: folder.store)
      #expect(try store.endedKeys(of: ring.plan.alarmID, dueAfter: .min) == [ring.occurrence.key])
      #expect(try store.openRings().map(\.armed) == rig.scheduler.upcoming)
      #expect(try store.openRings().count == (isAsked ? 2 : 1))
      #expect(try store.events(since: nil, limit: 100).map(\.kind).contains(.deviceFailed))
    }
  }

  /// A normal start is refused; a minimal start rings from it.
  @Test func aStoreOfAnEarlierVersionRingsWhereItCannotBeWritten() async throws {
    try await withDisk { folder in
      do {
        let rig = try await LedgerRig(folder)
        try await rig.enroll("bath")
        try await rig.add("07:30", days: "daily")
      }
      _ = try await LedgerRig.reopened(folder, at: morning)
      do {
        // Undoes the migrations to version 2 and later. The first two columns are read at the start.
        let database = try Database(path: folder.store, readOnly: false)
        try database.execute(
          "ALTER TABLE cards DROP COLUMN kind; ALTER TABLE alarms DROP COLUMN cancel_lock; PRAGMA user_version = 1; "
            + "DROP TABLE timers; DROP TABLE presets; DROP TABLE history; DROP TABLE happenings; DROP TABLE attendance; "
            + "DROP TABLE erasure; DROP TABLE leap; DROP TABLE pauses; DROP TABLE calendars; DROP TABLE holidays")
        for column in [
          "alarm_group", "rings_on_holidays", "exceptions",
          "flashes", "speaks", "vibration_pattern", "softens", "wake_check", "snooze_time", "snoozes", "catch_up",
          "pre_alarm",
        ] {
          try database.execute("ALTER TABLE alarms DROP COLUMN \(column)")
        }
        try database.execute("DROP INDEX rings_missed; CREATE INDEX rings_missed ON rings (due)")
        for column in [
          "flashes", "zone_doubt", "speaks", "vibration_pattern", "softens", "acknowledged", "rest_until", "rest",
          "snoozed",
          "trusted", "began",
          "cancel_lock", "wake_check",
          "snooze_time", "snoozes", "catch_up", "pre_alarm", "fallback_sound",
        ] { try database.execute("ALTER TABLE rings DROP COLUMN \(column)") }
      }
      try #require(await remount(folder, MS_RDONLY))
      let error = try await #require(throws: ControlError.self) {
        try await LedgerRig.reopened(folder, at: morning)
      }
      #expect(error.code == .badConfiguration && error.what.contains("is of an older Rouse"))
      let rig = try await LedgerRig.reopened(folder, at: morning, minimal: "it ended badly")
      #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800)])
      #expect(rig.commands.cards.all.map(\.name) == ["bath"])
      #expect(await !StorageView(rig.ledger).writable)
      #expect(await rig.ledger.recovery == nil)
    }
  }

  /// The store is broken and cannot be written, so the clock rings from the backup.
  @Test func aBrokenStoreOnAReadOnlyDiskIsReadFromItsBackup() async throws {
    try await withDisk { folder in
      do {
        let rig = try await LedgerRig(folder)
        try await rig.enroll("bath")
        try await rig.add("07:30", days: "daily")
        try await StoreCare.backUp(rig.ledger)
      }
      _ = try await LedgerRig.reopened(folder, at: morning)
      try Damage.garbagePages.strike(folder.store)
      try #require(await remount(folder, MS_RDONLY))
      let rig = try await LedgerRig.reopened(folder, at: morning)
      #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800)])
      #expect(await !StorageView(rig.ledger).writable)
      #expect(await StorageView(rig.ledger).error?.contains("rouse-2026-11-21.sqlite cannot take its place") == true)
      #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
      try #require(await remount(folder, 0))
      await rig.care.look()
      #expect(await StorageView(rig.ledger).writable)
      #expect(await StorageView(rig.ledger).notice?.contains("broken-1") == true)
      try await rig.add("08:00")
      #expect(try Store(path: folder.store).alarms().count == 2)
    }
  }
}
