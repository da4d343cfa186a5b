import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Storage

/// Events arrive although processes, the broker and the connection fail.
@Suite(.enabled(if: Broker.isHere, "\(Broker.absence)")) struct OutboxTests {
  private typealias Logged = (id: String, text: String)

  private static func logged(_ reader: Program) throws -> [Logged] {
    try Heard(reader).of("rouse/clock/log").map { text in
      (try #require(try JSON.parse(Array(text.utf8))["id"]?.text), text)
    }
  }

  private static func expectOneTextOfEach(_ logged: [Logged]) {
    var texts: [String: String] = [:]
    for one in logged { #expect(texts.updateValue(one.text, forKey: one.id) ?? one.text == one.text) }
  }

  /// How many histories; `deploy/soak home` runs 500.
  private static let rounds = TestSize.number("ROUSE_HOUSE_HISTORIES", usual: 20)

  @Test(.takesLong) func everyEventArrivesOnceInOrderWhateverIsCutStoppedAndKilled() async throws {
    try await Clock.withoutDaemon(isLong: true) { clock in
      let broker = try await Broker(in: clock.folder)
      try await broker.start()
      let relay = try Relay(to: broker.port)
      defer { relay.end() }
      try clock.joinHouse(of: broker, port: relay.port)
      try await clock.start()
      let reader = try broker.reader()
      let start = try ControlClient(path: clock.folder + "/h").send(ReadHomeEvents(after: nil)).cursor
      var history = History(clock: clock, broker: broker, relay: relay, bridge: try clock.bridge())
      try await clock.eventually("the clock is announced; \(history.bridge.errors)") {
        Heard(reader).last("rouse/clock/availability") == "online"
      }
      for _ in 0..<Self.rounds {
        try await history.goOn()
        let last = try ControlClient(path: clock.folder + "/h").send(ReadHomeEvents(after: nil)).cursor
        try await clock.eventually("all has arrived; \(history.bridge.errors.suffix(300))") {
          try Self.logged(reader).contains { $0.id == last }
        }
      }

      var told: [String] = []
      var cursor = start
      while told.last != (try Self.logged(reader).last?.id) {
        let page = try ControlClient(path: clock.folder + "/h").send(ReadHomeEvents(after: cursor))
        #expect(page.gap == nil)
        told += page.events.map(\.id)
        cursor = page.cursor
        if page.left == 0 { break }
      }
      let arrived = try Self.logged(reader)
      Self.expectOneTextOfEach(arrived)
      var seen = Set<String>()
      let once = arrived.map(\.id).filter { seen.insert($0).inserted }
      // The bridge starts with the first event after its first connection.
      let owed = told.drop { $0 != once.first }
      #expect(once == Array(owed) && once.count > Self.rounds)
      BreakingTests.figure(
        "outbox: \(Self.rounds) histories, \(history.told), \(relay.cuts) cuts; \(once.count) events, "
          + "\(arrived.count - once.count) of them twice, none lost, seed \(BreakingTests.seed)")
    }
  }

  /// Thousands of events, as a clock has after a week without a network.
  @Test func aWeekOfEventsArrivesSoonAndTheBridgeHoldsNoMoreThanAPage() async throws {
    try await HouseTests.run { clock, broker, reader, bridge in
      let count = 3000
      try await clock.eventually("it has a cursor") { Files.text(clock.folder + "/mqtt/mqtt.json").contains("cursor") }
      try await broker.stop()
      _ = try await clock.end(SIGTERM)
      let store = try Store(path: clock.statePath + "/rouse.sqlite")
      let last = try store.lastEventSequence()
      let weekAgo = try #require(try store.logLines(after: last - 1, limit: 1).first?.time) - .seconds(7 * 86_400)
      try store.transaction { () throws(StorageError) in
        for number in 1...Int64(count) {
          let time = weekAgo + .seconds(number * 200)
          try store.append(Event(sequence: last + number, time: time, kind: .timerEnded, label: "n\(number)"))
        }
      }
      try await clock.start()
      let id = try #require(Program.children(of: bridge.id).first?.id)
      try await clock.eventually("all wait") { try await clock.status.home?.report?.waiting ?? 0 >= count }
      let before = try Files.resident(id)
      try await broker.start()
      // Measured from the connection, because the bridge retries only after its back-off.
      try await clock.eventually("it is connected") { try await clock.status.home?.report?.state == .connected }
      let connected = ContinuousClock.now
      try await clock.eventually("all have arrived; \(bridge.errors)") { reader.output.contains("\"n\(count)\"") }
      let took = (ContinuousClock.now - connected).seconds
      let grown = try Files.resident(id) - before
      #expect(grown < 4096, "by \(grown) KiB")
      let numbers = Heard(reader).of("rouse/clock/log").filter { $0.contains("\"timer_ended\"") }.map { text in
        text.split(separator: "\"").first { $0.hasPrefix("n") && $0.dropFirst().allSatisfy(\.isNumber) } ?? ""
      }
      var seen = Set<Substring>()
      #expect(numbers.filter { seen.insert($0).inserted } == (1...count).map { Substring("n\($0)") })
      // Nobody may act on what happened days ago, so it is only in the log.
      #expect(Heard(reader).of("rouse/clock/event").count { $0.contains("timer_ended") } == 0)
      BreakingTests.figure(
        "a week without a network: \(count) events in \(took.short) s after the line was there, +\(grown) KiB")
    }
  }

  @Test(.enabled(if: BreakingTests.canMount, "mounting takes CAP_SYS_ADMIN"))
  func aFullDiskCostsSomeEventsTwiceAndNoneOfThem() async throws {
    try await Clock.withoutDaemon { clock in
      let folder = clock.folder + "/mqtt"
      guard mkdir(folder, 0o700) == 0, mount("tmpfs", folder, "tmpfs", 0, "size=64k,mode=700") == 0 else {
        throw Failure("\(folder) cannot be mounted")
      }
      defer { umount2(folder, Int32(MNT_DETACH)) }
      let broker = try await Broker(in: clock.folder)
      try await broker.start()
      try clock.joinHouse(of: broker)
      try await clock.start()
      let reader = try broker.reader()
      let bridge = try clock.bridge()
      try await clock.eventually("it is announced; \(bridge.errors)") {
        Heard(reader).last("rouse/clock/availability") == "online"
          && Files.text(folder + "/mqtt.json").contains("cursor")
      }
      let kept = Files.text(folder + "/mqtt.json")
      try Files.fillDisk(folder + "/filler")
      for number in 1...3 { try await clock.succeed("timer", "start", "\(number)h", "--label", "n\(number)") }
      try await clock.eventually("all arrive") { reader.output.contains("\"n3\"") }
      try await clock.eventually("the status says what is wrong") {
        try await clock.succeed("status").contains("progress cannot be saved")
      }
      #expect(Files.text(folder + "/mqtt.json") == kept)
      #expect(Files.names(folder) == ["filler", "mqtt.json"], "nothing half is left")
      try await bridge.endBelow()
      _ = try clock.bridge(2)
      // The bridge repeats events whose arrival it could not save, and loses none.
      try await clock.eventually("they come again") {
        try Self.logged(reader).count { $0.text.contains("\"n3\"") } > 1
      }
      Files.remove(folder + "/filler")
      try await clock.succeed("timer", "start", "4h", "--label", "n4")
      try await clock.eventually("it is noted again") {
        try await !clock.succeed("status").contains("cannot be saved")
          && Files.text(folder + "/mqtt.json") != kept
      }
      Self.expectOneTextOfEach(try Self.logged(reader))
    }
  }
}

/// A random sequence of failures, while events happen.
private struct History {
  let clock: Clock
  let broker: Broker
  let relay: Relay
  var bridge: Program
  private var random = SeededGenerator(state: BreakingTests.seed)
  private var count = 1
  private var (stops, pauses, deathsOfBridge, deathsOfDaemon, restarts, holds) = (0, 0, 0, 0, 0, 0)
  private var lastDeath: ContinuousClock.Instant?

  init(clock: Clock, broker: Broker, relay: Relay, bridge: Program) {
    (self.clock, self.broker, self.relay, self.bridge) = (clock, broker, relay, bridge)
  }

  var told: String {
    "\(stops) stops of the broker, \(pauses) pauses of it, kill -9 of rouse-mqtt \(deathsOfBridge), of the daemon "
      + "\(deathsOfDaemon), \(restarts) restarts of that, \(holds) lines held"
  }

  /// Creates events, with one to three failures in between. At the end everything runs, with a new bridge.
  mutating func goOn() async throws {
    try happen()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: relay.cut(after: Int.random(in: 0...1500, using: &random))
      case 4:
        try await broker.stop()
        stops += 1
        try happen()
        try await broker.start()
      case 5:
        broker.server?.killBelow(SIGSTOP)
        pauses += 1
        try happen()
        try await Task.sleep(for: random.duration(0...300))
        broker.server?.killBelow(SIGCONT)
      case 6:
        relay.hold(true)
        holds += 1
        try happen()
        try await Task.sleep(for: random.duration(0...300))
        relay.hold(false)
      case 7, 8: try await killBridge()
      default: try await killDaemon()
      }
      try happen()
      try await Task.sleep(for: random.duration(0...200))
    }
    // A new bridge connects at once; the back-off of the old one may have grown to minutes.
    relay.cut(after: Int.random(in: 0...3000, using: &random))
    try await killBridge()
  }

  /// After three crashes within a minute the daemon would start without the home connection, so some ends are clean.
  private mutating func killDaemon() async throws {
    let isBad = lastDeath.map { ContinuousClock.now - $0 > .seconds(31) } ?? true
    _ = try await clock.end(isBad ? SIGKILL : SIGTERM)
    if isBad { lastDeath = .now }
    if isBad { deathsOfDaemon += 1 } else { restarts += 1 }
    try await clock.start()
  }

  private mutating func killBridge() async throws {
    try await bridge.endBelow()
    deathsOfBridge += 1
    count += 1
    bridge = try clock.bridge(count)
  }

  private mutating func happen() throws {
    let client = try clock.connect()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let timer = try client.send(StartTimer(what: "1h", input: TimerInput(label: "tea \(random.next() % 100)"))).timer
      _ = try client.send(ChangeTimer(timer: timer.id, change: .cancel))
    }
  }
}
