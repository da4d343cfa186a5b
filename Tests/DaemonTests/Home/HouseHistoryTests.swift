import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Home
@testable import Machine
@testable import Storage

/// Random histories of the log, the state of `rouse-mqtt` and a broker. Connections drop before or after an event
/// arrives, programs die, disks fill up, and people erase the log, restore an old copy or change the zone.
struct HouseHistoryTests {
  private static let histories = UInt64(TestSize.number("ROUSE_OUTBOX_HISTORIES", usual: 100))
  private static let chunk: UInt64 = 25

  @Test(arguments: Array(stride(from: 0, to: histories, by: Int(chunk))))
  func everyEventArrivesInOrderAndNoIdHasTwoContents(first: UInt64) throws {
    let folder = try TemporaryFolder()
    for seed in first..<min(first + Self.chunk, Self.histories) {
      let path = "\(folder.path)/\(seed).sqlite"
      var house = try House(store: try Store(path: path), seed: seed)
      try house.live(steps: 120)
      try house.comeToRest()
      house.judge()
      for suffix in ["", "-wal", "-shm"] { Files.remove(path + suffix) }
    }
  }
}

private struct House {
  private struct Written {
    var event: Event
    /// Counts the logs: an erasure or a restored copy starts another one.
    var log: Int
    var id: String { HomeCursor(sequence: event.sequence ?? 0, time: event.time).text }
  }

  private let zones: [ZoneRules]
  private let store: Store
  private let seed: UInt64
  private var random: SeededGenerator
  private var sequence: Int64 = 0
  private var now = Instant(seconds: 1_795_000_000)
  private var zone = ZoneRules.utc
  private var log = 0
  /// The events that must arrive, in order.
  private var owed: [Written] = []
  private var lines: [Written] = []
  private var copy: [Written] = []

  private var memory = BridgeMemory()
  private var file: [UInt8] = []
  private var outbox = Outbox(cursor: nil)
  private var isDiskFull = false
  private var isConnected = false

  /// The events as a subscriber receives them, without the gaps reported before them.
  private var arrived: [(id: String, content: [UInt8])] = []
  private var aside = Set<String>()
  private var isNew = true

