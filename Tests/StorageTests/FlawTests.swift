import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

/// Rows that no version writes: each is named, and the others are used.
@Suite struct FlawTests {
  static let durations = [
    "fade_in", "buzzer_after", "silence_after", "pre_alarm", "catch_up", "snooze_time", "wake_check", "cancel_lock",
  ]
  static let wrong = [
    Int64.max, Int64.min, -1, 1_000_000_000_000, Int64.max / 1_000_000, Int64.max / 1_000_000 + 1, -60_000,
  ]

  private static let time = LocalTime.midnight
  private static let key = Occurrence.Key.instant(Instant(seconds: 2_000_000_000))

  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(path: folder.file)
    for id in ["aaaaaa", "bbbbbb"] {
      let alarm = Alarm(id: id, label: "work", recurrence: .weekly(.daily, at: Self.time), cards: ["card01"])
      try store.save(alarm)
      let due = Instant(seconds: 2_000_000_000)
      try store.arm(
        ArmedOccurrence(
          occurrence: Occurrence(key: Self.key, due: due, adjustment: .none), plan: Settings().plan(for: alarm),
          recurrence: alarm.recurrence, isSkipped: false))
      try store.record(RingProgress(began: due, isTrusted: true), of: RingID(alarmID: id, key: Self.key))
    }
    for number in 1...2 {
      try store.save(CopyTests.card("card0\(number)", "card \(number)", digest: UInt8(number)))
    }
    try store.set(.volume, to: "30")
    try store.set(.timeFormat, to: "12h")
  }

  @Test(arguments: durations, wrong)
  func anAlarmWithAnImpossibleDurationRingsWithTheDefault(column: String, value: Int64) throws {
    try store.database.execute("UPDATE alarms SET \(column) = \(value) WHERE id = 'bbbbbb'")
    try store.database.execute("UPDATE rings SET \(column) = \(value) WHERE alarm_id = 'bbbbbb'")
    let alarms = try store.alarms()
    #expect(alarms.map(\.id) == ["aaaaaa", "bbbbbb"])
    #expect(alarms.map(\.overrides) == [RingOverrides(), RingOverrides()])
    let field = column.replacing("_", with: "-")
    #expect(store.flaws.map { [$0.key, $0.field] } == [["bbbbbb", field]])
    #expect(store.flaws.allSatisfy { !$0.isPutAside && !$0.reason.isEmpty })
    let plans = try store.openRings().map(\.armed.plan)
    #expect(plans.count == 2)
    #expect(plans.allSatisfy { $0.fadeIn == .zero && $0.silenceAfter == .seconds(3600) && $0.cancelLock == .zero })
    #expect(store.flaws.map(\.table) == [.alarms, .rings])
    try store.save(alarms[1])
    #expect(store.flaws.map(\.table) == [.rings])
    #expect(try Store(path: folder.file).alarms() == alarms)
  }

  @Test(arguments: [
    ("volume = 101", "volume", false), ("volume = -1", "volume", false),
    ("volume = 9223372036854775807", "volume", false),
    ("snoozes = 6", "snooze", false), ("snoozes = -9223372036854775808", "snooze", false),
    ("label = 'a' || char(27) || '[2J'", "label", false), ("label = hex(zeroblob(450000))", "label", false),
    ("label = 'a' || char(0x202e)", "label", false), ("sound = '../x'", "sound", false), ("sound = ''", "sound", false),
    ("sound = hex(zeroblob(450000))", "sound", false), ("vibration = 'x'", "vibration", false),
    ("vibration_pattern = 'x'", "vibration-pattern", false), ("skipped_key = 'x'", "skip", false),
    ("cards = 'card01 ../x'", "card", false), ("cards = char(27)", "card", false),
    ("recurrence = 'x'", "time", true), ("recurrence = 'once 2026-02-30T07:30'", "time", true),
    ("recurrence = 'once 3000-01-01T07:30'", "time", true), ("recurrence = 'weekly 999 07:30'", "time", true),
    ("recurrence = 'instant 9223372036854775808'", "time", true), ("id = ''", "id", true),
    ("id = char(27) || '[2J'", "id", true), ("id = '../../x'", "id", true), ("id = hex(zeroblob(450000))", "id", true),
    ("id = 'a b'", "id", true), ("id = 'äaaaaa'", "id", true),
  ])
  func whatIsNoGoodOfAnAlarmIsNamed(sql: String, field: String, isPutAside: Bool) throws {
    try store.database.execute("UPDATE alarms SET \(sql) WHERE id = 'bbbbbb'")
    #expect(try store.alarms().map(\.id) == (isPutAside ? ["aaaaaa"] : ["aaaaaa", "bbbbbb"]))
    #expect(store.flaws.map(\.field) == [field])
    #expect(store.flaws.map(\.isPutAside) == [isPutAside])
    let text = try #require(store.flaws.first).description
    #expect(text.count < 300 && !text.unicodeScalars.contains { $0.value < 32 })
    try store.save(try #require(try store.alarms().first))
    try store.save(Alarm(id: "cccccc", recurrence: .weekly(.daily, at: Self.time)))
    #expect(try store.database.run("SELECT COUNT(*) FROM alarms") { $0.integer(0) } == [3])
    #expect(store.flaws.count == 1)
  }

  @Test(arguments: [
    ("recurrence = 'x'", "time", false), ("adjustment = 'x'", "adjustment", false),
    ("label = char(10)", "label", false),
    ("sound = '/etc/passwd'", "sound", false), ("fallback_sound = char(27)", "sound", false),
    ("volume = 200", "volume", false), ("vibration = ''", "vibration", false), ("cards = '../x'", "card", false),
    ("snoozed = -9223372036854775808", "snoozes", false), ("snoozed = 9223372036854775807", "snoozes", false),
    ("rest = 'x', rest_until = 1", "rest", false), ("rest = 'snooze', rest_until = 9223372036854775807", "rest", false),
    ("key = 'x'", "occurrence", true), ("alarm_id = ''", "id", true), ("alarm_id = char(27)", "id", true),
  ])
  func whatIsArmedRingsWhateverIsNoGoodOfItsPlan(sql: String, field: String, isPutAside: Bool) throws {
    try store.database.execute("UPDATE rings SET \(sql) WHERE alarm_id = 'bbbbbb'")
    let rings = try store.openRings()
    #expect(Set(rings.map(\.armed.plan.alarmID)) == (isPutAside ? ["aaaaaa"] : ["aaaaaa", "bbbbbb"]))
    #expect(rings.allSatisfy { $0.progress?.rest == nil && $0.armed.plan.volume <= 100 })
    #expect(store.flaws.map(\.field) == [field])
    #expect(store.flaws.map(\.isPutAside) == [isPutAside])
    #expect(try store.essentialRings().count == rings.count)
    try store.disarm("bbbbbb", except: [])
    _ = try store.record(.skipped, of: try #require(rings.first).armed, at: Instant(seconds: 1))
  }

  @Test(arguments: [
    ("digest = x''", "digest", ["card01"]), ("digest = zeroblob(900000)", "digest", ["card01"]),
    ("kind = 'x'", "kind", ["card01"]), ("id = ''", "id", ["card01"]), ("id = '../x'", "id", ["card01"]),
    ("name = 'a' || char(27)", "name", ["card01", "card02"]), ("name = ''", "name", ["card01", "card02"]),
  ])
  func aCardThatNothingCanMatchIsPutAside(sql: String, field: String, left: [String]) throws {
    try store.database.execute("UPDATE cards SET \(sql) WHERE id = 'card02'")
    #expect(try store.cards().map(\.id) == left)
    #expect(try store.cards().last?.name == (left.count == 2 ? "card02" : "card 1"))
    #expect(store.flaws.map(\.field) == [field])
    if field != "kind" { #expect(try store.essentialCards().map(\.id) == left) }
  }

  @Test func aSettingThatIsNoneIsNotUsedAndSettingItMendsIt() throws {
    try store.database.execute("UPDATE settings SET value = '101' WHERE key = 'volume'")
    try store.database.execute(
      "INSERT INTO settings VALUES (char(27), 'x'), ('pause', '3000-01-01'), ('sound', '../x')")
    #expect(try store.settings() == [.timeFormat: "12h"])
    #expect(store.flaws.count == 4)
    try store.set(.volume, to: "20")
    for key in [SettingKey.pause, .sound] { try store.set(key, to: nil) }
    #expect(try store.settings() == [.timeFormat: "12h", .volume: "20"])
    #expect(store.flaws.map(\.key) == ["\u{1B}"])
  }

  /// Without the unique index, which only damage removes.
  @Test func ofTwoRowsOfOneIDTheFirstIsUsed() throws {
    for table in ["alarms", "cards"] {
      try store.database.execute(
        "ALTER TABLE \(table) RENAME TO old; CREATE TABLE \(table) AS SELECT * FROM old; "
          + "INSERT INTO \(table) SELECT * FROM old; DROP TABLE old")
    }
    #expect(try store.alarms().map(\.id) == ["aaaaaa", "bbbbbb"])
    #expect(try store.cards().map(\.id) == ["card01", "card02"])
    #expect(store.flaws.map(\.field) == ["id", "id", "id", "id"])
  }

  @Test(arguments: ["sequence = 9223372036854775807", "detail = hex(zeroblob(900000))", "kind = 'x'", "time = -1"])
  func anEventOfNoGoodIsNoneOrIsCut(sql: String) throws {
    let (folder, store) = try CopyTests.filled(alarms: 1)
    try store.database.execute("UPDATE events SET \(sql) WHERE sequence = 5")
    #expect(try store.lastEventSequence() <= 5)
    #expect(try (Store.lastEvent(inFileAt: folder.file)?.sequence ?? 0) <= 5)
    #expect(try store.events(since: nil, limit: 10).allSatisfy { ($0.detail?.utf8.count ?? 0) <= 4096 })
    try store.append(Event(sequence: 6, time: Instant(seconds: 6), kind: .missed))
    #expect(try store.events(since: nil, limit: 10).last?.kind == .missed)
  }

  @Test(arguments: [0, 1, 15, 17, 900_000])
  func aSaltOfAnotherLengthIsDamage(length: Int) throws {
    try store.database.execute("UPDATE salt SET value = zeroblob(\(length))")
    #expect(refusal { try Store(path: folder.file, isThere: true) }?.kind == .corrupt)
  }
}
