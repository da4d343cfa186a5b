import AlarmClock
import Control
import Glibc
import Hardware
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// Invalid rows in the clock's own store, and a write-ahead log that is deleted while it is in use.
@Suite struct FlawTests {
  private func damaged(_ sql: String) async throws -> (folder: TemporaryFolder, ids: [String]) {
    var ids: [String] = []
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      for time in ["07:30", "08:30"] { ids.append(try await rig.add(time, days: "daily").id) }
      await rig.ledger.leaveLog()
    }
    let database = try Database(path: folder.store, readOnly: false)
    for part in sql.replacing("ID", with: "'\(ids[1])'").split(separator: ";") { try database.execute(String(part)) }
    return (folder, ids)
  }

  @Test(arguments: [
    "fade_in", "buzzer_after", "silence_after", "pre_alarm", "catch_up", "snooze_time", "wake_check", "cancel_lock",
  ])
  func anImpossibleDurationCostsNoAlarm(column: String) async throws {
    let (folder, ids) = try await damaged(
      "UPDATE alarms SET \(column) = 9223372036854775807; UPDATE rings SET \(column) = 9223372036854775807")
    let rig = try await LedgerRig.reopened(folder)
    #expect(rig.views.all.map(\.id) == ids)
    #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800), morning + .seconds(5400)])
    for id in ids { _ = try rig.views.plan(of: id) }
    let field = column.replacing("_", with: "-")
    let notice = try #require(await StorageView(rig.ledger).notice)
    for id in ids { #expect(notice.contains("`rouse alarm edit \(id) --\(field) default`")) }
    await rig.care.checkAfterStart()
    #expect(await rig.log.contains { $0.detail?.contains(ids[0]) == true })
    // The suggested fix works.
    for id in ids { _ = try await rig.edit(id, AlarmInput(values: [try SettingKey.named(field): "default"])) }
    #expect(await StorageView(rig.ledger).notice == nil)
    #expect(await rig.takeDue(after: .seconds(1800)).map(\.plan.alarmID) == [ids[0]])
  }

  /// Its time is unknown, but its armed occurrence still rings.
  @Test func anAlarmThatIsPutAsideRingsOnceMoreAndStaysInTheStore() async throws {
    let (folder, ids) = try await damaged("UPDATE alarms SET recurrence = 'x' WHERE id = ID")
    for _ in 1...2 {
      let rig = try await LedgerRig.reopened(folder)
      #expect(rig.views.all.map(\.id) == [ids[0]])
      #expect(rig.scheduler.upcoming.map(\.plan.alarmID) == ids)
      let notice = try #require(await StorageView(rig.ledger).notice)
      #expect(notice.contains("alarm \(ids[1]): time: "))
      #expect(notice.contains("DELETE FROM alarms WHERE rowid = 2"))
      await rig.care.checkAfterStart()
      try await rig.add("10:00")
      _ = try await rig.set("volume", to: "20")
      let last = try #require(rig.views.all.last).id
      _ = try await rig.change(last, .remove)
      #expect(await rig.ledger.flawsOfTheStore() == ["alarms \(ids[1])"])
    }
    let store = try Database(path: folder.store, readOnly: true)
    #expect(try store.run("SELECT recurrence FROM alarms WHERE rowid = 2") { $0.text(0) } == ["x"])
  }

  @Test(arguments: [
    "UPDATE rings SET key = 'x'", "UPDATE rings SET alarm_id = char(27) WHERE alarm_id = ID",
    "UPDATE rings SET recurrence = 'x', adjustment = 'x', label = char(27), sound = '../x', cards = '../x'",
  ])
  func whatIsArmedIsArmedAnewOrRingsWithTheDefaults(sql: String) async throws {
    let (folder, ids) = try await damaged(sql)
    let rig = try await LedgerRig.reopened(folder)
    #expect(rig.scheduler.upcoming.map(\.plan.alarmID) == ids)
    #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800), morning + .seconds(5400)])
    await rig.care.checkAfterStart()
    #expect(await rig.log.contains { $0.detail?.contains("armed alarm") == true })
    let rings = await rig.takeDue(after: .seconds(1800))
    #expect(rings.count == 1)
    await rig.end(rings)
    #expect(rig.scheduler.upcoming.count == 2)
  }

  @Test(arguments: [
    "UPDATE events SET sequence = 9223372036854775807 WHERE sequence = 1",
    "UPDATE settings SET value = 'x'; INSERT INTO settings VALUES (char(27), 'x'), ('volume', '-1')",
    "UPDATE cards SET name = char(27)", "UPDATE alarms SET label = char(27), skipped_key = 'x'",
    "INSERT INTO cards VALUES (char(27), 'x', x'00', 1, 0, 'dismiss')",
  ])
  func theRestWorks(sql: String) async throws {
    let (folder, ids) = try await damaged(sql)
    let rig = try await LedgerRig.reopened(folder)
    await rig.care.checkAfterStart()
    #expect(rig.views.all.map(\.id) == ids)
    #expect(rig.commands.cards.all.count == 1)
    #expect(await rig.ledger.recovery == nil)
    try await rig.add("10:00")
    #expect(try await rig.look(at: "bath").state == .seen)
    try await StoreCare.backUp(rig.ledger)
  }

  private func afterADeath(_ folder: TemporaryFolder) throws -> [Alarm] {
    let other = try TemporaryFolder()
    for end in ["", "-wal"] where DurableFile.exists(folder.store + end) {
      try DurableFile.copy(folder.store + end, to: other.store + end)
    }
    return try Store(path: other.store, isThere: true).alarms()
  }

  @Test(arguments: [["-wal", "-shm"], ["-wal"], ["-shm"], []])
  func whatIsSavedAfterTheLogWasTakenAwayOutlivesADeath(endings: [String]) async throws {
    let rig = try await LedgerRig()
    await rig.care.checkAfterStart()
    try await rig.enroll("bath")
    try await rig.add("07:30", days: "daily")
    // The daemon does not use the store between the save and the deletion.
    for ending in endings { unlink(rig.folder.store + ending) }
    if endings.isEmpty { truncate(rig.folder.store + "-wal", 0) }
    #expect(try afterADeath(rig.folder).count == 1)
    try await rig.add("08:30", days: "daily")
    #expect(try afterADeath(rig.folder).count == 2)
    #expect(await StorageView(rig.ledger).notice?.contains("rouse.sqlite-wal") ?? false == endings.contains("-wal"))
    await rig.care.look()
    await rig.end(await rig.takeDue(after: .seconds(1800)))
    await rig.ledger.storeEvents()
    let told = await rig.log.filter { $0.detail?.contains("rouse.sqlite-wal") == true }
    #expect(told.count == (endings.contains("-wal") ? 1 : 0))
    for ending in endings { unlink(rig.folder.store + ending) }
    try await rig.add("09:30", days: "daily")
    #expect(try afterADeath(rig.folder).count == 3)
    #expect(await rig.ledger.recovery == nil)
  }

  /// The folder was replaced or renamed, so no change may be reported as saved.
  @Test(arguments: [false, true])
  func aFolderThatWasRenamedTakesNoChanges(isRemade: Bool) async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let away = rig.folder.path + "-away"
    #expect(rename(rig.folder.path, away) == 0)
    if isRemade { mkdir(rig.folder.path, 0o700) }
    #expect(try await code { try await rig.add("07:30") } == .cannotWrite)
    if isRemade { rmdir(rig.folder.path) }
    #expect(rename(away, rig.folder.path) == 0)
    try await rig.add("07:30")
    #expect(try afterADeath(rig.folder).count == 1)
  }
}

