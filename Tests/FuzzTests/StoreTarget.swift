import AlarmClock
import TestSupport

@testable import Storage

extension FuzzTarget {
  /// A database file; or, if the input is not an SQLite file, a valid store with arbitrary values in its columns.
  static let store = FuzzTarget(
    name: "store", longest: 3 << 16,
    seeds: { [try sound.get()] + columns },
    examine: { bytes in
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let isFile = bytes.starts(with: Array("SQLite format 3".utf8))
      let file = try folder.write(isFile ? bytes : sound.get(), to: "store")
      if !isFile { try garble(file, Pieces(bytes)) }
      try look { () throws(StorageError) in try Store(readingCopyAt: file) }
      try look { () throws(StorageError) in try Store(path: file) }
    })

  private static let columns: [[UInt8]] = [
    column(0, "once 2026-12-24T07:30\0"), column(1, "@17\0"), column(2, "off\0"), column(3, "none\0"),
    column(4, "\u{9}", filling: 9), [5, 0x80], column(6, "snooze\0"), column(6, "\0\u{1}", filling: 32),
    [8, 0xFF, 0xFF, 0xFF, 0xFF], [8, 0, 0, 0, 9], column(7, "paused\0", filling: 40), column(7, "x\0"),
    column(0, "weekly 127 23:59:59\0") + [4, 3, 0x80, 0, 0, 0, 0, 0, 0, 0],
  ]

  /// Returns a seed: the column, its text, and `count` bytes of 0xFF.
  private static func column(_ kind: UInt8, _ text: String, filling count: Int = 0) -> [UInt8] {
    [kind] + text.utf8 + [UInt8](repeating: 0xFF, count: count)
  }
}

/// A store with some data in each table, in one file, as left by the last connection.
private let sound = Result {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  try fill(folder.path + "/store")
  return Files.bytes(folder.path + "/store")
}

private func fill(_ file: String) throws {
  let store = try Store(path: file)
  let now = Instant(seconds: 1_774_700_000)
  let plan = Settings().plan(for: alarm)
  let occurrence = Occurrence(key: .instant(now), due: now, adjustment: .none)
  let ring = ArmedOccurrence(occurrence: occurrence, plan: plan, recurrence: alarm.recurrence, isSkipped: false)
  try store.transaction { () throws(StorageError) in
    try store.save(alarm)
    try store.save(Alarm(id: "bbbbbb", recurrence: .instant(now)))
    try store.save(
      Card(
        id: "card01", name: "bath", digest: [UInt8](repeating: 3, count: Card.digestLength), isEnrolled: true,
        created: now))
    try store.set(.volume, to: "40")
    let reading = ClockReading(now: now, sinceBoot: .seconds(100), boot: "a")
    let phases: [(id: String, phase: Timer.Phase)] = [
      ("tttttt", .running(until: Deadline(after: .seconds(60), at: reading))), ("uuuuuu", .paused(left: .seconds(5))),
    ]
    var own = ChimeOverrides()
    own.vibration = .light
    for (id, phase) in phases {
      try store.save(Timer(id: id, label: "tea", length: .seconds(60), overrides: own, phase: phase))
    }
    try store.save(TimerPreset(name: "eggs", length: .seconds(300)))
    let today = ZoneRules.utc.local(now).date
    try store.save(Pause(name: "ski", from: today, until: today.adding(days: 7)))
    try store.save(HolidayCalendar(name: "home", days: [HolidayCalendar.Day(today, "a day")]))
    try store.arm(ring)
    var missed = ring
    missed.plan.alarmID = "bbbbbb"
    try store.record(.missed(rang: true), of: missed, at: now)
    for kind in [Event.Kind.fired, .missed] { try store.append(Event(time: now, kind: kind, alarmID: "aaaaaa")) }
  }
}

private let alarm: Alarm = {
  var alarm = Alarm(id: "aaaaaa", recurrence: .weekly(.daily, at: .midnight))
  alarm.label = "work"
  alarm.overrides.volume = 30
  alarm.cards = ["card01"]
  return alarm
}()

/// Writes pieces of the input into columns, as far as SQLite accepts them.
private func garble(_ file: String, _ input: Pieces) throws {
  let database = try Database(path: file, readOnly: false)
  var input = input
  // A single transaction of at most 20 values, because only the values matter.
  try database.execute("BEGIN")
  for _ in 0..<20 where !input.isAtEnd {
    do throws(StorageError) { try garbleOne(database, &input) } catch {
      try promise(error.kind == .constraint || error.kind == .other, "a value is refused as \(error.kind)")
    }
  }
  try database.execute("COMMIT")
}

/// Updates with one text in every place, by the first byte of a piece.
private let updates = [
  ["UPDATE alarms SET recurrence = ?, label = ?", "UPDATE rings SET recurrence = ?"],
  ["UPDATE alarms SET skipped_key = ?", "UPDATE rings SET key = ? WHERE outcome IS NULL"],
  ["UPDATE alarms SET vibration = ?", "UPDATE rings SET vibration = ?"],
  [
    "UPDATE rings SET adjustment = ?, cards = ?", "UPDATE events SET kind = ?, detail = ?",
    "UPDATE settings SET key = ?",
  ],
]
private let updatesOfTimersAndDaysOff = [
  "UPDATE timers SET phase = ?, label = ?, boot = ?", "UPDATE presets SET vibration = ?",
  "UPDATE alarms SET exceptions = ?, alarm_group = ?", "UPDATE pauses SET until = ?, scope = ?",
  "UPDATE holidays SET date = ?, title = ?",
]

private func run(_ updates: [String], _ text: String, on database: Database) throws(StorageError) {
  for update in updates {
    try database.run(update, Array(repeating: text, count: update.utf8.count { $0 == UInt8(ascii: "?") }))
  }
}

