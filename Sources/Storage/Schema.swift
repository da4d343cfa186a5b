/// The tables, and how a database of an earlier version becomes one of this.
enum Schema {
  /// Each entry takes the version before it (PRAGMA user_version) one further. Entries are never changed.
  private static let migrations = [
    """
    CREATE TABLE alarms (
      id TEXT PRIMARY KEY, label TEXT NOT NULL, recurrence TEXT NOT NULL, enabled INTEGER NOT NULL, skipped_key TEXT,
      sound TEXT, volume INTEGER, fade_in INTEGER, vibration TEXT, buzzer_after INTEGER, silence_after INTEGER,
      cards TEXT NOT NULL
    ) STRICT;
    CREATE TABLE cards (
      id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest BLOB NOT NULL UNIQUE, enrolled INTEGER NOT NULL,
      created INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    INSERT INTO salt VALUES (randomblob(16));
    CREATE TABLE rings (
      alarm_id TEXT NOT NULL, key TEXT NOT NULL, due INTEGER NOT NULL, adjustment TEXT NOT NULL,
      recurrence TEXT NOT NULL, skipped INTEGER NOT NULL, label TEXT NOT NULL, sound TEXT NOT NULL,
      volume INTEGER NOT NULL, fade_in INTEGER NOT NULL, vibration TEXT NOT NULL, buzzer_after INTEGER NOT NULL,
      silence_after INTEGER NOT NULL, cards TEXT NOT NULL,
      outcome TEXT, ended INTEGER, card_id TEXT,
      PRIMARY KEY (alarm_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rings_open ON rings (due) WHERE outcome IS NULL;
    CREATE INDEX rings_missed ON rings (due) WHERE outcome IN ('missed', 'missed_unrung');
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL, alarm_id TEXT,
      label TEXT, detail TEXT
    ) STRICT;
    CREATE INDEX events_time ON events (time);
    """,
    """
    ALTER TABLE alarms ADD COLUMN pre_alarm INTEGER;
    ALTER TABLE alarms ADD COLUMN catch_up INTEGER;
    ALTER TABLE alarms ADD COLUMN snoozes INTEGER;
    ALTER TABLE alarms ADD COLUMN snooze_time INTEGER;
    ALTER TABLE alarms ADD COLUMN wake_check INTEGER;
    ALTER TABLE alarms ADD COLUMN cancel_lock INTEGER;
    ALTER TABLE cards ADD COLUMN kind TEXT NOT NULL DEFAULT 'dismiss';
    ALTER TABLE rings ADD COLUMN fallback_sound TEXT;
    ALTER TABLE rings ADD COLUMN pre_alarm INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rings ADD COLUMN catch_up INTEGER NOT NULL DEFAULT 900000;
    ALTER TABLE rings ADD COLUMN snoozes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rings ADD COLUMN snooze_time INTEGER NOT NULL DEFAULT 540000;
    ALTER TABLE rings ADD COLUMN wake_check INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rings ADD COLUMN cancel_lock INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rings ADD COLUMN began INTEGER;
    ALTER TABLE rings ADD COLUMN trusted INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE rings ADD COLUMN snoozed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rings ADD COLUMN rest TEXT;
    ALTER TABLE rings ADD COLUMN rest_until INTEGER;
    ALTER TABLE rings ADD COLUMN acknowledged INTEGER NOT NULL DEFAULT 0;
    UPDATE rings SET began = due WHERE outcome IS NULL AND EXISTS (
      SELECT 1 FROM events WHERE alarm_id = rings.alarm_id AND kind IN ('fired', 'resumed') AND time >= rings.due
        AND time < rings.due + rings.silence_after * 1000000);
    DROP INDEX rings_missed;
    CREATE INDEX rings_missed ON rings (due) WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0;
    """,
    // What was armed before rings as it was armed.
    """
    ALTER TABLE alarms ADD COLUMN softens INTEGER;
    ALTER TABLE rings ADD COLUMN softens INTEGER NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE alarms ADD COLUMN vibration_pattern TEXT;
    ALTER TABLE alarms ADD COLUMN speaks INTEGER;
    ALTER TABLE rings ADD COLUMN vibration_pattern TEXT NOT NULL DEFAULT 'pulse';
    ALTER TABLE rings ADD COLUMN speaks INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE timers (
      id TEXT PRIMARY KEY, label TEXT NOT NULL, length INTEGER NOT NULL, preset TEXT, sound TEXT, volume INTEGER,
      vibration TEXT, vibration_pattern TEXT, chime INTEGER, phase TEXT NOT NULL, paused_left INTEGER, due INTEGER,
      due_since_boot INTEGER, boot TEXT
    ) STRICT;
    CREATE TABLE presets (
      name TEXT PRIMARY KEY, length INTEGER NOT NULL, sound TEXT, volume INTEGER, vibration TEXT,
      vibration_pattern TEXT, chime INTEGER
    ) STRICT;
    """,
    // 1: the zone had changed within a day. Without an outcome: the change has passed over it, and it waits; with one:
    // that may be taken back.
    """
    ALTER TABLE rings ADD COLUMN zone_doubt INTEGER NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE alarms ADD COLUMN flashes INTEGER;
    ALTER TABLE rings ADD COLUMN flashes INTEGER NOT NULL DEFAULT 1;
    """,
    // What is known of how rings ended is the beginning of the history. (After a snooze, `began` is of another round.)
    """
    CREATE TABLE history (
      alarm_id TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, due INTEGER NOT NULL, ended INTEGER, outcome TEXT,
      card TEXT, began INTEGER, snoozes INTEGER NOT NULL DEFAULT 0, wrong_codes INTEGER NOT NULL DEFAULT 0,
      unread INTEGER NOT NULL DEFAULT 0, checks INTEGER NOT NULL DEFAULT 0, failed_checks INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (alarm_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX history_due ON history (due);
    CREATE TABLE happenings (
      number INTEGER PRIMARY KEY, kind TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL, label TEXT
    ) STRICT;
    CREATE INDEX happenings_began ON happenings (began);
    CREATE TABLE attendance (
      number INTEGER PRIMARY KEY, boot TEXT NOT NULL, seen INTEGER NOT NULL, stopped INTEGER NOT NULL
    ) STRICT;
    INSERT INTO history (alarm_id, key, label, due, ended, outcome, card, began, snoozes)
      SELECT alarm_id, key, label, due, ended, outcome, COALESCE((SELECT name FROM cards WHERE id = card_id), card_id),
        CASE WHEN snoozed = 0 AND wake_check = 0 THEN began END, snoozed FROM rings WHERE outcome IS NOT NULL;
    """,
    // What a clock without a trusted time tells makes no statistics.
    """
    ALTER TABLE history ADD COLUMN trusted INTEGER NOT NULL DEFAULT 1;
    UPDATE history SET trusted = 0 WHERE EXISTS (
      SELECT 1 FROM rings WHERE alarm_id = history.alarm_id AND key = history.key AND trusted = 0);
    """
      // What is to be erased (begun is 0, or one more than the steps that are done), and since when the clock is far ahead
      // of what it was.
      + """
      CREATE TABLE erasure (
        number INTEGER PRIMARY KEY, scope TEXT NOT NULL, alarms INTEGER NOT NULL, cards INTEGER NOT NULL,
        asked INTEGER NOT NULL, due INTEGER NOT NULL, begun INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE leap (number INTEGER PRIMARY KEY, seen INTEGER NOT NULL) STRICT;
      """,
    """
    ALTER TABLE alarms ADD COLUMN alarm_group TEXT NOT NULL DEFAULT '';
    ALTER TABLE alarms ADD COLUMN rings_on_holidays INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE alarms ADD COLUMN exceptions TEXT NOT NULL DEFAULT '';
    CREATE TABLE pauses (name TEXT PRIMARY KEY, start TEXT NOT NULL, until TEXT NOT NULL, scope TEXT NOT NULL) STRICT;
    CREATE TABLE calendars (name TEXT PRIMARY KEY, scope TEXT NOT NULL) STRICT;
    CREATE TABLE holidays (
      calendar TEXT NOT NULL, date TEXT NOT NULL, title TEXT NOT NULL, PRIMARY KEY (calendar, date)
    ) STRICT;
    """,
    // When a card ended a ring whose time was not trusted, by the clock that never steps; until that is decided on.
    """
    ALTER TABLE history ADD COLUMN boot TEXT;
    ALTER TABLE history ADD COLUMN ended_since_boot INTEGER;
    CREATE INDEX history_boot ON history (boot) WHERE boot IS NOT NULL;
    """,
    // Which days of their files calendars take, a text a line; and when those end that do not come back every year.
    """
    ALTER TABLE calendars ADD COLUMN ends TEXT;
    ALTER TABLE calendars ADD COLUMN only_days TEXT NOT NULL DEFAULT '';
    ALTER TABLE calendars ADD COLUMN except_days TEXT NOT NULL DEFAULT '';
    """,
  ]