/// The minimal start after repeated failed starts.
@Suite struct MinimalTests {
  @Test func badStartsWithinAMinuteAreCountedAndTheLastReasonIsKnown() throws {
    let folder = try TemporaryFolder()
    let record = StartRecord(socketPath: folder.path + "/s")
    defer { record.clear() }
    #expect(record.note(at: .seconds(100)) == (0, nil))
    #expect(record.note(at: .seconds(110)) == (1, nil))
    #expect(record.note(at: .seconds(120)) == (2, nil))
    #expect(record.note(at: .seconds(159)) == (3, nil))
    // The first starts were more than a minute ago.
    #expect(record.note(at: .seconds(175)) == (2, nil))
    record.clear()
    #expect(record.note(at: .seconds(176)) == (0, nil))
    // After a reboot, the count restarts at zero.
    #expect(record.note(at: .seconds(5)) == (0, nil))
    record.clear()
    #expect(record.note(at: .seconds(1)) == (0, nil))
    record.note(reason: "no board")
    #expect(record.note(at: .seconds(2)) == (1, "no board"))
    record.note(reason: "a newer store")
    // A start that was killed gives no reason, so the last known one stays.
    #expect(record.note(at: .seconds(3)) == (2, "a newer store"))
    #expect(record.note(at: .seconds(4)) == (3, "a newer store"))
    #expect(record.note(at: .seconds(100)) == (0, nil))
    #expect(record.note(at: .seconds(101)) == (1, nil))
  }

