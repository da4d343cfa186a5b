extension FrozenStore {
  static let version10 = """
    CREATE TABLE alarms ( id TEXT PRIMARY KEY, label TEXT NOT NULL, recurrence TEXT NOT NULL, enabled
      INTEGER NOT NULL, skipped_key TEXT, sound TEXT, volume INTEGER, fade_in INTEGER, vibration TEXT,
      buzzer_after INTEGER, silence_after INTEGER, cards TEXT NOT NULL, pre_alarm INTEGER, catch_up
      INTEGER, snoozes INTEGER, snooze_time INTEGER, wake_check INTEGER, cancel_lock INTEGER, softens
      INTEGER, vibration_pattern TEXT, speaks INTEGER, flashes INTEGER, alarm_group TEXT NOT NULL
      DEFAULT '', rings_on_holidays INTEGER NOT NULL DEFAULT 0, exceptions TEXT NOT NULL DEFAULT '')
      STRICT;
    INSERT INTO alarms VALUES ('aaaaaa', 'Work 🚆', 'weekly 31 07:30', 1, NULL, 'birds', 70, 5000,
      'strong', 30000, 600000, 'card01 card02', 30000, 1800000, 2, 300000, 600000, 3600000, 0,
      'heartbeat', 1, 0, 'work', 1, '2026-12-24=skip');
    INSERT INTO alarms VALUES ('bbbbbb', '', 'once 2026-12-24T09:00', 1, '2026-12-24T09:00', NULL, NULL,
      NULL, NULL, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', 0,
      '');
    INSERT INTO alarms VALUES ('cccccc', 'nap', 'instant 1795246200000000000', 0, NULL, NULL, NULL,
      NULL, 'off', NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', 0,
      '');
    CREATE TABLE attendance ( number INTEGER PRIMARY KEY, boot TEXT NOT NULL, seen INTEGER NOT NULL,
      stopped INTEGER NOT NULL ) STRICT;
    INSERT INTO attendance VALUES (1, '0b4c', 1795246200000000000, 1);
    CREATE TABLE calendars (name TEXT PRIMARY KEY, scope TEXT NOT NULL) STRICT;
    INSERT INTO calendars VALUES ('bayern', 'all');
    CREATE TABLE cards ( id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest BLOB NOT NULL UNIQUE,
      enrolled INTEGER NOT NULL, created INTEGER NOT NULL, kind TEXT NOT NULL DEFAULT 'dismiss') STRICT;
    INSERT INTO cards VALUES ('card01', 'bath',
      X'0101010101010101010101010101010101010101010101010101010101010101', 1, 1795236200000000000,
      'dismiss');
    INSERT INTO cards VALUES ('card02', 'door',
      X'0202020202020202020202020202020202020202020202020202020202020202', 0, 1795237200000000000,
      'dismiss');
    INSERT INTO cards VALUES ('card03', 'bed',
      X'0303030303030303030303030303030303030303030303030303030303030303', 1, 1795238200000000000,
      'snooze');
    CREATE TABLE erasure ( number INTEGER PRIMARY KEY, scope TEXT NOT NULL, alarms INTEGER NOT NULL,
      cards INTEGER NOT NULL, asked INTEGER NOT NULL, due INTEGER NOT NULL, begun INTEGER NOT NULL )
      STRICT;
    INSERT INTO erasure VALUES (1, 'history', 0, 1, 1795246000000000000, 1795246600000000000, 0);
    CREATE TABLE events ( sequence INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT
      NOT NULL, alarm_id TEXT, label TEXT, detail TEXT ) STRICT;
    INSERT INTO events VALUES (1, 1795159800000000000, 'fired', 'aaaaaa', 'Work 🚆', NULL);
    INSERT INTO events VALUES (2, 1795159860000000000, 'dismiss_success_qr', 'aaaaaa', 'Work 🚆',
      'bath');
    INSERT INTO events VALUES (7, 1795246150000000000, 'missed', 'cccccc', 'nap', NULL);
    INSERT INTO events VALUES (8, 1795246200005000000, 'fired', 'aaaaaa', 'Work 🚆', NULL);
    CREATE TABLE happenings ( number INTEGER PRIMARY KEY, kind TEXT NOT NULL, began INTEGER NOT NULL,
      ended INTEGER NOT NULL, label TEXT ) STRICT;
    INSERT INTO happenings VALUES (1, 'noise', 1795159800000000000, 1795161600000000000, 'rain');
    INSERT INTO happenings VALUES (2, 'power_gone', 1795160000000000000, 1795160060000000000, NULL);
    CREATE TABLE history ( alarm_id TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, due INTEGER
      NOT NULL, ended INTEGER, outcome TEXT, card TEXT, began INTEGER, snoozes INTEGER NOT NULL DEFAULT
      0, wrong_codes INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0, checks INTEGER NOT
      NULL DEFAULT 0, failed_checks INTEGER NOT NULL DEFAULT 0, trusted INTEGER NOT NULL DEFAULT 1, boot
      TEXT, ended_since_boot INTEGER, PRIMARY KEY (alarm_id, key) ) STRICT, WITHOUT ROWID;
    INSERT INTO history VALUES ('aaaaaa', '2026-11-20T07:30', 'Work 🚆', 1795159800000000000,
      1795159860000000000, 'dismissed', 'bath', 1795159803000000000, 0, 2, 12345, 1, 1, 1, '0b4c',
      5000000000000);
    INSERT INTO history VALUES ('cccccc', '@1795246100000000000', 'nap', 1795246100000000000,
      1795246150000000000, 'missed_unrung', NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, NULL);
    CREATE TABLE holidays ( calendar TEXT NOT NULL, date TEXT NOT NULL, title TEXT NOT NULL, PRIMARY KEY
      (calendar, date) ) STRICT;
    INSERT INTO holidays VALUES ('bayern', '2026-12-25', 'Weihnachten');
    CREATE TABLE leap (number INTEGER PRIMARY KEY, seen INTEGER NOT NULL) STRICT;
    INSERT INTO leap VALUES (1, 1795240000000000000);
    CREATE TABLE pauses (name TEXT PRIMARY KEY, start TEXT NOT NULL, until TEXT NOT NULL, scope TEXT NOT
      NULL) STRICT;
    INSERT INTO pauses VALUES ('skiing', '2026-12-27', '2027-01-02', 'group work');
    CREATE TABLE presets ( name TEXT PRIMARY KEY, length INTEGER NOT NULL, sound TEXT, volume INTEGER,
      vibration TEXT, vibration_pattern TEXT, chime INTEGER ) STRICT;
    INSERT INTO presets VALUES ('eggs', 390000000000, 'marimba', 60, 'light', 'pulse', 1);
    CREATE TABLE rings ( alarm_id TEXT NOT NULL, key TEXT NOT NULL, due INTEGER NOT NULL, adjustment
      TEXT NOT NULL, recurrence TEXT NOT NULL, skipped INTEGER NOT NULL, label TEXT NOT NULL, sound TEXT
      NOT NULL, volume INTEGER NOT NULL, fade_in INTEGER NOT NULL, vibration TEXT NOT NULL, buzzer_after
      INTEGER NOT NULL, silence_after INTEGER NOT NULL, cards TEXT NOT NULL, outcome TEXT, ended
      INTEGER, card_id TEXT, fallback_sound TEXT, pre_alarm INTEGER NOT NULL DEFAULT 0, catch_up INTEGER
      NOT NULL DEFAULT 900000, snoozes INTEGER NOT NULL DEFAULT 0, snooze_time INTEGER NOT NULL DEFAULT
      540000, wake_check INTEGER NOT NULL DEFAULT 0, cancel_lock INTEGER NOT NULL DEFAULT 0, began
      INTEGER, trusted INTEGER NOT NULL DEFAULT 1, snoozed INTEGER NOT NULL DEFAULT 0, rest TEXT,
      rest_until INTEGER, acknowledged INTEGER NOT NULL DEFAULT 0, softens INTEGER NOT NULL DEFAULT 0,
      vibration_pattern TEXT NOT NULL DEFAULT 'pulse', speaks INTEGER NOT NULL DEFAULT 0, zone_doubt
      INTEGER NOT NULL DEFAULT 0, flashes INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (alarm_id, key) )
      STRICT, WITHOUT ROWID;
    INSERT INTO rings VALUES ('aaaaaa', '2026-11-20T07:30', 1795159800000000000, 'none',
      'weekly 31 07:30', 0, 'Work 🚆', 'birds', 70, 5000, 'strong', 30000, 600000, 'card01 card02',
      'dismissed', 1795159860000000000, 'card01', NULL, 0, 900000, 0, 540000, 0, 0, NULL, 1, 0, NULL,
      NULL, 0, 0, 'heartbeat', 1, 0, 0);
    INSERT INTO rings VALUES ('aaaaaa', '2026-11-21T07:30', 1795246200000000000, 'none',
      'weekly 31 07:30', 0, 'Work 🚆', 'birds', 70, 5000, 'strong', 30000, 600000, 'card01 card02', NULL,
      NULL, NULL, 'bell', 30000, 1800000, 2, 300000, 600000, 3600000, 1795246200000000000, 1, 1,
      'snooze', 1795246500000000000, 0, 1, 'heartbeat', 1, 0, 0);
    INSERT INTO rings VALUES ('aaaaaa', '2026-11-22T07:30', 1795332600000000000, 'none',
      'weekly 31 07:30', 0, 'Work 🚆', 'birds', 70, 5000, 'strong', 30000, 600000, 'card01 card02', NULL,
      NULL, NULL, 'bell', 30000, 1800000, 2, 300000, 600000, 3600000, NULL, 1, 0, NULL, NULL, 0, 1,
      'heartbeat', 1, 1, 0);
    INSERT INTO rings VALUES ('bbbbbb', '2026-12-24T09:00', 1798102800000000000, 'none',
      'once 2026-12-24T09:00', 1, '', 'tone', 80, 0, 'medium', 60000, 3600000, '', NULL, NULL, NULL,
      NULL, 0, 900000, 0, 540000, 0, 0, NULL, 1, 0, NULL, NULL, 0, 0, 'pulse', 0, 0, 1);
    INSERT INTO rings VALUES ('cccccc', '@1795246100000000000', 1795246100000000000, 'none',
      'instant 1795246100000000000', 0, 'nap', 'tone', 80, 0, 'off', 60000, 3600000, '',
      'missed_unrung', 1795246150000000000, NULL, NULL, 0, 900000, 0, 540000, 0, 0, NULL, 0, 0, NULL,
      NULL, 0, 0, 'pulse', 0, 1, 1);
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    INSERT INTO salt VALUES (X'000102030405060708090A0B0C0D0E0F');
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO settings VALUES ('volume', '55');
    INSERT INTO settings VALUES ('time-format', '12h');
    INSERT INTO settings VALUES ('sound', 'birds');
    CREATE TABLE timers ( id TEXT PRIMARY KEY, label TEXT NOT NULL, length INTEGER NOT NULL, preset
      TEXT, sound TEXT, volume INTEGER, vibration TEXT, vibration_pattern TEXT, chime INTEGER, phase
      TEXT NOT NULL, paused_left INTEGER, due INTEGER, due_since_boot INTEGER, boot TEXT ) STRICT;
    INSERT INTO timers VALUES ('tttttt', 'tea', 1500000000000, 'eggs', 'marimba', 60, 'light', 'pulse',
      1, 'running', NULL, 1795246300000000000, 5000000000000, 'boot-1');
    INSERT INTO timers VALUES ('uuuuuu', '', 60000000000, NULL, NULL, NULL, NULL, NULL, NULL, 'paused',
      30000000000, NULL, NULL, NULL);
    CREATE INDEX rings_open ON rings (due) WHERE outcome IS NULL;
    CREATE INDEX events_time ON events (time);
    CREATE INDEX rings_missed ON rings (due) WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0;
    CREATE INDEX history_due ON history (due);
    CREATE INDEX happenings_began ON happenings (began);
    CREATE INDEX history_boot ON history (boot) WHERE boot IS NOT NULL;
    PRAGMA user_version = 10;
    """
}
