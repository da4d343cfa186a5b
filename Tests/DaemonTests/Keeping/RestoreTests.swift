import Control
import Glibc
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

@Suite struct RestoreTests {
  /// A copy of a clock with the card `bath`, a daily alarm at 07:30, one-offs, and a volume of 33.
  private func copy() async throws -> [UInt8] {
    let rig = try await LedgerRig(enrolling: "bath", daily: "07:30")
    try await rig.add("08:15")
    try await rig.add("+10m")
    _ = try await rig.set("volume", to: "33")
    return try await Self.bytes(rig)
  }

  static func bytes(_ rig: LedgerRig) async throws -> [UInt8] {
    let file = try await RouseDaemon.copy(of: rig.ledger)
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file.number, 0, SEEK_END)))
    guard pread(file.number, &bytes, bytes.count, 0) == bytes.count else { throw SystemError("reading", errno) }
    return bytes
  }

  @discardableResult
  static func restore(_ bytes: [UInt8], _ rig: LedgerRig) async throws -> RestoreView {
    let upload = try await rig.restores.begin(size: bytes.count)
    for start in stride(from: 0, to: bytes.count, by: 7000) {
      try await rig.restores.take(upload, [UInt8](bytes[start..<min(start + 7000, bytes.count)]))
    }
    return try await rig.restores.finish(upload)
  }

  @Test func anotherClocksCopyTakesThePlaceOfAllButTheHistory() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig(enrolling: "door", at: morning + .seconds(3600))
    let old = try await rig.add("08:30", days: "daily")
    #expect(try await rig.look(at: "bath").state == .unknownCode)
    let restored = try await Self.restore(bytes, rig)
    #expect(restored.alarms == 3 && restored.cards == 1 && restored.settings == 1)
    #expect(restored.taken == "2026-11-21T07:00:00+00:00")
    #expect(try await code { try await rig.undo() } == .nothingFound)
    let relative = try #require(rig.views.all.last).id
    #expect(
      restored.notes == [
        "\(relative) is disabled: 2026-11-21 07:10 has passed. "
          + "Set it again: rouse alarm edit \(relative) --time 07:10 && rouse alarm enable \(relative)"
      ])
    // The copy's alarms are armed, the previous ones gone, and those that cannot ring again disabled but not missed.
    #expect(rig.scheduler.upcoming.map(\.occurrence.key.description) == ["2026-11-21T08:15", "2026-11-22T07:30"])
    #expect(rig.scheduler.upcoming.map(\.plan.volume) == [33, 33])
    #expect(rig.views.all.map(\.enabled) == [true, true, false])
    #expect(await rig.ledger.misses().isEmpty)
    // The cards are replaced too, along with the salt of their digests.
    #expect(try await rig.look(at: "bath").card?.name == "bath")
    #expect(try await rig.look(at: "door").state == .unknownCode)
    try await rig.enroll("stairs")
    #expect(try await rig.look(at: "stairs").card?.name == "stairs")
    await rig.ledger.storeEvents()
    let events = await rig.log
    #expect(events.contains { $0.alarmID == old.id } && events.contains { $0.kind == .storageRestored })
    #expect(try Store(path: restored.before, isThere: true).alarms().map(\.id) == [old.id])
    let store = try Store(path: rig.folder.store)
    #expect(try store.openRings().map(\.armed) == rig.scheduler.upcoming)
    #expect(try store.cards().map(\.name) == ["bath", "stairs"])
  }

  @Test func aRestartAfterARestoreKnowsItAll() async throws {
    let folder = try await LedgerRig().stop { try await Self.restore(copy(), $0) }
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1))
    #expect(rig.scheduler.upcoming.map { $0.due - morning } == [.seconds(600), .seconds(1800), .seconds(4500)])
    #expect(rig.views.all.map(\.enabled) == [true, true, true])
    #expect(try await rig.look(at: "bath").card?.name == "bath")
  }

  @Test func whatNoCardCouldEndIsDisabled() async throws {
    let other = try TemporaryFolder()
    let recurrence = Recurrence.weekly(.daily, at: try #require(LocalTime("07:30")))
    try Store(path: other.store).save(Alarm(id: "aaaaaa", recurrence: recurrence))
    let rig = try await LedgerRig()
    let restored = try await Self.restore(try Descriptor.contents(of: other.store), rig)
    #expect(
      restored.notes == [
        "aaaaaa is disabled: no enrolled card could end it. Enroll one (rouse card add NAME), then: rouse alarm enable aaaaaa"
      ])
    #expect(restored.taken == nil)
    #expect(rig.scheduler.next == nil)
    #expect(rig.views.all.map(\.enabled) == [false])
  }

  @Test func labelsThatSeveralAlarmsHaveAreNumbered() async throws {
    let other = try TemporaryFolder()
    _ = try await LedgerRig(other, enrolling: "bath").add(AlarmInput(time: "07:10", label: "Work"))
    // Older versions could store two alarms with the same label; a third one cannot ring again.
    for (id, time) in [("aaaaaa", "08:30"), ("bbbbbb", "09:30")] {
      let recurrence = Recurrence.weekly(.daily, at: try #require(LocalTime(time)))
      try Store(path: other.store).save(Alarm(id: id, label: "Work", recurrence: recurrence))
    }
    let rig = try await LedgerRig(at: morning + .seconds(3600))
    let restored = try await Self.restore(try Descriptor.contents(of: other.store, limit: 1 << 23), rig)
    #expect(Set(rig.views.all.map { "\($0.label) \($0.enabled)" }) == ["Work false", "Work true", "Work 2 true"])
    #expect(restored.notes.last == "Another alarm is called Work, so one that came is called Work 2 (bbbbbb).")
    #expect(try Store(path: rig.folder.store).book() == rig.inForce.book)
  }

  @Test func whileAnAlarmRingsNothingIsRestored() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig(enrolling: "door", daily: "07:30")
    let upload = try await rig.restores.begin(size: bytes.count)
    try await rig.restores.take(upload, bytes)
    // The alarm is due, but the scheduler's thread has not noticed yet.
    rig.time.advance(by: .seconds(1800))
    #expect(try await code { try await rig.restores.finish(upload) } == .tryAgain)
    #expect(rig.scheduler.ringing.count == 1)
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
    #expect(rig.commands.cards.all.map(\.name) == ["door"])
    #expect(try await code { try await Self.restore(bytes, rig) } == .tryAgain)
    let stored = try Store(path: rig.folder.store).openRings().map(\.armed.due)
    #expect(stored == [morning + .seconds(1800), morning + .seconds(1800 + 86_400)])
  }

  @Test func whileAnAlarmIsLockedNothingIsRestored() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig(enrolling: "door")
    _ = try await rig.add(AlarmInput(time: "07:30", values: [.cancelLock: "20m"]))
    rig.time.advance(by: .seconds(599))
    #expect(try await code { try await Self.restore([1], rig) } == .badData)
    rig.time.advance(by: .seconds(1))
    #expect(try await code { try await Self.restore(bytes, rig) } == .tryAgain)
    #expect(rig.commands.cards.all.map(\.name) == ["door"])
    #expect(await rig.log.last?.kind == .changeRefused)
  }

  enum Bad: CaseIterable { case empty, text, aTable, cut, damaged, tooLarge }

  @Test(arguments: Bad.allCases)
  func aBadFileIsRefusedAndNothingIsChanged(bad: Bad) async throws {
    var bytes = try await copy()
    switch bad {
    case .empty: bytes = []
    case .text: bytes = Array("an alarm clock".utf8)
    case .aTable: bytes = [UInt8](repeating: 0, count: 4096)
    case .cut: bytes.removeLast(bytes.count / 2)
    case .damaged: for index in 8192..<bytes.count { bytes[index] = 0xA5 }
    case .tooLarge: break
    }
    let rig = try await LedgerRig(enrolling: "door", daily: "07:30")
    await rig.ledger.storeEvents()
    let before = try Store(path: rig.folder.store)
    let whole = (try before.alarms(), try before.cards(), before.salt, try before.openRings())
    let code = try await code {
      if bad == .tooLarge { _ = try await rig.restores.begin(size: 1 << 40) }
      return try await Self.restore(bytes, rig)
    }
    #expect(code == .badData)
    let after = try Store(path: rig.folder.store)
    #expect(try (after.alarms(), after.cards(), after.salt, after.openRings()) == whole)
    #expect(rig.folder.backups.isEmpty)
    #expect(rig.scheduler.next?.due == morning + .seconds(1800))
  }

  @Test func handingOverIsForOneAtATimeAndNotForEver() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig()
    let first = try await rig.restores.begin(size: bytes.count)
    let second = try await rig.restores.begin(size: bytes.count)
    #expect(try await code { try await rig.restores.take(first, bytes) } == .tryAgain)
    #expect(try await code { try await rig.restores.finish(first) } == .tryAgain)
    try await rig.restores.take(second, bytes)
    #expect(try await code { try await rig.restores.take(second, [1]) } == .badData)
    await rig.pass(.seconds(60))
    #expect(try await code { try await rig.restores.finish(second) } == .tryAgain)
    #expect(!rig.folder.names.contains("restore"))
    // A death during a restore leaves the folder until the next start.
    #expect(mkdir(rig.folder.path + "/restore", 0o700) == 0)
    try DurableFile.copy(rig.folder.store, to: rig.folder.path + "/restore/rouse.sqlite")
    let third = try await rig.restores.begin(size: bytes.count)
    try await rig.restores.take(third, Array(bytes[..<1000]))
    #expect(try await code { try await rig.restores.finish(third) } == .badData)
    #expect(rig.commands.cards.all.isEmpty)
    #expect(mkdir(rig.folder.path + "/restore", 0o700) == 0)
    try DurableFile.copy(rig.folder.store, to: rig.folder.path + "/restore/rouse.sqlite")
    await rig.checkAfterStart()
    #expect(!rig.folder.names.contains("restore"))
  }
}