private func garbleOne(_ database: Database, _ input: inout Pieces) throws(StorageError) {
  let kind = Int(input.byte() % 9)
  switch kind {
  case 0...3: try run(updates[kind], input.text(), on: database)
  case 4:
    let columns = [
      "volume", "fade_in", "buzzer_after", "silence_after", "pre_alarm", "catch_up", "snoozes", "snooze_time",
      "wake_check", "cancel_lock", "softens", "speaks",
    ]
    let column = columns[Int(input.byte()) % columns.count]
    let number = input.number()
    for table in ["alarms", "rings"] { try database.run("UPDATE \(table) SET \(column) = ?", [number]) }
  case 5:
    let number = input.number()
    try database.run("UPDATE cards SET created = ?", [number])
    try database.run("UPDATE events SET time = ?", [number])
    try database.run("UPDATE events SET sequence = ? WHERE kind = 'missed'", [number])
  case 6:
    let text = input.text()
    let rest = ["snooze", "wake-check", text][Int(input.byte()) % 3]
    let numbers: [(any SQLValue)?] = (0..<4).map { _ in input.number() }
    try database.run(
      "UPDATE rings SET rest = ?, began = ?, rest_until = ?, snoozed = ?, due = ?", [rest] + numbers)
    try database.run("UPDATE cards SET kind = ?", [text])
  case 7:
    try run(updatesOfTimersAndDaysOff, input.text(), on: database)
    let numbers: [(any SQLValue)?] = (0..<5).map { _ in input.number() }
    try database.run(
      "UPDATE timers SET length = ?, paused_left = ?, due = ?, due_since_boot = ?, volume = ? WHERE rowid = 1", numbers)
  default:
    let version = Int32(truncatingIfNeeded: (0..<4).reduce(UInt32(0)) { sum, _ in sum << 8 | UInt32(input.byte()) })
    try database.execute("PRAGMA user_version = \(version)")
  }
}

private func look(_ open: () throws(StorageError) -> Store) throws {
  var rings: [OpenRing] = []
  do throws(StorageError) {
    let store = try open()
    _ = try store.settings()
    _ = try store.cards()
    let alarms = try store.alarms()
    _ = try store.pauses()
    _ = try store.holidays()
    rings = try store.openRings()
    _ = try store.events(since: nil, limit: 1000)
    _ = try store.lastEventSequence()
    _ = try store.misses()
    let (timers, presets) = (try store.timers(), try store.presets())
    for timer in timers { use(timer) }
    try store.transaction { () throws(StorageError) in
      for timer in timers { try store.save(timer) }
      for preset in presets { try store.save(preset) }
      for flaw in store.flaws where flaw.table == .timers { try store.removeTimer(flaw.key) }
    }
    _ = try store.endedKeys(of: "bbbbbb", dueAfter: .min)
    for alarm in alarms { use(alarm) }
    try store.transaction { () throws(StorageError) in
      for alarm in alarms { try store.save(alarm) }
      for ring in rings {
        if let progress = ring.progress { try store.record(progress, of: ring.armed.id) }
        try store.record(.missed(rang: false), of: ring.armed, at: ring.armed.due, isTrusted: false)
      }
      _ = try store.acknowledgeMisses()
      for outcome in try store.provisionalOutcomes(dueAfter: .min) { try store.forgetOutcome(of: outcome.id) }
      try store.append(Event(time: .min, kind: .fired))
      try store.disarm("aaaaaa", except: [])
    }
  } catch {
    try promise(!error.reason.isEmpty, "a refusal without a reason")
  }
  for ring in rings { try use(ring) }
}

private func use(_ timer: Timer) {
  var table = TimerTable(timers: [timer])
  for seconds in [0, 1, 86_400] {
    let reading = ClockReading(
      now: Instant(seconds: 1_774_700_000 + Int64(seconds)), sinceBoot: .seconds(100 + seconds), boot: "a")
    _ = table.advance(to: reading, ChimeConditions(isWaitOver: seconds > 0), settings: Settings())
    table.renew(at: reading)
    _ = table.demand(isQuiet: false)
    _ = table.nextChange(after: reading)
    _ = table.countdown(at: reading)?.text
  }
}

private func use(_ alarm: Alarm) {
  _ = alarm.next(after: Instant(seconds: 1_774_700_000), in: .utc)
  _ = Settings().plan(for: alarm)
  for key in SettingKey.ofAlarms { _ = alarm.overrides.text(of: key) }
}

private func use(_ ring: OpenRing) throws {
  let now = Instant(seconds: 1_774_700_000)
  _ = ring.fate(at: now)
  _ = ring.armed.successor(at: ring.armed.due, in: .utc)
  var schedule = Schedule()
  _ = schedule.arm(ring.armed)
  _ = schedule.isLocked(ring.armed.plan.alarmID, at: now, in: .utc)
  _ = schedule.takeDue(at: now, in: .utc)
  let progress = ring.progress ?? RingProgress(began: now, isTrusted: true)
  var state = RingState(ring.armed.plan, progress: progress, now: now, monotonic: .seconds(5))
  let card = Card(id: "card01", name: "bath", digest: [], isEnrolled: true, created: now)
  for moment in [Duration.seconds(5), .milliseconds(5001), .seconds(86_400), .seconds(1 << 40)] {
    _ = state.advance(to: moment, devices: RingDevices(vibration: false))
    _ = state.demand(at: moment, devices: RingDevices(buzzer: false, camera: false))
    try promise(state.nextChange(after: moment) > .zero, "a ring that changes without end")
    _ = state.see(card, at: moment)
    _ = state.progress(now: now, monotonic: moment, isTrusted: true)
    _ = state.end
  }
}