  /// The version that this Rouse writes.
  static var version: Int { migrations.count }
  /// The first version that knows of erasures.
  private static let erasureVersion = 8

  /// Whether an erasure can be planned, in a database of whatever version.
  static func hasErasure(_ database: Database) throws(StorageError) -> Bool {
    let number = try database.run("PRAGMA user_version") { Int($0.integer(0)) }.first ?? 0
    return number >= erasureVersion && number <= version
  }

  /// The first version with a history.
  private static let historyVersion = 7

  /// Whether there is a history, in a database of whatever version: what a later one makes of it is not known.
  static func hasHistory(_ database: Database) throws(StorageError) -> Bool {
    let number = try database.run("PRAGMA user_version") { Int($0.integer(0)) }.first ?? 0
    return number >= historyVersion && number <= version
  }

  /// Brings the database to a version, which is this one's where nothing else is said, all or nothing.
  static func migrate(_ database: Database, to wanted: Int = version) throws(StorageError) {
    let version = try self.version(of: database)
    guard version < wanted else { return }
    try database.transaction { () throws(StorageError) in
      for migration in migrations[version..<wanted] { try database.execute(migration) }
      try database.execute("PRAGMA user_version = \(wanted)")
    }
  }

  // MARK: Checking

  /// One thing that a schema holds (https://sqlite.org/schematab.html).
  private struct Object: Hashable {
    let kind: String
    let name: String
    let table: String
    let sql: String
  }

