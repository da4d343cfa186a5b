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
    """
  ]

  /// Brings the database to this version, all or nothing.
  static func migrate(_ database: Database) throws(StorageError) {
    let version = try self.version(of: database)
    guard version < migrations.count else { return }
    try database.transaction { () throws(StorageError) in
      for migration in migrations[version...] { try database.execute(migration) }
      try database.execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  /// Throws `newerVersion` for a database that a later Rouse has written.
  static func version(of database: Database) throws(StorageError) -> Int {
    let version = try database.run("PRAGMA user_version") { Int($0.integer(0)) }.first ?? 0
    guard version <= migrations.count else {
      throw StorageError(
        .newerVersion, "reading the store",
        "it has version \(version), and this Rouse knows versions up to \(migrations.count)")
    }
    return version
  }
}