  @Test(
    arguments: [
      (
        "{ name: 'x', buzzer: { driver: 'mock' }, camera: { driver: 'mock' }, display: { driver: 'nonsense' } }",
        [.buzzer, .camera]
      ),
      ("{ buzer: 1, buzzer: { driver: 'gpio', chip: 'c', line: 4 }, speaker: { driver: 'alsa' } }", [.buzzer]),
      ("{ buzzer: { driver: 'gpio' }, speaker: { driver: 'mock' }, camera: 7 }", [.speaker]),
      // Foundation's JSON5 reader (JSONDecoder) traps at these.
      ("{ buzzer: { driver: 'gpio', chip: 'c', line: -0x8000000000000001 }, speaker: { driver: 'mock' } }", [.speaker]),
      ("{ buzzer: { driver: 'mock' }, camera: { driver: 'mock' }, vibration: [7e-, +] }", [.buzzer, .camera]),
    ] as [(String, left: Set<DeviceRole>)])
  func ofABrokenBoardFileTheBuzzerIsLeft(text: String, left: Set<DeviceRole>) throws {
    #expect(throws: BoardFileProblem.self) { try BoardFile.parse(Array(text.utf8)) }
    #expect(try Set(BoardFile.essentials(of: Array(text.utf8)).wiring.keys) == left)
  }

  @Test(arguments: ["", "{", "{}", "{ display: { driver: 'mock' } }", "[]", "{ buzzer\0: 1 }"])
  func aFileWithoutAnySounderIsRefused(text: String) {
    #expect(throws: BoardFileProblem.self) { try BoardFile.essentials(of: Array(text.utf8)) }
  }

  /// The schema may be of a later or an earlier Rouse, or broken.
  @Test(arguments: [
    "PRAGMA user_version = 200", "PRAGMA user_version = 11", "ALTER TABLE rings RENAME COLUMN catch_up TO late",
    "DROP TABLE settings",
  ])
  func whatIsArmedIsReadFromAStoreOfAnyVersion(damage: String) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    try Database(path: folder.store, readOnly: false).execute(damage)
    let state = try await LedgerRig.whenReleased { try StateFolder(path: folder.path, minimal: "it ended badly") }
    #expect(throws: StorageError.self) {
      _ = try Store(path: folder.store)
      _ = try StateFolder.contents(of: state.store)
    }
    let contents = try state.essentials()
    #expect(contents.openRings.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
    #expect(contents.book.cards.map(\.name) == ["bath"])
  }

  /// Such a store lacks the columns for a card that was shown before the clock was trusted.
  @Test func aCardEndsARingInAStoreOfAnEarlierVersion() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    try Database(path: folder.store, readOnly: false).execute(
      "DROP INDEX history_boot; ALTER TABLE history DROP COLUMN boot; "
        + "ALTER TABLE history DROP COLUMN ended_since_boot; PRAGMA user_version = 9")
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1801), minimal: "it ended badly")
    let ring = try #require(rig.interrupted.first?.armed)
    await rig.ledger.record([
      EndedRing(
        outcome: .dismissed(cardID: "bath"), armed: ring, ended: rig.time.now, isTrusted: false,
        untrustedEnd: rig.time.reading)
    ])
    #expect(await !rig.log.contains { [.storageFailed, .storageRecovered].contains($0.kind) })
    #expect(await rig.ledger.show { rig.ledger.assumeIsolated { $0.rings.unrecorded.isEmpty } })
  }
}

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
    await rig.time.eventually(every: .seconds(5)) {
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