@Suite struct StrangeCopyTests {
  /// A copy of a clock with two cards, two alarms and a preset, modified by `sql`.
  static func copy(_ sql: String) async throws -> [UInt8] {
    let rig = try await LedgerRig(enrolling: "bath", "door")
    for time in ["07:30", "08:30"] { try await rig.add(time, days: "daily") }
    _ = try await rig.set("volume", to: "33")
    _ = try await rig.addPreset("tea", TimerInput(length: "4m"))
    let other = try TemporaryFolder()
    try Files.write(try await RestoreTests.bytes(rig), to: other.store)
    try Database(path: other.store, readOnly: false).execute(sql)
    return try Descriptor.contents(of: other.store, limit: 1 << 23)
  }

  /// Returns the refusal, and expects everything unchanged.
  private func refusal(of bytes: [UInt8]) async throws -> ControlError {
    let rig = try await LedgerRig(enrolling: "stairs")
    try await rig.add("06:00", days: "daily")
    let before = (rig.scheduler.upcoming, rig.views.all, rig.commands.cards.all)
    let error = try await #require(throws: ControlError.self) { try await RestoreTests.restore(bytes, rig) }
    #expect(error.code == .badData)
    #expect(rig.scheduler.upcoming == before.0)
    #expect(rig.views.all == before.1)
    #expect(rig.commands.cards.all == before.2)
    #expect(rig.folder.backups.isEmpty)
    #expect(try Store(path: rig.folder.store).alarms().count == 1)
    #expect(try await RestoreTests.restore(try await Self.copy(""), rig).alarms == 2)
    return error
  }

