import TestSupport
import Testing

@testable import Storage

/// Files that were crafted or damaged so that reading them does harm.
@Suite struct StrangeStoreTests {
  static let endless = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
  /// A table `alarms` with every column and no end.
  static let endlessAlarms =
    "DROP TABLE alarms; CREATE VIEW alarms AS \(endless) SELECT n AS rowid, 'a' || n AS id, '' AS label, "
    + "'weekly 127 07:30' AS recurrence, 1 AS enabled, NULL AS skipped_key, NULL AS sound, NULL AS volume, "
    + "NULL AS fade_in, NULL AS vibration, NULL AS buzzer_after, NULL AS silence_after, '' AS cards, NULL AS pre_alarm, "
    + "NULL AS catch_up, NULL AS snoozes, NULL AS snooze_time, NULL AS wake_check, NULL AS cancel_lock, NULL AS softens, "
    + "NULL AS vibration_pattern, NULL AS speaks FROM r"

  static let strange = [
    endlessAlarms, "DROP TABLE settings; CREATE VIEW settings AS \(endless) SELECT n AS key, n AS value FROM r",
    "DROP TABLE salt; CREATE VIEW salt AS \(endless) SELECT n AS value FROM r WHERE n < 0",
    "DROP TABLE events; CREATE VIEW events AS \(endless) SELECT n AS sequence, n AS time, 'fired' AS kind, "
      + "NULL AS alarm_id, NULL AS label, NULL AS detail FROM r",
    "CREATE TRIGGER t AFTER INSERT ON alarms BEGIN DELETE FROM cards; END",
    "CREATE VIEW more AS SELECT 1", "CREATE TABLE more (x)", "CREATE VIRTUAL TABLE more USING fts5 (x)",
    "CREATE INDEX more ON alarms (abs(volume))", "CREATE UNIQUE INDEX more ON alarms (id, label)", "DROP TABLE presets",
    "DROP INDEX rings_open", "ALTER TABLE alarms ADD COLUMN g TEXT AS (hex(zeroblob(100000000)))",
    "ALTER TABLE presets ADD COLUMN c INTEGER CHECK (c > 0)", "ALTER TABLE alarms ADD COLUMN d TEXT DEFAULT 'x'",
    "DROP TABLE salt; CREATE TABLE salt (value BLOB)",
    "ALTER TABLE alarms RENAME TO other; CREATE VIEW alarms AS SELECT rowid, * FROM other",
  ]

  @Test(arguments: strange)
  func whatIsHandedOverHasOurTablesAndNothingElse(sql: String) throws {
    let folder = try TemporaryFolder()
    try CopyTests.filled(folder.file, alarms: 3).copy(to: folder.copy)
    try Store.check(fileAt: folder.copy, isStrange: true)
    try Database(path: folder.copy, readOnly: false).execute(sql)
    #expect(refusal { try Store.check(fileAt: folder.copy, isStrange: true) }?.kind == .corrupt)
  }

  /// A table or index that people added to their store is not read.
  @Test(arguments: strange)
  func theStoreItselfIsReadOrFoundBrokenAndNeverHangs(sql: String) throws {
    let folder = try TemporaryFolder()
    do { _ = try CopyTests.filled(folder.file, alarms: 3) }
    try Database(path: folder.file, readOnly: false).execute(sql)
    for readOnly in [true, false] {
      do {
        let store = readOnly ? try Store(readingCopyAt: folder.file) : try Store(path: folder.file, isThere: true)
        _ = (try store.settings(), try store.presets(), try store.events(since: nil, limit: 10))
        #expect(try store.alarms().map(\.id) == ["id0", "id1", "id2"])
      } catch {
        #expect(error.kind == .corrupt || !sql.contains("VIEW"))
      }
    }
  }

  @Test(arguments: [
    "SELECT COUNT(*) FROM r", "SELECT n FROM r", "SELECT n FROM r WHERE n < 0", "SELECT n FROM r ORDER BY n",
  ])
  func noStatementRunsForEver(sql: String) throws {
    let database = try Database(path: ":memory:", readOnly: false)
    #expect(refusal { try database.run("\(Self.endless) \(sql)") { $0.integer(0) } }?.kind == .corrupt)
    #expect(try database.run("SELECT 1") { $0.integer(0) } == [1])
  }

  @Test func nothingOfTheSchemaRunsWhenRowsAreWritten() throws {
    let folder = try TemporaryFolder()
    let store = try CopyTests.filled(folder.file, alarms: 1)
    try store.database.execute(
      "CREATE TRIGGER t AFTER INSERT ON alarms BEGIN DELETE FROM events; INSERT INTO alarms SELECT * FROM alarms; END")
    try store.save(CopyTests.alarm("another"))
    #expect(try store.events(since: nil, limit: 10).count == 5)
  }
}