  init(store: Store, seed: UInt64) throws {
    (self.store, self.seed, random) = (store, seed, SeededGenerator(state: seed))
    zones = try ["Europe/Berlin", "Asia/Kathmandu", "America/New_York"].map { name in
      try ZoneRules(name: name, tzif: try Descriptor.contents(of: "/usr/share/zoneinfo/" + name))
    }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func live(steps: Int) throws {
    try read()
    for _ in 0..<steps {
      switch Int.random(in: 0..<60, using: &random) {
      case 0..<10: try write(Int.random(in: 1...5, using: &random))
      case 10..<12: die()
      case 12..<15: isConnected = true
      case 15: lose()
      case 16: isDiskFull = !isDiskFull
      case 17: zone = zones.randomElement(using: &random) ?? .utc
      case 18 where chance(2): try prune()
      case 19 where chance(4): try erase()
      case 20 where chance(4): copy = lines
      case 21 where chance(4): try bringBack()
      case 22..<34: if outbox.isEmpty || chance(4) { try read() }
      default: try offer()
      }
    }
  }

  mutating func comeToRest() throws {
    (isDiskFull, isConnected) = (false, true)
    try write(1)
    for _ in 0..<5000 {
      if outbox.isEmpty {
        try read()
        if outbox.isEmpty, outbox.cursor == lines.last?.id { return }
      }
      try offer(isWell: true)
    }
    Issue.record("seed \(seed): it stands still")
  }

  private mutating func write(_ count: Int) throws {
    for _ in 0..<count {
      sequence += 1
      // The clock is sometimes set back, and events can share a moment.
      now = now + .milliseconds(Int64.random(in: -2000...60_000, using: &random))
      let kind = [Event.Kind.fired, .dismissSuccess, .timerEnded, .settingsChanged].randomElement(using: &random)
      let event = Event(
        sequence: sequence, time: now, kind: kind ?? .fired, alarmID: "abcdef", label: "Wake \(sequence)",
        detail: chance(3) ? "by \(UInt8.random(in: 0...255, using: &random))" : nil)
      try store.append(event)
      let line = Written(event: event, log: log)
      lines.append(line)
      owed.append(line)
    }
  }

  /// Events that were deleted before they arrived are no longer owed.
  private mutating func forgive(_ gone: some Sequence<Written>) {
    let known = Set(arrived.map(\.id))
    let ids = Set(gone.map(\.id)).subtracting(known)
    owed.removeAll { ids.contains($0.id) }
  }

  private mutating func prune() throws {
    let most = Int.random(in: 1...10, using: &random)
    while try store.pruneEvents(before: nil, keeping: most, batch: 100) > 0 {}
    forgive(lines.dropLast(most))
    lines = lines.suffix(most)
  }

  private mutating func erase() throws {
    _ = try store.database.run("DELETE FROM events") { _ in }
    forgive(lines)
    lines = []
    log += 1
    // After a restart the numbers may start again.
    if chance(2) { sequence = 0 }
  }

  private mutating func bringBack() throws {
    _ = try store.database.run("DELETE FROM events") { _ in }
    forgive(lines.filter { line in !copy.contains { $0.id == line.id } })
    lines = copy
    for line in lines { try store.append(line.event) }
    sequence = lines.last?.event.sequence ?? 0
    log += 1
  }

  private mutating func read() throws {
    let cursor = outbox.cursor.flatMap { HomeCursor($0) }
    #expect((cursor == nil) == (outbox.cursor == nil), "seed \(seed): a cursor is not understood")
    let page = try HomePage.read(store, after: cursor, limit: Int.random(in: 1...7, using: &random))
    if cursor == nil { forgive(lines) }
    outbox.take(
      HomeEventPage(
        events: page.lines.compactMap { line in line.event.map { HomeEvent($0, of: line, in: zone) } },
        cursor: page.cursor.text, left: page.left, gap: page.gap))
    if outbox.isEmpty { memory.cursor = outbox.cursor }
    if outbox.isEmpty || isNew { try keep() }
    isNew = false
  }

  private mutating func keep() throws {
    if !isDiskFull { file = try memory.file() }
  }

  /// Simulates `kill -9` and a restart.
  private mutating func die() {
    do { memory = try BridgeMemory(file: file) } catch { Issue.record("seed \(seed): \(error)") }
    outbox = Outbox(cursor: memory.cursor)
    isConnected = false
  }

  private mutating func lose() {
    outbox.lost()
    isConnected = false
  }

  private mutating func offer(isWell: Bool = false) throws {
    guard isConnected, let next = outbox.next else { return }
    outbox.offered()
    let fate = isWell ? 9 : Int.random(in: 0..<10, using: &random)
    if fate == 0 { return lose() }
    if fate == 1 || fate == 2 {
      guard let event = outbox.refused() else { return }
      memory.put(aside: event, "no")
      aside.insert(event.id)
      memory.cursor = outbox.cursor
      return try keep()
    }
    let topics = Topics(try HomeConfiguration.parse(Array("{ broker: 'mqtt://b' }".utf8)))
    let said = EventMessages(topics)
    #expect(said.logged(next.event, gap: next.gap).payload.count < 1000)
    arrived.append((next.event.id, said.logged(next.event).payload))
    // The broker has the event, but its acknowledgment is lost.
    if fate == 3 { return lose() }
    if fate == 4 { return die() }
    _ = outbox.acknowledged()
    memory.cursor = outbox.cursor
    if outbox.isEmpty || chance(3) { try keep() }
  }

  func judge() {
    var contents: [String: [UInt8]] = [:]
    for one in arrived {
      let first = contents[one.id] ?? one.content
      #expect(first == one.content, "seed \(seed): \(one.id) has two contents")
      contents[one.id] = first
    }
    let missing = owed.map(\.id).filter { contents[$0] == nil && !aside.contains($0) }
    #expect(missing.isEmpty, "seed \(seed): some never arrived")
    // Events of one log must first arrive in the order in which they were written.
    var place: [String: Int] = [:]
    for (number, one) in arrived.enumerated() where place[one.id] == nil { place[one.id] = number }
    for log in 0...self.log {
      let places = owed.filter { $0.log == log && !aside.contains($0.id) }.compactMap { place[$0.id] }
      #expect(places == places.sorted(), "seed \(seed): not in order")
    }
  }
}
