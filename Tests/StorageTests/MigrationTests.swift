import AlarmClock
import TestSupport
import Testing

@testable import Storage

/// A store of any earlier version is opened with all it holds.
@Suite struct MigrationTests {
  /// 2026-11-21T07:30:00Z
  static let due = Instant(seconds: 1_795_246_200)

  @Test func thereIsAFrozenStoreOfEveryEarlierVersion() {
    #expect(FrozenStore.all.map(\.version) == Array(1..<Schema.version))
  }

  @Test(arguments: FrozenStore.all.map(\.version))
  func itIsOfTheVersionItSays(version: Int) throws {
    let folder = try TemporaryFolder()
    try #require(FrozenStore.all.first { $0.version == version }).thaw(to: folder.file)
    #expect(try Schema.version(of: Database(path: folder.file, readOnly: true)) == version)
  }

  @Test(arguments: FrozenStore.all.map(\.version))
  func itBecomesWhatANewOneIs(version: Int) throws {
    let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
    try #require(FrozenStore.all.first { $0.version == version }).thaw(to: old.file)
    _ = try Store(path: old.file, isThere: true)
    _ = try Store(path: new.file)
    try Store.check(fileAt: old.file)
    for table in [
      "alarms", "cards", "settings", "salt", "rings", "events", "timers", "presets", "history", "happenings",
      "attendance", "erasure", "leap", "pauses", "calendars", "holidays",
    ] {
      let columns = try [old, new].map { folder in
        try Database(path: folder.file, readOnly: true).run("PRAGMA table_info(\(table))") { row in
          [row.text(1), row.text(2), row.text(3), row.text(4), row.text(5)]
        }
      }
      #expect(!columns[1].isEmpty)
      #expect(columns[0] == columns[1])
    }
    let indexes = try [old, new].map { folder in
      try Database(path: folder.file, readOnly: true).run(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
      ) { [$0.text(0), $0.text(1)] }
    }
    #expect(indexes[0] == indexes[1])
    #expect(try Schema.version(of: Database(path: old.file, readOnly: true)) == Schema.version)
  }

