import AlarmClock
import Glibc

@testable import Storage

extension FuzzTarget {
  /// The database file; and a sound one whose columns hold what no version writes, for inputs that are no SQLite file.
  static let store = FuzzTarget(
    name: "store", longest: 1 << 16,
    seeds: {
      [try sound.get()] + columns
    },
    examine: { bytes in
      let place = try StorePlace()
      if bytes.starts(with: Array("SQLite format 3".utf8)) {
        try place.write(bytes)
      } else {
        try place.write(sound.get())
        try garble(place, Pieces(bytes))
      }
      try look { () throws(StorageError) in try Store(readingCopyAt: place.file) }
      try look { () throws(StorageError) in try Store(path: place.file) }
    })

  private static let columns = [
    [0] + Array("once 2026-12-24T07:30\0".utf8), [1] + Array("@17\0".utf8), [2] + Array("off\0".utf8),
    [3] + Array("none\0".utf8), [4] + [0x7F] + [UInt8](repeating: 0xFF, count: 40), [5, 0x80],
    [6, 0xFF, 0xFF, 0xFF, 0xFF],
    [6, 0, 0, 0, 2], [0] + Array("weekly 127 23:59:59\0".utf8) + [4, 0x80, 0, 0, 0, 0, 0, 0, 0],
  ]
}

/// A file in memory, gone with this.
private final class StorePlace {
  private static let name = "/dev/shm/rouse-fuzz-\(getpid())-"
  let file: String

  init() throws {
    file = Self.name + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    remove()
  }

  deinit { remove() }

  private func remove() { for end in ["", "-wal", "-shm", "-journal"] { unlink(file + end) } }

  func write(_ bytes: [UInt8]) throws {
    guard let stream = fopen(file, "w") else { throw BrokenPromise("\(file) cannot be written: \(errno)") }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw BrokenPromise("no room for \(file)") }
  }

  func read() throws -> [UInt8] {
    guard let stream = fopen(file, "r") else { throw BrokenPromise("\(file) cannot be read: \(errno)") }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return [UInt8](bytes[..<fread(&bytes, 1, bytes.count, stream)])
  }
}

/// A store with something of everything, as it is on the disk after the last connection has closed: one file.
private let sound = Result {
  let place = try StorePlace()
  try fill(place)
  return try place.read()
}

private func fill(_ place: StorePlace) throws {
  let store = try Store(path: place.file)
  let now = Instant(seconds: 1_774_700_000)
  let plan = Settings().plan(for: alarm)
  let occurrence = Occurrence(key: .instant(now), due: now, adjustment: .none)
  let ring = ArmedOccurrence(occurrence: occurrence, plan: plan, recurrence: alarm.recurrence, isSkipped: false)
  try store.transaction { () throws(StorageError) in
    try store.save(alarm)
    try store.save(Alarm(id: "bbbbbb", recurrence: .instant(now)))
    try store.save(Card(id: "card01", name: "bath", digest: [1, 2, 3], isEnrolled: true, created: now))
    try store.set(.volume, to: "40")
    try store.arm(ring)
    var missed = ring
    missed.plan.alarmID = "bbbbbb"
    try store.record(.missed(rang: true), of: missed, at: now)
    for kind in [Event.Kind.fired, .missed] { try store.append(Event(time: now, kind: kind, alarmID: "aaaaaa")) }
  }
}

private let alarm = Alarm(
  id: "aaaaaa", label: "work", recurrence: .weekly(.daily, at: .midnight), overrides: RingOverrides(volume: 30),
  cards: ["card01"])

/// Puts pieces of the input into columns, as far as SQLite takes them.
private func garble(_ place: StorePlace, _ input: Pieces) throws {
  let database = try Database(path: place.file, readOnly: false)
  var input = input
  while !input.isAtEnd {
    do throws(StorageError) { try garbleOne(database, &input) } catch {
      try promise(error.kind == .constraint || error.kind == .other, "a value is refused as \(error.kind)")
    }
  }
}

