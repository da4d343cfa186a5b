/// The tables of a store, and their version.
enum Schema {
  /// The version that this Rouse reads and writes (PRAGMA user_version). Lower ones are from before Rouse 0.1.0.
  private static let version = 100

  /// - `rings.zone_doubt` is 1 if the zone had changed within a day. A ring without an outcome then waits, because the
  ///   change passed over it; an outcome can then be reverted.
  /// - `history.boot` and `ended_since_boot` say when a card ended a ring whose time was not trusted, by the clock that
  ///   never steps; until that is decided on.
  /// - `erasure.begun` is 0, or one more than the number of steps that are done.
  /// - `leap` holds when the clock was found far ahead.
  /// - `calendars.only_days` and `except_days` say which days of its file a calendar takes, one text per line; `ends`
  ///   says when its days end if they do not repeat every year.
  private static let tables = """
    CREATE TABLE alarms (
      id TEXT PRIMARY KEY, label TEXT NOT NULL, recurrence TEXT NOT NULL, enabled INTEGER NOT NULL, skipped_key TEXT,
      sound TEXT, volume INTEGER, fade_in INTEGER, vibration TEXT, buzzer_after INTEGER, silence_after INTEGER,
      cards TEXT NOT NULL, pre_alarm INTEGER, catch_up INTEGER, snoozes INTEGER, snooze_time INTEGER,
      wake_check INTEGER, cancel_lock INTEGER, softens INTEGER, vibration_pattern TEXT, speaks INTEGER,
      flashes INTEGER, alarm_group TEXT NOT NULL DEFAULT '', rings_on_holidays INTEGER NOT NULL DEFAULT 0,
      exceptions TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE cards (
      id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest BLOB NOT NULL UNIQUE, enrolled INTEGER NOT NULL,
      created INTEGER NOT NULL, kind TEXT NOT NULL DEFAULT 'dismiss'
    ) STRICT;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    INSERT INTO salt VALUES (randomblob(16));
    CREATE TABLE rings (
      alarm_id TEXT NOT NULL, key TEXT NOT NULL, due INTEGER NOT NULL, adjustment TEXT NOT NULL,
      recurrence TEXT NOT NULL, skipped INTEGER NOT NULL, label TEXT NOT NULL, sound TEXT NOT NULL,
      volume INTEGER NOT NULL, fade_in INTEGER NOT NULL, vibration TEXT NOT NULL, buzzer_after INTEGER NOT NULL,
      silence_after INTEGER NOT NULL, cards TEXT NOT NULL, outcome TEXT, ended INTEGER, card_id TEXT,
      fallback_sound TEXT, pre_alarm INTEGER NOT NULL DEFAULT 0, catch_up INTEGER NOT NULL DEFAULT 900000,
      snoozes INTEGER NOT NULL DEFAULT 0, snooze_time INTEGER NOT NULL DEFAULT 540000,
      wake_check INTEGER NOT NULL DEFAULT 0, cancel_lock INTEGER NOT NULL DEFAULT 0, began INTEGER,
      trusted INTEGER NOT NULL DEFAULT 1, snoozed INTEGER NOT NULL DEFAULT 0, rest TEXT, rest_until INTEGER,
      acknowledged INTEGER NOT NULL DEFAULT 0, softens INTEGER NOT NULL DEFAULT 0,
      vibration_pattern TEXT NOT NULL DEFAULT 'pulse', speaks INTEGER NOT NULL DEFAULT 0,
      zone_doubt INTEGER NOT NULL DEFAULT 0, flashes INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (alarm_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rings_open ON rings (due) WHERE outcome IS NULL;
    CREATE INDEX rings_missed ON rings (due) WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0;
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL, alarm_id TEXT,
      label TEXT, detail TEXT
    ) STRICT;
    CREATE INDEX events_time ON events (time);
    CREATE TABLE timers (
      id TEXT PRIMARY KEY, label TEXT NOT NULL, length INTEGER NOT NULL, preset TEXT, sound TEXT, volume INTEGER,
      vibration TEXT, vibration_pattern TEXT, chime INTEGER, phase TEXT NOT NULL, paused_left INTEGER, due INTEGER,
      due_since_boot INTEGER, boot TEXT
    ) STRICT;
    CREATE TABLE presets (
      name TEXT PRIMARY KEY, length INTEGER NOT NULL, sound TEXT, volume INTEGER, vibration TEXT,
      vibration_pattern TEXT, chime INTEGER
    ) STRICT;
    CREATE TABLE history (
      alarm_id TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, due INTEGER NOT NULL, ended INTEGER, outcome TEXT,
      card TEXT, began INTEGER, snoozes INTEGER NOT NULL DEFAULT 0, wrong_codes INTEGER NOT NULL DEFAULT 0,
      unread INTEGER NOT NULL DEFAULT 0, checks INTEGER NOT NULL DEFAULT 0, failed_checks INTEGER NOT NULL DEFAULT 0,
      trusted INTEGER NOT NULL DEFAULT 1, boot TEXT, ended_since_boot INTEGER, PRIMARY KEY (alarm_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX history_due ON history (due);
    CREATE INDEX history_boot ON history (boot) WHERE boot IS NOT NULL;
    CREATE TABLE happenings (
      number INTEGER PRIMARY KEY, kind TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL, label TEXT
    ) STRICT;
    CREATE INDEX happenings_began ON happenings (began);
    CREATE TABLE attendance (
      number INTEGER PRIMARY KEY, boot TEXT NOT NULL, seen INTEGER NOT NULL, stopped INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE erasure (
      number INTEGER PRIMARY KEY, scope TEXT NOT NULL, alarms INTEGER NOT NULL, cards INTEGER NOT NULL,
      asked INTEGER NOT NULL, due INTEGER NOT NULL, begun INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE leap (number INTEGER PRIMARY KEY, seen INTEGER NOT NULL) STRICT;
    CREATE TABLE pauses (name TEXT PRIMARY KEY, start TEXT NOT NULL, until TEXT NOT NULL, scope TEXT NOT NULL) STRICT;
    CREATE TABLE calendars (
      name TEXT PRIMARY KEY, scope TEXT NOT NULL, ends TEXT, only_days TEXT NOT NULL DEFAULT '',
      except_days TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE holidays (
      calendar TEXT NOT NULL, date TEXT NOT NULL, title TEXT NOT NULL, PRIMARY KEY (calendar, date)
    ) STRICT;
    PRAGMA user_version = \(version);
    """