  @Test func everythingOfVersion1IsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[0].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let christmas = try #require(LocalDateTime("2026-12-24T09:00"))
    let work = Alarm(
      id: "aaaaaa", label: "Work 🚆",
      recurrence: .weekly(Weekdays(rawValue: 31), at: try #require(LocalTime("07:30"))),
      overrides: RingOverrides {
        ($0.sound, $0.volume, $0.fadeIn, $0.vibration) = ("birds", 70, .seconds(5), .strong)
        ($0.buzzerAfter, $0.silenceAfter) = (.seconds(30), .seconds(600))
      }, cards: ["card01", "card02"])
    #expect(
      try store.alarms() == [
        work, Alarm(id: "bbbbbb", recurrence: .once(christmas), skippedKey: .local(christmas)),
        Alarm(
          id: "cccccc", label: "nap", recurrence: .instant(Self.due), isEnabled: false,
          overrides: RingOverrides { $0.vibration = .off }),
      ])
    #expect(
      try store.cards() == [
        Card(
          id: "card01", name: "bath", digest: [UInt8](repeating: 1, count: 32), isEnrolled: true,
          created: Self.due - .seconds(10_000)),
        Card(
          id: "card02", name: "door", digest: [UInt8](repeating: 2, count: 32), isEnrolled: false,
          created: Self.due - .seconds(9000)),
      ])
    #expect(try store.settings() == [.volume: "55", .timeFormat: "12h", .sound: "birds"])
    #expect(store.salt == Array(0..<16))
    #expect(try store.misses().map(\.alarmID) == ["cccccc"])
    #expect(try store.endedKeys(of: "aaaaaa", dueAfter: .min).map(\.description) == ["2026-11-20T07:30"])
    let events = try store.events(since: nil, limit: 100)
    #expect(events.map(\.sequence) == [1, 2, 7, 8])
    #expect(events.map(\.kind) == [.fired, .dismissSuccess, .missed, .fired])
    #expect(events[1].detail == "bath")
  }

  /// Until version 2 only the log told which of the open rings had begun.
  @Test func aRingUnderWayGoesOnAfterTheUpgradeAndOneToComeHasNotBegun() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[0].thaw(to: folder.file)
    let rings = try Store(path: folder.file, isThere: true).openRings()
    #expect(rings.map(\.armed.id.key.description) == ["2026-11-21T07:30", "2026-12-24T09:00"])
    #expect(rings.map(\.progress) == [RingProgress(began: Self.due, isTrusted: true), nil])
    #expect(rings.map(\.armed.isSkipped) == [false, true])
    let plan = try #require(rings.first).armed.plan
    #expect(
      plan
        == RingPlan(
          alarmID: "aaaaaa", label: "Work 🚆", sound: "birds",
          values: RingValues {
            ($0.volume, $0.fadeIn, $0.vibration, $0.softens) = (70, .seconds(5), .strong, false)
            ($0.buzzerAfter, $0.silenceAfter) = (.seconds(30), .seconds(600))
          }, cards: ["card01", "card02"]))
    #expect(plan.catchUp == .seconds(900))
  }

  /// What was armed before a ring could grow softer rings as it was armed; the alarm inherits the default.
  @Test func everythingThatVersion2AddedIsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[1].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let own = try #require(try store.alarms().first).overrides
    #expect(own.preAlarm == .seconds(30) && own.catchUp == .seconds(1800) && own.snoozes == 2)
    #expect(own.snoozeTime == .seconds(300) && own.wakeCheck == .seconds(600) && own.cancelLock == .seconds(3600))
    #expect(own.softens == nil)
    #expect(try store.cards().map(\.kind) == [.dismiss, .dismiss, .snooze])
    let ring = try #require(try store.openRings().first)
    #expect(ring.armed.plan.fallbackSound == "bell" && ring.armed.plan.snoozes == 2 && !ring.armed.plan.softens)
    #expect(
      ring.progress
        == RingProgress(
          began: Self.due, isTrusted: true, snoozes: 1, rest: .snooze(until: Self.due + .seconds(300))))
  }

  /// What was armed before vibration had patterns pulses, as it did, and keeps silent.
  @Test func everythingThatVersion3AddedIsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[2].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let own = try #require(try store.alarms().first).overrides
    #expect(own.softens == false && own.vibrationPattern == nil && own.speaks == nil)
    let plan = try #require(try store.openRings().first).armed.plan
    #expect(plan.softens && plan.vibrationPattern == .pulse && !plan.speaks)
    #expect(try store.timers().isEmpty && store.presets().isEmpty)
  }

  /// What was armed or ended before a change of the zone could be taken back is in no doubt.
  @Test func everythingThatVersion4AddedIsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[3].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let own = try #require(try store.alarms().first).overrides
    #expect(own.vibrationPattern == .heartbeat && own.speaks == true)
    #expect(try store.timers().map(\.name).sorted() == ["tea", "uuuuuu"])
    #expect(try store.presets().map(\.name) == ["eggs"])
    #expect(try store.openRings().map(\.isPassedOver) == [false, false])
    let provisional = try store.provisionalOutcomes(dueAfter: .min)
    #expect(provisional.map(\.id.alarmID) == ["cccccc"])
    #expect(provisional.map(\.isZoneInDoubt) == [false])
  }

  /// What was armed before flashes could be taken away flashes, and the alarm inherits that it may.
  @Test func everythingThatVersion5AddedIsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[4].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let own = try #require(try store.alarms().first).overrides
    #expect(own.speaks == true && own.flashes == nil)
    let rings = try store.openRings()
    #expect(rings.map(\.isPassedOver) == [false, true, false])
    #expect(rings.allSatisfy { $0.armed.plan.flashes })
    #expect(try store.provisionalOutcomes(dueAfter: .min).map(\.isZoneInDoubt) == [true])
  }

  /// The rings that had ended before there was a history begin it.
  @Test func everythingThatVersion6AddedIsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[5].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    #expect(try #require(try store.alarms().first).overrides.flashes == false)
    #expect(try store.openRings().map(\.armed.plan.flashes) == [false, false, true])
    let rings = try store.ringRecords(RingQuery(since: nil, until: nil, alarm: nil, isMissed: false, limit: 10))
    #expect(rings.map(\.label) == ["Work 🚆", "nap"])
    #expect(rings.map(\.outcome) == [.dismissed, .missedUnrung] && rings.map(\.card) == ["bath", nil])
    #expect(rings.map(\.tally) == [RingTally(), RingTally()])
    #expect(try store.attendance() == nil)
  }

  @Test func everythingThatVersion9AddedIsThere() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[8].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let work = try #require(try store.alarms().first)
    #expect(work.days.group == "work" && work.days.ringsOnHolidays && work.days.exceptions.count == 1)
    #expect(try store.pauses().map(\.name) == ["skiing"])
    #expect(try store.earlierCards(of: "0b4c").isEmpty)
  }

  @Test func everythingThatVersion10AddedIsThereAndCalendarsTakeAllDays() throws {
    let folder = try TemporaryFolder()
    try FrozenStore.all[9].thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    #expect(try store.earlierCards(of: "0b4c").count == 1)
    let calendar = try #require(try store.holidays().calendars.first)
    #expect(calendar.days.count == 1 && calendar.ends == nil && calendar.choice == HolidayCalendar.Choice())
    #expect(store.flaws.isEmpty)
  }

  /// What a clock without a trusted time told of a ring is known where the ring's record is still there.
  @Test func whatVersion8AddsIsTakenFromTheRecordsOfRings() throws {
    let folder = try TemporaryFolder()
    try #require(FrozenStore.all.first { $0.version == 7 }).thaw(to: folder.file)
    let store = try Store(path: folder.file, isThere: true)
    let rings = try store.ringRecords(
      RingQuery(since: nil, until: nil, alarm: nil, isMissed: false, limit: 10))
    #expect(rings.map(\.label) == ["Work 🚆", "nap"])
    #expect(rings.map(\.isTrusted) == [true, false])
    #expect(rings.map(\.tally.wrongCodes) == [2, 0])
    #expect(try store.happenings([.noise, .powerGone], from: .min, to: .max).map(\.label) == ["rain", nil])
  }
}
