@testable import Storage

/// What the stores of earlier versions looked like, as `sqlite3 .dump` writes them; never changed.
///
/// Who adds a migration adds the version before it here, with something in every column.
struct FrozenStore {
  let version: Int
  let sql: String

  static let all = [
    FrozenStore(version: 1, sql: version1), FrozenStore(version: 2, sql: version2),
    FrozenStore(version: 3, sql: version3), FrozenStore(version: 4, sql: version4),
    FrozenStore(version: 5, sql: version5), FrozenStore(version: 6, sql: version6),
    FrozenStore(version: 7, sql: version7), FrozenStore(version: 8, sql: version8),
    FrozenStore(version: 9, sql: version9), FrozenStore(version: 10, sql: version10),
  ]

  /// Makes a store of that version.
  func thaw(to path: String) throws {
    let database = try Database(path: path, readOnly: false)
    try database.execute("PRAGMA journal_mode = WAL; BEGIN")
    try database.execute(sql)
    try database.execute("COMMIT")
  }

  private static let version1 = """
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
        INSERT INTO salt VALUES (x'000102030405060708090a0b0c0d0e0f');
    INSERT INTO alarms VALUES
      ('aaaaaa', 'Work 🚆', 'weekly 31 07:30', 1, NULL, 'birds', 70, 5000, 'strong', 30000, 600000, 'card01 card02'),
      ('bbbbbb', '', 'once 2026-12-24T09:00', 1, '2026-12-24T09:00', NULL, NULL, NULL, NULL, NULL, NULL, ''),
      ('cccccc', 'nap', 'instant 1795246200000000000', 0, NULL, NULL, NULL, NULL, 'off', NULL, NULL, '');
    INSERT INTO cards VALUES
      ('card01', 'bath', x'0101010101010101010101010101010101010101010101010101010101010101', 1, 1795236200000000000),
      ('card02', 'door', x'0202020202020202020202020202020202020202020202020202020202020202', 0, 1795237200000000000);
    INSERT INTO settings VALUES ('volume', '55'), ('time-format', '12h'), ('sound', 'birds');
    INSERT INTO rings VALUES
      ('aaaaaa', '2026-11-20T07:30', 1795159800000000000, 'none', 'weekly 31 07:30', 0, 'Work 🚆', 'birds', 70, 5000,
        'strong', 30000, 600000, 'card01 card02', 'dismissed', 1795159860000000000, 'card01'),
      ('aaaaaa', '2026-11-21T07:30', 1795246200000000000, 'none', 'weekly 31 07:30', 0, 'Work 🚆', 'birds', 70, 5000,
        'strong', 30000, 600000, 'card01 card02', NULL, NULL, NULL),
      ('bbbbbb', '2026-12-24T09:00', 1798102800000000000, 'none', 'once 2026-12-24T09:00', 1, '', 'tone', 80, 0,
        'medium', 60000, 3600000, '', NULL, NULL, NULL),
      ('cccccc', '@1795246100000000000', 1795246100000000000, 'none', 'instant 1795246100000000000', 0, 'nap', 'tone', 80, 0,
        'off', 60000, 3600000, '', 'missed_unrung', 1795246150000000000, NULL);
    INSERT INTO events VALUES
      (1, 1795159800000000000, 'fired', 'aaaaaa', 'Work 🚆', NULL),
      (2, 1795159860000000000, 'dismiss_success_qr', 'aaaaaa', 'Work 🚆', 'bath'),
      (7, 1795246150000000000, 'missed', 'cccccc', 'nap', NULL),
      (8, 1795246200005000000, 'fired', 'aaaaaa', 'Work 🚆', NULL);
    PRAGMA user_version = 1;
    """