  static func create(in database: Database) throws(StorageError) {
    guard try isEmpty(database) else { return }
    try database.transaction { () throws(StorageError) in try database.execute(tables) }
  }

  // MARK: Checking

  /// Throws `corrupt` unless the database has exactly Rouse's tables and indexes: no view, trigger, virtual table,
  /// generated column, default or check that could run anything.
  static func check(_ database: Database) throws(StorageError) {
    let ours = try Database(path: ":memory:", readOnly: false)
    try create(in: ours)
    let (found, wanted) = (try objects(in: database), try objects(in: ours))
    if let strange = found.subtracting(wanted).first {
      throw StorageError(
        .corrupt, "checking the tables",
        "the \(strange[0]) `\(strange[1].prefix(40))` is not one of Rouse's in version \(version)")
    }
    if let missing = wanted.subtracting(found).first {
      throw StorageError(.corrupt, "checking the tables", "the \(missing[0]) \(missing[1]) is missing")
    }
  }

  /// Throws `corrupt` if something other than a table has the name of one of our tables, and the errors of `isEmpty`.
  /// Other objects may be the user's own and are never read.
  static func checkTables(_ database: Database) throws(StorageError) {
    _ = try isEmpty(database)
    let others = try database.run("SELECT name FROM sqlite_schema WHERE type <> 'table'") { $0.text(0) }
    let ours = Store.Table.allCases.map(\.rawValue) + ["salt", "attendance", "erasure", "leap"]
    if let name = others.first(where: { ours.contains($0.lowercased()) }) {
      throw StorageError(.corrupt, "opening the store", "\(name) is not a table")
    }
  }

  /// Returns the kind, name, table and SQL of each entry of the schema table (https://sqlite.org/schematab.html).
  private static func objects(in database: Database) throws(StorageError) -> Set<[String]> {
    Set(
      try database.run("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
        [$0.text(0), $0.text(1), $0.text(2), plain($0.text(3))]
      })
  }

  /// Normalizes white space, so that the layout of the statements above may change.
  private static func plain(_ sql: String) -> String {
    var plain = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for mark in ["(", ")", ","] {
      plain = plain.replacing(" " + mark, with: mark).replacing(mark + " ", with: mark)
    }
    return plain
  }

  // MARK: Versions

  /// Whether the database has no tables of Rouse yet.
  ///
  /// Throws `newerVersion` or `olderVersion` if this Rouse cannot read the database, or `corrupt` if no Rouse writes
  /// its version.
  static func isEmpty(_ database: Database) throws(StorageError) -> Bool {
    let found = try number(in: database)
    guard found >= 0 else { throw StorageError(.corrupt, "reading the store", "it has version \(found)") }
    guard found <= version else {
      throw StorageError(
        .newerVersion, "reading the store",
        "it has version \(found); this Rouse knows versions up to \(version)")
    }
    guard found == 0 || found == version else {
      throw StorageError(
        .olderVersion, "reading the store",
        "it has version \(found), from before Rouse 0.1.0; this Rouse reads version \(version) and later")
    }
    return found == 0
  }

  /// Whether the tables are those of this version. In others, only the data needed for rings is read.
  static func isOwn(_ database: Database) throws(StorageError) -> Bool { try number(in: database) == version }

  private static func number(in database: Database) throws(StorageError) -> Int {
    try database.run("PRAGMA user_version") { Int($0.integer(0)) }.first ?? 0
  }
}