private func garbleOne(_ database: Database, _ input: inout Pieces) throws(StorageError) {
  switch input.byte() % 7 {
  case 0:
    let text = input.text()
    try database.run("UPDATE alarms SET recurrence = ?, label = ?", [.text(text), .text(text)])
    try database.run("UPDATE rings SET recurrence = ?", [.text(text)])
  case 1:
    let text = input.text()
    try database.run("UPDATE alarms SET skipped_key = ?", [.text(text)])
    try database.run("UPDATE rings SET key = ? WHERE outcome IS NULL", [.text(text)])
  case 2:
    let text = input.text()
    try database.run("UPDATE alarms SET vibration = ?", [.text(text)])
    try database.run("UPDATE rings SET vibration = ?", [.text(text)])
  case 3:
    let text = input.text()
    try database.run("UPDATE rings SET adjustment = ?, cards = ?", [.text(text), .text(text)])
    try database.run("UPDATE events SET kind = ?, detail = ?", [.text(text), .text(text)])
    try database.run("UPDATE settings SET key = ?", [.text(text)])
  case 4:
    let numbers = (0..<5).map { _ in SQLValue.integer(input.number()) }
    try database.run(
      "UPDATE alarms SET volume = ?, fade_in = ?, buzzer_after = ?, silence_after = ?, enabled = ?", numbers)
    try database.run("UPDATE rings SET volume = ?, fade_in = ?, buzzer_after = ?, silence_after = ?, due = ?", numbers)
  case 5:
    let number = SQLValue.integer(input.number())
    try database.run("UPDATE cards SET created = ?", [number])
    try database.run("UPDATE events SET time = ?", [number])
    try database.run("UPDATE events SET sequence = ? WHERE kind = 'missed'", [number])
  default:
    let version = Int32(truncatingIfNeeded: (0..<4).reduce(UInt32(0)) { sum, _ in sum << 8 | UInt32(input.byte()) })
    try database.execute("PRAGMA user_version = \(version)")
  }
}

/// Reads everything there is, and writes what a running clock would.
private func look(_ open: () throws(StorageError) -> Store) throws {
  do throws(StorageError) {
    let store = try open()
    _ = try store.settings()
    _ = try store.cards()
    let alarms = try store.alarms()
    let rings = try store.openRings()
    _ = try store.events(since: nil, limit: 1000)
    _ = try store.lastEventSequence()
    _ = try store.misses(since: .min)
    _ = try store.endedKeys(of: "bbbbbb", dueAfter: .min)
    _ = try store.hasEvent([.missed], of: "aaaaaa", within: Instant.min..<Instant.max)
    for alarm in alarms { use(alarm) }
    for ring in rings { use(ring) }
    try store.transaction { () throws(StorageError) in
      for alarm in alarms { try store.save(alarm) }
      for ring in rings { try store.record(.missed(rang: false), of: ring, at: ring.due) }
      try store.append(Event(time: .min, kind: .fired))
      try store.disarm("aaaaaa", except: [])
    }
  } catch {
    try promise(!error.reason.isEmpty, "a refusal without a reason")
  }
}

private func use(_ alarm: Alarm) {
  _ = alarm.recurrence.next(after: Instant(seconds: 1_774_700_000), in: .utc)
  _ = Settings().plan(for: alarm)
  for key in SettingKey.ofAlarms { _ = alarm.overrides.text(of: key) }
}

private func use(_ ring: ArmedOccurrence) {
  _ = ring.end
  _ = ring.successor(at: ring.due, in: .utc)
  for now in [Duration.zero, .milliseconds(1), .seconds(86_400), .seconds(1 << 40)] {
    _ = ring.plan.demand(at: now, start: .zero, speaker: .failed)
    _ = ring.plan.nextChange(after: now, start: .zero)
  }
  var schedule = Schedule()
  _ = schedule.arm(ring)
  _ = schedule.takeDue(at: Instant(seconds: 1_774_700_000), in: .utc)
}