  private static let endless = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"

  static let rows: [(sql: String, named: [String])] = [
    ("DROP TABLE alarms; CREATE VIEW alarms AS \(endless) SELECT n AS id FROM r", ["checking the tables"]),
    ("DROP TABLE salt; CREATE VIEW salt AS \(endless) SELECT n AS value FROM r WHERE n < 0", ["checking the tables"]),
    ("CREATE TRIGGER t AFTER INSERT ON cards BEGIN DELETE FROM cards; END", ["checking the tables"]),
    ("ALTER TABLE alarms ADD COLUMN g TEXT AS (hex(zeroblob(100000000)))", ["checking the tables"]),
    ("DROP TABLE events; CREATE VIEW events AS \(endless) SELECT n AS alarm_id FROM r", ["checking the tables"]),
    ("UPDATE alarms SET id = char(27) || '[2Jx' WHERE rowid = 2", ["alarm in row 2 (\"?[2Jx\")", "id"]),
    ("UPDATE alarms SET id = '../../etc' WHERE rowid = 1", ["alarm in row 1 (\"../../etc\")", "id"]),
    ("UPDATE alarms SET id = '' WHERE rowid = 1", ["alarm in row 1", "id"]),
    ("UPDATE alarms SET id = hex(zeroblob(450000)) WHERE rowid = 1", ["alarm in row 1", "0000…"]),
    ("UPDATE alarms SET label = 'a' || char(27) || '[2J' WHERE rowid = 1", ["alarm ", "label"]),
    ("UPDATE alarms SET silence_after = -5000000000 WHERE rowid = 2", ["alarm ", "silence-after"]),
    ("UPDATE cards SET id = char(7) WHERE name = 'door'", ["card in row 2", "id"]),
    ("UPDATE cards SET digest = x'00' WHERE name = 'bath'", ["card ", "digest", "so no code matches"]),
    ("UPDATE cards SET name = hex(zeroblob(450000)) WHERE name = 'bath'", ["card ", "name"]),
    ("UPDATE cards SET kind = 'x' WHERE name = 'bath'", ["card ", "kind"]),
    ("UPDATE salt SET value = x'0001'", ["salt", "2 bytes"]),
    ("UPDATE alarms SET recurrence = 'once 3000-01-01T07:30' WHERE rowid = 1", ["time", "2262-04-10"]),
    ("UPDATE alarms SET fade_in = 9223372036854775807", ["fade-in", "0s to 5m", "1 more"]),
    ("UPDATE settings SET value = '1000'", ["setting volume", "0 to 100"]),
    ("INSERT INTO settings VALUES ('volumes', '10')", ["volumes", "no such setting"]),
    ("UPDATE presets SET name = char(27)", ["preset in row 1", "name"]),
    ("UPDATE presets SET length = 9223372036854775807", ["preset in row 1", "length"]),
    (
      "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 20000) INSERT INTO alarms (id, label, "
        + "recurrence, enabled, cards) SELECT 'x' || n, '', 'weekly 1 07:30', 1, '' FROM r", ["20002", "10000 at most"]
    ),
  ]