  private static let version2 = """
    CREATE TABLE alarms (
      id TEXT PRIMARY KEY, label TEXT NOT NULL, recurrence TEXT NOT NULL, enabled INTEGER NOT NULL,
      skipped_key TEXT,
      sound TEXT, volume INTEGER, fade_in INTEGER, vibration TEXT, buzzer_after INTEGER, silence_after INTEGER,
      cards TEXT NOT NULL, pre_alarm INTEGER, catch_up INTEGER, snoozes INTEGER, snooze_time INTEGER, wake_check INTEGER,
      cancel_lock INTEGER) STRICT;
    CREATE TABLE cards (
      id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest BLOB NOT NULL UNIQUE, enrolled INTEGER NOT NULL,
      created INTEGER NOT NULL, kind TEXT NOT NULL DEFAULT 'dismiss') STRICT;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    CREATE TABLE rings (
      alarm_id TEXT NOT NULL, key TEXT NOT NULL, due INTEGER NOT NULL, adjustment TEXT NOT NULL,
      recurrence TEXT NOT NULL, skipped INTEGER NOT NULL, label TEXT NOT NULL, sound TEXT NOT NULL,
      volume INTEGER NOT NULL, fade_in INTEGER NOT NULL, vibration TEXT NOT NULL, buzzer_after INTEGER NOT NULL,
      silence_after INTEGER NOT NULL, cards TEXT NOT NULL,
      outcome TEXT, ended INTEGER, card_id TEXT, fallback_sound TEXT, pre_alarm INTEGER NOT NULL DEFAULT 0,
      catch_up INTEGER NOT NULL DEFAULT 900000, snoozes INTEGER NOT NULL DEFAULT 0,
      snooze_time INTEGER NOT NULL DEFAULT 540000, wake_check INTEGER NOT NULL DEFAULT 0,
      cancel_lock INTEGER NOT NULL DEFAULT 0, began INTEGER, trusted INTEGER NOT NULL DEFAULT 1,
      snoozed INTEGER NOT NULL DEFAULT 0, rest TEXT, rest_until INTEGER,
      acknowledged INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (alarm_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL, alarm_id TEXT,
      label TEXT, detail TEXT
    ) STRICT;
    CREATE INDEX rings_open ON rings (due) WHERE outcome IS NULL;
    CREATE INDEX events_time ON events (time);
    CREATE INDEX rings_missed ON rings (due) WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0;
    INSERT INTO salt VALUES
      (x'000102030405060708090a0b0c0d0e0f');
    INSERT INTO alarms VALUES
      ('aaaaaa', 'Work 🚆', 'weekly 31 07:30', 1, NULL, 'birds', 70, 5000, 'strong', 30000, 600000,
        'card01 card02', 30000, 1800000, 2, 300000, 600000, 3600000),
      ('bbbbbb', '', 'once 2026-12-24T09:00', 1, '2026-12-24T09:00', NULL, NULL, NULL, NULL, NULL, NULL, '',
        NULL, NULL, NULL, NULL, NULL, NULL),
      ('cccccc', 'nap', 'instant 1795246200000000000', 0, NULL, NULL, NULL, NULL, 'off', NULL, NULL, '',
        NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO cards VALUES
      ('card01', 'bath', x'0101010101010101010101010101010101010101010101010101010101010101', 1,
        1795236200000000000, 'dismiss'),
      ('card02', 'door', x'0202020202020202020202020202020202020202020202020202020202020202', 0,
        1795237200000000000, 'dismiss'),
      ('card03', 'bed', x'0303030303030303030303030303030303030303030303030303030303030303', 1,
        1795238200000000000, 'snooze');
    INSERT INTO settings VALUES
      ('volume', '55'),
      ('time-format', '12h'),
      ('sound', 'birds');
    INSERT INTO rings VALUES
      ('aaaaaa', '2026-11-20T07:30', 1795159800000000000, 'none', 'weekly 31 07:30', 0, 'Work 🚆', 'birds',
        70, 5000, 'strong', 30000, 600000, 'card01 card02', 'dismissed', 1795159860000000000, 'card01', NULL,
        0, 900000, 0, 540000, 0, 0, NULL, 1, 0, NULL, NULL, 0),
      ('aaaaaa', '2026-11-21T07:30', 1795246200000000000, 'none', 'weekly 31 07:30', 0, 'Work 🚆', 'birds',
        70, 5000, 'strong', 30000, 600000, 'card01 card02', NULL, NULL, NULL, 'bell', 30000, 1800000, 2,
        300000, 600000, 3600000, 1795246200000000000, 1, 1, 'snooze', 1795246500000000000, 0),
      ('bbbbbb', '2026-12-24T09:00', 1798102800000000000, 'none', 'once 2026-12-24T09:00', 1, '', 'tone', 80,
        0, 'medium', 60000, 3600000, '', NULL, NULL, NULL, NULL, 0, 900000, 0, 540000, 0, 0, NULL, 1, 0,
        NULL, NULL, 0),
      ('cccccc', '@1795246100000000000', 1795246100000000000, 'none', 'instant 1795246100000000000', 0,
        'nap', 'tone', 80, 0, 'off', 60000, 3600000, '', 'missed_unrung', 1795246150000000000, NULL, NULL, 0,
        900000, 0, 540000, 0, 0, NULL, 1, 0, NULL, NULL, 0);
    INSERT INTO events VALUES
      (1, 1795159800000000000, 'fired', 'aaaaaa', 'Work 🚆', NULL),
      (2, 1795159860000000000, 'dismiss_success_qr', 'aaaaaa', 'Work 🚆', 'bath'),
      (7, 1795246150000000000, 'missed', 'cccccc', 'nap', NULL),
      (8, 1795246200005000000, 'fired', 'aaaaaa', 'Work 🚆', NULL);
    PRAGMA user_version = 2;
    """

