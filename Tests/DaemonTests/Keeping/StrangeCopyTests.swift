import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// Files to restore whose contents no clock has written.
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
    ("UPDATE cards SET id = char(7) WHERE name = 'door'", ["card in row 2", "id"]),
    ("UPDATE cards SET digest = x'00' WHERE name = 'bath'", ["card ", "digest", "no code has it"]),
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
    #expect(try await refusal(of: bytes).why.contains("alarm qqqqqq: id: another row has it too"))
  }

  @Test(arguments: [(11, "set this clock up without it: `rouse setup`"), (200, "give a file")])
  func copiesOfOtherVersionsAreRefused(version: Int, fix: String) async throws {
    let error = try await refusal(of: try await Self.copy("PRAGMA user_version = \(version)"))
    #expect(error.why.contains("it has version \(version), ") && error.why.contains("nothing was changed"))
    #expect(error.fix.contains(fix))
  }

  /// The alarm was set eleven minutes before the restore.
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
    // The suggested command works.
    #expect(try await other.change(once.id, .enable).alarm.next?.time == "2026-11-22T07:05:00+00:00")
  }
}