  @Test(arguments: rows)
  func aSchemaThatIsNotOursAndARowOfNoGoodAreRefusedByName(sql: String, named: [String]) async throws {
    let error = try await refusal(of: try await Self.copy(sql))
    for word in named { #expect(error.why.contains(word), "\(word) in \(error.why)") }
    #expect(error.why.count < 500)
    #expect(!error.description.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  /// The index finds both rows under the same id, which only another program can cause.
  @Test func twoRowsOfOneIDAreRefused() async throws {
    var bytes = try await Self.copy(
      "UPDATE alarms SET id = 'qqqqqq' WHERE rowid = 1; UPDATE alarms SET id = 'rrrrrr' WHERE rowid = 2")
    let other = Array("rrrrrr".utf8)
    for start in bytes.indices.dropLast(6) where bytes[start] == other[0] && Array(bytes[start..<start + 6]) == other {
      bytes.replaceSubrange(start..<start + 6, with: Array("qqqqqq".utf8))
    }
    #expect(try await refusal(of: bytes).why.contains("alarm qqqqqq: id: another row has it"))
  }

  @Test(arguments: [(11, "set this clock up without it: `rouse setup`"), (200, "give a file")])
  func copiesOfOtherVersionsAreRefused(version: Int, fix: String) async throws {
    let error = try await refusal(of: try await Self.copy("PRAGMA user_version = \(version)"))
    let found = "it has version \(version)\(version < 100 ? "," : ";") "
    #expect(error.why.contains(found) && error.why.contains("nothing was changed"))
    #expect(error.fix.contains(fix))
  }

  @Test func whatRingsOnceAndIsStillToComeComes() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let relative = try await rig.add("+30m")
    let once = try await rig.add("07:05")
    let later = try await rig.add("09:00")
    let bytes = try await RestoreTests.bytes(rig)
    let other = try await LedgerRig(at: morning + .seconds(660))
    let restored = try await RestoreTests.restore(bytes, other)
    #expect(other.scheduler.upcoming.map(\.plan.alarmID) == [relative.id, later.id])
    #expect(
      restored.notes == [
        "\(once.id) is disabled: 2026-11-21 07:05 has passed. Set it again: rouse alarm enable \(once.id)"
      ])
    #expect(try await other.change(once.id, .enable).alarm.next?.time == "2026-11-22T07:05:00+00:00")
  }
}