  /// Throws `corrupt` unless the database has the tables and indexes that Rouse has made in its version, and nothing
  /// else: no view, trigger, virtual table, generated column, default or check that runs anything.
  static func check(_ database: Database) throws(StorageError) {
    let version = try self.version(of: database)
    let ours = try Database(path: ":memory:", readOnly: false)
    try migrate(ours, to: version)
    let (found, wanted) = (try objects(in: database), try objects(in: ours))
    if let strange = found.first(where: { !wanted.contains($0) }) {
      throw StorageError(
        .corrupt, "checking the tables",
        "the \(strange.kind) `\(strange.name.prefix(40))` is none that Rouse has made in version \(version)")
    }
    if let missing = wanted.first(where: { !found.contains($0) }) {
      throw StorageError(.corrupt, "checking the tables", "the \(missing.kind) \(missing.name) is missing")
    }
  }

  /// Throws `corrupt` where something else has the name of one of the tables of this version. What else there is, nothing
  /// reads, and people may have made it.
  static func checkTables(_ database: Database) throws(StorageError) {
    let others = try database.run("SELECT name FROM sqlite_schema WHERE type <> 'table'") { $0.text(0) }
    let ours =
      Flaw.Table.allCases.map(\.rawValue)
      + ["salt", "events", "history", "happenings", "attendance", "erasure", "leap"]
    if let name = others.first(where: { ours.contains($0.lowercased()) }) {
      throw StorageError(.corrupt, "opening the store", "\(name) is no table")
    }
  }

  private static func objects(in database: Database) throws(StorageError) -> Set<Object> {
    Set(
      try database.run("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
        Object(kind: $0.text(0), name: $0.text(1), table: $0.text(2), sql: plain($0.text(3)))
      })
  }

  /// Without what one version of SQLite may write otherwise than another.
  private static func plain(_ sql: String) -> String {
    var plain = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for mark in ["(", ")", ","] {
      plain = plain.replacing(" " + mark, with: mark).replacing(mark + " ", with: mark)
    }
    return plain
  }

  // MARK: Versions

  /// Throws `newerVersion` for a database that a later Rouse has written, `corrupt` for a version that none writes.
  static func version(of database: Database) throws(StorageError) -> Int {
    let version = try database.run("PRAGMA user_version") { Int($0.integer(0)) }.first ?? 0
    guard version >= 0 else { throw StorageError(.corrupt, "reading the store", "it has version \(version)") }
    guard version <= migrations.count else {
      throw StorageError(
        .newerVersion, "reading the store",
        "it has version \(version), and this Rouse knows versions up to \(migrations.count)")
    }
    return version
  }
}