  private static let version3 = """
    CREATE TABLE alarms (
      id TEXT PRIMARY KEY, label TEXT NOT NULL, recurrence TEXT NOT NULL, enabled INTEGER NOT NULL,
      skipped_key TEXT,
      sound TEXT, volume INTEGER, fade_in INTEGER, vibration TEXT, buzzer_after INTEGER, silence_after INTEGER,
      cards TEXT NOT NULL, pre_alarm INTEGER, catch_up INTEGER, snoozes INTEGER, snooze_time INTEGER, wake_check INTEGER,
      cancel_lock INTEGER, softens INTEGER) STRICT;
    CREATE TABLE cards (
      id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest BLOB NOT NULL UNIQUE, enrolled INTEGER NOT NULL,
      created INTEGER NOT NULL, kind TEXT NOT NULL DEFAULT 'dismiss') STRICT;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    CREATE TABLE rings (
      alarm_id TEXT NOT NULL, key TEXT NOT NULL, due INTEGER NOT NULL, adjustment TEXT NOT NULL,
      recurrence TEXT NOT NULL, skipped INTEGER NOT NULL, label TEXT NOT NULL, sound TEXT NOT NULL,
      volume INTEGER NOT NULL, fade_in INTEGER NOT NULL, vibration TEXT NOT NULL, buzzer_after INTEGER NOT NULL,
      silence_after INTEGER NOT NULL, cards TEXT NOT NULL,
      outcome TEXT, ended INTEGER, card_id TEXT, fallback_sound TEXT, pre_alarm INTEGER NOT NULL DEFAULT 0,
      catch_up INTEGER NOT NULL DEFAULT 900000, snoozes INTEGER NOT NULL DEFAULT 0,
      snooze_time INTEGER NOT NULL DEFAULT 540000, wake_check INTEGER NOT NULL DEFAULT 0,
      cancel_lock INTEGER NOT NULL DEFAULT 0, began INTEGER, trusted INTEGER NOT NULL DEFAULT 1,
      snoozed INTEGER NOT NULL DEFAULT 0, rest TEXT, rest_until INTEGER,
      acknowledged INTEGER NOT NULL DEFAULT 0, softens INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (alarm_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL, alarm_id TEXT,
      label TEXT, detail TEXT
    ) STRICT;
    CREATE INDEX rings_open ON rings (due) WHERE outcome IS NULL;
    CREATE INDEX events_time ON events (time);
    CREATE INDEX rings_missed ON rings (due) WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0;
    INSERT INTO salt VALUES
      (x'000102030405060708090a0b0c0d0e0f');
    INSERT INTO alarms VALUES
      ('aaaaaa', 'Work 🚆', 'weekly 31 07:30', 1, NULL, 'birds', 70, 5000, 'strong', 30000, 600000,
        'card01 card02', 30000, 1800000, 2, 300000, 600000, 3600000, 0),
      ('bbbbbb', '', 'once 2026-12-24T09:00', 1, '2026-12-24T09:00', NULL, NULL, NULL, NULL, NULL, NULL, '',
        NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      ('cccccc', 'nap', 'instant 1795246200000000000', 0, NULL, NULL, NULL, NULL, 'off', NULL, NULL, '',
        NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO cards VALUES
      ('card01', 'bath', x'0101010101010101010101010101010101010101010101010101010101010101', 1,
        1795236200000000000, 'dismiss'),
      ('card02', 'door', x'0202020202020202020202020202020202020202020202020202020202020202', 0,
        1795237200000000000, 'dismiss'),
      ('card03', 'bed', x'0303030303030303030303030303030303030303030303030303030303030303', 1,
        1795238200000000000, 'snooze');
    INSERT INTO settings VALUES
      ('volume', '55'),
      ('time-format', '12h'),
      ('sound', 'birds');
    INSERT INTO rings VALUES
      ('aaaaaa', '2026-11-20T07:30', 1795159800000000000, 'none', 'weekly 31 07:30', 0, 'Work 🚆', 'birds',
        70, 5000, 'strong', 30000, 600000, 'card01 card02', 'dismissed', 1795159860000000000, 'card01', NULL,
        0, 900000, 0, 540000, 0, 0, NULL, 1, 0, NULL, NULL, 0, 0),
      ('aaaaaa', '2026-11-21T07:30', 1795246200000000000, 'none', 'weekly 31 07:30', 0, 'Work 🚆', 'birds',
        70, 5000, 'strong', 30000, 600000, 'card01 card02', NULL, NULL, NULL, 'bell', 30000, 1800000, 2,
        300000, 600000, 3600000, 1795246200000000000, 1, 1, 'snooze', 1795246500000000000, 0, 1),
      ('bbbbbb', '2026-12-24T09:00', 1798102800000000000, 'none', 'once 2026-12-24T09:00', 1, '', 'tone', 80,
        0, 'medium', 60000, 3600000, '', NULL, NULL, NULL, NULL, 0, 900000, 0, 540000, 0, 0, NULL, 1, 0,
        NULL, NULL, 0, 0),
      ('cccccc', '@1795246100000000000', 1795246100000000000, 'none', 'instant 1795246100000000000', 0,
        'nap', 'tone', 80, 0, 'off', 60000, 3600000, '', 'missed_unrung', 1795246150000000000, NULL, NULL, 0,
        900000, 0, 540000, 0, 0, NULL, 1, 0, NULL, NULL, 0, 0);
    INSERT INTO events VALUES
      (1, 1795159800000000000, 'fired', 'aaaaaa', 'Work 🚆', NULL),
      (2, 1795159860000000000, 'dismiss_success_qr', 'aaaaaa', 'Work 🚆', 'bath'),
      (7, 1795246150000000000, 'missed', 'cccccc', 'nap', NULL),
      (8, 1795246200005000000, 'fired', 'aaaaaa', 'Work 🚆', NULL);
    PRAGMA user_version = 3;
    """
}
