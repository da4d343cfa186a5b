import Control
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Broker.isHere, "\(Broker.absence)")) struct HouseTests {
  private static func live(_ reader: Program, _ happening: String) -> Int {
    Heard(reader).of("rouse/clock/event").count { $0.contains("\"event_type\":\"\(happening)\"") }
  }

  /// Runs a test with a clock in a house, the broker, a reader of all topics, and the bridge.
  static func run(
    commands: String = "", isLong: Bool = false, _ test: (Clock, Broker, Program, Program) async throws -> Void
  ) async throws {
    try await House.run(commands: commands, isLong: isLong) { house in
      let (clock, broker) = (house.clock, house.broker)
      let reader = try broker.reader()
      let bridge = try clock.bridge()
      try await clock.eventually("the clock is announced; \(bridge.errors)") {
        Heard(reader).last("rouse/clock/availability") == "online"
          && Heard(reader).last("rouse/clock/bridge") == "online"
      }
      try await test(clock, broker, reader, bridge)
    }
  }

  @Test func aRingIsFiredAndDismissedOnceAndADeadClockIsUnavailable() async throws {
    try await Self.run { clock, _, reader, _ in
      let announced = try #require(Heard(reader).last("homeassistant/device/clock/config"))
      #expect(announced.contains("\"avty_mode\":\"all\"") && announced.contains("\"rouse_clock_next_alarm\""))
      #expect(!announced.contains("cmd_t"))
      #expect(Heard(reader).last("rouse/clock/state") == "idle")

      _ = try await clock.ring()
      try await clock.eventually("the house hears that it rings") {
        Heard(reader).last("rouse/clock/ringing") == "ON" && Self.live(reader, "fired") > 0
      }
      try await clock.bring("right")
      try await clock.eventually("the house hears that it was dismissed") {
        Heard(reader).last("rouse/clock/ringing") == "OFF" && Self.live(reader, "dismissed") > 0
      }
      #expect(Self.live(reader, "fired") == 1 && Self.live(reader, "dismissed") == 1)
      #expect(Heard(reader).messages.filter { $0.topic == "rouse/clock/event" }.allSatisfy { !$0.isRetained })

      _ = try await clock.end(SIGKILL)
      try await clock.eventually("the house hears that the clock is away") {
        Heard(reader).last("rouse/clock/availability") == "offline"
      }
      #expect(Heard(reader).last("rouse/clock/bridge") == "online")
    }
  }

  @Test func theHouseMaySkipAndNothingElseAndSeesTheTruth() async throws {
    try await Self.run(commands: #""skip""#) { clock, broker, reader, _ in
      let id = try await clock.addAlarm("07:00", "--days", "daily")
      try await clock.eventually("the alarm is known") {
        Heard(reader).last("rouse/clock/next_alarm/attributes")?.contains("\"id\":\"\(id)\"") == true
      }
      // A retained command might be hours old, and `volume` is not allowed.
      try await broker.publish("rouse/clock/skip_next/set", "PRESS", isRetained: true)
      try await broker.publish("rouse/clock/volume/set", "1")
      try await broker.publish("rouse/clock/dismiss/set", "PRESS")
      try await broker.publish("rouse/clock/skip_next/set", "PRESS")
      try await clock.eventually("its next ring is skipped") { try await clock.alarms.first?.skipNext == true }
      #expect(try await clock.log.filter { $0.event == "settings_changed" }.isEmpty)
    }
  }

  private enum Trouble: CaseIterable { case none, stoppedBroker, floodOfCommands, stoppedBridge, noBroker, noBridge }

  /// Counts which sounds start, in which order, and the daemon's requests. `rouse-bench home` measures the lateness.
  @Test(.takesLong) func aRingIsTheSameWhateverIsWrongInTheHouse() async throws {
    try await Self.run(commands: #""volume", "skip", "test""#, isLong: true) { clock, broker, reader, first in
      var bridge = first
      let start = ContinuousClock.now
      let words = ["1", "100", "off", "PRESS"].map { "\($0)\n" }.joined()
      try Files.write(String(repeating: words, count: 100_000), to: clock.folder + "/words")
      var late: [(Trouble, Double)] = []
      var ids: [String] = []
      for trouble in Trouble.allCases {
        var flood: Program?
        switch trouble {
        case .none: break
        case .stoppedBroker: broker.server?.killBelow(SIGSTOP)
        case .floodOfCommands: flood = try broker.flood("rouse/clock/volume/set", with: clock.folder + "/words")
        case .stoppedBridge: bridge.killBelow(SIGSTOP)
        case .noBroker: try await broker.stop()
        case .noBridge:
          try await bridge.endBelow()
        }
        let id = try await clock.addAlarm("+2s", "--label", "Wake", "--cancel-lock", "2h")
        ids.append(id)
        try await clock.untilRinging()
        try await clock.bring("right")
        late.append((trouble, try await clock.lateness(of: id, until: ["speaker playing", "buzzer on"])))
        switch trouble {
        case .none: break
        case .stoppedBroker: broker.server?.killBelow(SIGCONT)
        case .floodOfCommands: flood?.killBelow()
        case .stoppedBridge: bridge.killBelow(SIGCONT)
        case .noBroker: try await broker.start()
        case .noBridge: bridge = try clock.bridge(2)
        }
        try await clock.succeed("mock", "hide")
        try await clock.succeed("alarm", "remove", id)
      }
      #expect(late.allSatisfy { $0.1.isFinite }, "each is heard")
      let figures = late.map { "\($0.0) \(($0.1 * 1000).short) ms" }.joined(separator: ", ")
      let ratio = (late.dropFirst().map(\.1).max() ?? 0) / (late.first?.1 ?? 1)
      BreakingTests.figure("a ring beside trouble in the house, late by: \(figures); at most \(ratio.short) times")

      let log = try await clock.log
      for kind in ["fired", "dismiss_success_qr"] {
        #expect(log.filter { $0.event == kind }.map(\.alarmId) == ids, "\(kind)")
      }
      // No command is executed during a ring, and between rings no more than the rate limit allows.
      var isRinging = false
      for event in log {
        if event.event == "fired" { isRinging = true }
        if event.event == "dismiss_success_qr" { isRinging = false }
        #expect(!(isRinging && event.event == "home_command"), "\(event)")
      }
      let allowed = 11 + Int((ContinuousClock.now - start).seconds / 6)
      #expect(log.count { $0.event == "home_command" } <= allowed)
      // Once all is well, the house has heard of every ring exactly once.
      try await clock.eventually("the house has heard of all; \(bridge.errors.suffix(300))") {
        let heard = Heard(reader).of("rouse/clock/log")
        return ids.allSatisfy { id in
          heard.contains { $0.contains("\"dismiss_success_qr\"") && $0.contains("\"\(id)\"") }
        }
      }
      let fired = Heard(reader).of("rouse/clock/log").filter { $0.contains("\"kind\":\"fired\"") }
      #expect(Set(fired).count == ids.count)
    }
  }

  @Test func aMessageAsLargeAsABookTakesNoMemoryFromTheClock() async throws {
    try await Self.run(commands: #""skip""#) { clock, broker, reader, bridge in
      let id = try #require(Program.children(of: bridge.id).first?.id)
      let before = try Files.peak(of: id)
      try Files.write([UInt8](repeating: 0x78, count: 60 << 20), to: clock.folder + "/book")
      try await broker.publish("rouse/clock/volume/set", file: clock.folder + "/book")
      Files.remove(clock.folder + "/book")
      let alarm = try await clock.addAlarm("07:00", "--days", "daily")
      try await clock.eventually("it is there again, and does what is wanted; \(bridge.errors)") {
        try await broker.publish("rouse/clock/skip_next/set", "PRESS")
        return try await clock.alarms.first { $0.id == alarm }?.skipNext == true
      }
      #expect(Program.children(of: bridge.id).first?.id == id, "it has not died of it")
      let most = try Files.peak(of: id)
      #expect(most - before < 20 << 10, "\(most) after \(before) KiB")
    }
  }

  /// Strangers on the socket may leave no room for requests; the state must still be published.
  @Test func whoFindsNoRoomForAPageTellsHowTheClockIsAllTheSame() async throws {
    try await Self.run { clock, broker, reader, first in
      // A bridge without a cursor would skip past events, including those below.
      try await clock.eventually("it has noted what it was told last") {
        Files.text(clock.folder + "/mqtt/mqtt.json").contains(/"cursor"\s*:\s*"/)
      }
      try await first.endBelow()
      let crowd = try Line(to: clock.folder + "/h")
      for id in 1...7 { try crowd.ask(FollowHomeState(), id: id) }
      for _ in 1...7 { _ = try crowd.next(of: FollowHomeState.self) }
      let heard = Heard(reader).of("rouse/clock/availability").count
      let bridge = try clock.bridge(2)
      try await clock.eventually("it has been refused a page; \(bridge.errors)") {
        bridge.errors.contains("is followed by 8 of the house already")
      }
      try await clock.eventually("it is said to be there") {
        Heard(reader).of("rouse/clock/availability").count > heard
          && Heard(reader).last("rouse/clock/availability") == "online"
      }
      #expect(!bridge.errors.contains("the daemon refuses to send its state"), "\(bridge.errors)")
      for id in 1...7 { crowd.send("{\"cancel\":\(id)}\n") }
      try await clock.succeed("timer", "start", "1h", "--label", "room again")
      try await clock.eventually("events come again") { reader.output.contains("room again") }
    }
  }
}

/// Many clocks in a house: fifty for ten minutes in `deploy/soak home`, a few here.
@Suite(.enabled(if: Broker.isHere, "\(Broker.absence)")) struct ManyClocksTests {
  @Test func aBrokerThatRestartsHasAllClocksBackWithinAMinute() async throws {
    let count = BreakingTests.isSoak ? 50 : 8
    let rest = BreakingTests.isSoak ? 600 : 2
    try await Clock.several(count) { clocks in
      let broker = try await Broker(in: clocks[0].folder, clocks: (0..<count).map { "clock\($0)" })
      try await broker.start()
      var bridges: [Program] = []
      // One after the other, as in a house.
      for (number, clock) in clocks.enumerated() {
        try clock.joinHouse(of: broker, as: "clock\(number)")
        try await clock.start()
        bridges.append(try clock.bridge())
      }
      let reader = try broker.reader()
      func areAllBack() throws -> Bool {
        try clocks.allSatisfy { try $0.connect().send(GetStatus()).home?.report?.state == .connected }
      }
      try await clocks[0].eventually("all are connected") { try areAllBack() }
      try await clocks[0].eventually("all are announced") {
        let heard = Heard(reader)
        return (0..<count).allSatisfy { heard.last("rouse/clock\($0)/availability") == "online" }
      }
      let ids = bridges.compactMap { Program.children(of: $0.id).first?.id }
      #expect(ids.count == count)
      let before = try ids.map(Self.wakeups)
      try await Task.sleep(for: .seconds(rest))
      let woken = zip(try ids.map(Self.wakeups), before).map { Double($0 - $1) / Double(rest) }
      let resident = try ids.map { try Files.resident($0) }

      try await broker.stop()
      for clock in clocks { try await clock.succeed("timer", "start", "9h", "--label", "while it was away") }
      try await broker.start()
      let restarted = ContinuousClock.now
      try await clocks[0].eventually("all are back") { try areAllBack() }
      let took = (ContinuousClock.now - restarted).seconds
      try await clocks[0].eventually("what happened meanwhile has arrived from all") {
        let heard = Heard(reader).messages.filter { $0.text.contains("while it was away") }
        return (0..<count).allSatisfy { number in heard.contains { $0.topic == "rouse/clock\(number)/log" } }
      }
      // No clock has published under another's topics.
      let roots = Set(Heard(reader).messages.map { $0.topic.split(separator: "/").dropFirst().first ?? "" })
      #expect(roots.isSubset(of: Set(["device", "status"] + (0..<count).map { "clock\($0)" })))
      #expect(took < 60)
      BreakingTests.figure(
        "\(count) clocks at one broker: back \(took.short) s after its restart; each rouse-mqtt "
          + "\(Double(resident.max() ?? 0) / 1024) MB at most, \(woken.median.short) wakeups a second in \(rest) s"
      )
    }
  }

  private static func wakeups(_ id: pid_t) throws -> Int {
    try Files.number("voluntary_ctxt_switches:", in: "/proc/\(id)/status")
  }
}
