import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

/// Whether the tests may mount a file system, which takes CAP_SYS_ADMIN.
let canMount: Bool = {
  do {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path, Int32(MNT_DETACH)) == 0
  } catch {
    return false
  }
}()

/// A file system of its own as the folder.
final class OwnDisk {
  let folder: TemporaryFolder

  init(megabytes: Int) throws {
    folder = try TemporaryFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0)
  }

  deinit { umount2(folder.path, Int32(MNT_DETACH)) }

  func remount(_ flags: Int = 0) async -> Bool {
    await eventually { mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT) | UInt(flags), nil) == 0 }
  }

  /// Fills the disk with a file, which `makeRoom` deletes.
  func fill() {
    let file = open(folder.path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    close(file)
  }

  func makeRoom() { unlink(folder.path + "/filler") }
}

@Suite(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN")) struct DiskTests {
  private let disk: OwnDisk
  private var folder: TemporaryFolder { disk.folder }

  init() throws { disk = try OwnDisk(megabytes: 1) }

  @Test func onAFullDiskTheRingGoesOnAndItsOutcomeIsStoredOnceThereIsSpace() async throws {
    let rig = try await LedgerRig(folder, enrolling: "bath", daily: "07:30")
    let ring = try #require(await rig.takeDue(after: .seconds(1800)).first)
    // A reader of the write-ahead log keeps it from being restarted, so that it must grow.
    await rig.ledger.storeEvents()
    let reader = try Database(path: folder.store, readOnly: true)
    try reader.execute("BEGIN; SELECT COUNT(*) FROM alarms")
    disk.fill()
    // The pages that the log already has must be used up first.
    var refusal: ControlError?
    for number in 0..<2000 where refusal == nil {
      do throws(ControlError) { _ = try await rig.set("volume", to: "\(number % 100)") } catch { refusal = error }
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

    disk.makeRoom()
    // Tasks that wait on this clock may see the time late.
    await rig.pass(.seconds(5)) {
      (try? store.endedKeys(of: ring.plan.alarmID, dueAfter: .min).isEmpty) == false
    }
    #expect(await StorageView(rig.ledger).writable)
    try await rig.add("09:00")
  }

  @Test(arguments: [false, true])
  func aReadOnlyFolderIsRungFromAndUsedWithoutARestartOnceItIsWritable(isAsked: Bool) async throws {
    _ = try await LedgerRig(folder, enrolling: "bath", daily: "07:30")
    try #require(await disk.remount(MS_RDONLY))
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1860))
    let ring = try #require(rig.interrupted.first).armed
    #expect(ring.occurrence.key.description == "2026-11-21T07:30")
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
    #expect(await !StorageView(rig.ledger).writable)
    #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
    #expect(try await code { try await rig.set("volume", to: "5") } == .cannotWrite)
    #expect(try await code { try await rig.enroll("door") } == .cannotWrite)
    #expect(rig.views.all.count == 1 && rig.inForce.book.settings.volume == 80)
    await rig.end([ring])
    #expect(rig.views.all.map(\.ringing) == [false])
    rig.events.append(.deviceFailed)
    try #require(await disk.remount())
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

  @Test func aStoreOfAnEarlierVersionRingsWhereItCannotBeWritten() async throws {
    _ = try await LedgerRig(folder, enrolling: "bath", daily: "07:30")
    _ = try await LedgerRig.reopened(folder, at: morning)
    do {
      // Undoes the migrations to version 2 and later. The first two columns are read at the start.
      let database = try Database(path: folder.store, readOnly: false)
      try database.execute(
        "ALTER TABLE cards DROP COLUMN kind; ALTER TABLE alarms DROP COLUMN cancel_lock; PRAGMA user_version = 1; "
          + "DROP TABLE timers; DROP TABLE presets; DROP TABLE history; DROP TABLE happenings; DROP TABLE attendance; "
          + "DROP TABLE erasure; DROP TABLE leap; DROP TABLE pauses; DROP TABLE calendars; DROP TABLE holidays")
      for column in [
        "alarm_group", "rings_on_holidays", "exceptions", "flashes", "speaks", "vibration_pattern", "softens",
        "wake_check", "snooze_time", "snoozes", "catch_up", "pre_alarm",
      ] { try database.execute("ALTER TABLE alarms DROP COLUMN \(column)") }
      try database.execute("DROP INDEX rings_missed; CREATE INDEX rings_missed ON rings (due)")
      for column in [
        "flashes", "zone_doubt", "speaks", "vibration_pattern", "softens", "acknowledged", "rest_until", "rest",
        "snoozed", "trusted", "began", "cancel_lock", "wake_check", "snooze_time", "snoozes", "catch_up", "pre_alarm",
        "fallback_sound",
      ] { try database.execute("ALTER TABLE rings DROP COLUMN \(column)") }
    }
    try #require(await disk.remount(MS_RDONLY))
    let error = try await #require(throws: ControlError.self) { try await LedgerRig.reopened(folder) }
    #expect(error.code == .badConfiguration && error.what.contains("is of an older Rouse"))
    let rig = try await LedgerRig.reopened(folder, at: morning, minimal: "it ended badly")
    #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800)])
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
    #expect(await !StorageView(rig.ledger).writable)
    #expect(await rig.ledger.recovery == nil)
  }

  @Test func aBrokenStoreOnAReadOnlyDiskIsReadFromItsBackup() async throws {
    do {
      let rig = try await LedgerRig(folder, enrolling: "bath", daily: "07:30")
      try await StoreCare.backUp(rig.ledger)
    }
    _ = try await LedgerRig.reopened(folder, at: morning)
    try Damage.garbagePages.strike(folder.store)
    try #require(await disk.remount(MS_RDONLY))
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800)])
    #expect(await !StorageView(rig.ledger).writable)
    #expect(await StorageView(rig.ledger).error?.contains("rouse-2026-11-21.sqlite cannot take its place") == true)
    #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
    try #require(await disk.remount())
    await rig.care.look()
    #expect(await StorageView(rig.ledger).writable)
    #expect(await StorageView(rig.ledger).notice?.contains("broken-1") == true)
    try await rig.add("08:00")
    #expect(try Store(path: folder.store).alarms().count == 2)
  }
}
