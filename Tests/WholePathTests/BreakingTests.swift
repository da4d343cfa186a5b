import Control
import FoundationEssentials
import Glibc
import Pictures
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Tries to break the clock: crashes, crowds, full disks, a thousand rings. Each test prints a line of figures.
///
/// `ROUSE_SOAK=1` runs the long tests at full length. `ROUSE_SEED=N` repeats the random choices of an earlier run.
@Suite struct BreakingTests {
  static let isSoak = text("ROUSE_SOAK") == "1"
  /// Always 1 in CI; random in a soak, whose figures print it.
  static let seed = text("ROUSE_SEED").flatMap { UInt64($0) } ?? (isSoak ? UInt64.random(in: 0...999_999) : 1)

  private static func text(_ variable: String) -> String? { getenv(variable).map { String(cString: $0) } }

  /// Written with a single call, so that the output of other tests does not get in between.
  static func figure(_ text: String) {
    let line = Array("figure: \(text)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }

  @Test(.takesLong) func twoHundredClientsDelayNoRingAndNoCommand() async throws {
    try await Clock.run { clock in
      let crowd = Crowd(at: clock.socketPath)
      try await crowd.gather(200)
      let pushing = Task { try await crowd.push() }
      defer { pushing.cancel() }
      try await clock.eventually("the crowd is served") { crowd.bytesRead.value > 100_000 }
      let id = try await clock.addAlarm("+3s")
      try await clock.eventually("it is heard") { try await clock.mock.isSounding }
      let asked = ContinuousClock.now
      try await clock.succeed("status")
      let answered = (ContinuousClock.now - asked).seconds
      // A picture is 400 kB, and the half-sent lines of the crowd may leave no room for it at the moment.
      try await clock.succeedPatiently("mock", "show", try clock.card("right"))
      try await clock.untilIdle()
      pushing.cancel()
      _ = await pushing.result
      let speaker = try await clock.lateness(of: id, until: ["speaker playing"])
      let motor = try await clock.lateness(of: id, until: ["vibration light", "vibration medium", "vibration strong"])
      Self.figure(
        "crowd: \(crowd.connected.value) clients at once, \(crowd.bytesRead.value / 1024) KiB read, "
          + "\(crowd.reconnections.value) hung up on; late by: speaker \((speaker * 1000).short) ms, "
          + "vibration \((motor * 1000).short) ms; `status` answered in \(answered.short) s")
      // `rouse-bench` measures the lateness on a quiet machine.
      #expect(speaker.isFinite && motor.isFinite)
      #expect(crowd.connected.value == 200)
    }
  }

  /// KiB of anonymous memory that the rings may add: SQLite keeps pages up to `cache_size`, the heap freed memory.
  private static func mostGrowth(in rings: Int) -> Int { 512 + rings / 2 }

  @Test(.takesLong) func manyRingsInARowLeaveNothingBehind() async throws {
    let warmUp = 50
    let count = Self.isSoak ? 1000 : 100
    try await Clock.run(isLong: true) { clock in
      let id = try #require(clock.daemonID)
      let client = try clock.connect()
      // Fill the mock board's bounded history, so that it no longer grows.
      for _ in 0..<2100 {
        _ = try client.send(FailDevice(device: "lamp", error: "EIO"))
        _ = try client.send(HealDevice(device: "lamp"))
      }
      var rings = try await Self.ring(warmUp, of: client, on: clock)
      try await clock.eventually("the tone of the last card is over") { try await !clock.mock.speaker.playing }
      let before = try await Self.footprint(of: id, on: clock)
      let start = ContinuousClock.now
      rings.formUnion(try await Self.ring(count - warmUp, of: client, on: clock))
      let pace = (ContinuousClock.now - start).seconds / Double(count - warmUp)
      var after = try await Self.footprint(of: id, on: clock)
      // Pool threads and the last reader's descriptors may take a moment to go.
      try await clock.eventually("they are as few as before") {
        after = try await Self.footprint(of: id, on: clock)
        return after.threads <= before.threads && after.descriptors <= before.descriptors
      }
      Self.figure(
        "rings in a row: \(count), one each \(pace.short) s; after \(warmUp) → after \(count): "
          + "anonymous memory \(before.anonymous) → \(after.anonymous) KiB, descriptors \(before.descriptors) → "
          + "\(after.descriptors), threads \(before.threads) → \(after.threads)")
      #expect(after.anonymous - before.anonymous < Self.mostGrowth(in: count - warmUp))
      _ = try await clock.end(SIGTERM)
      let stored = try clock.storedRings()
      #expect(stored.count == count)
      #expect(stored.filter { $0.outcome != "dismissed" }.map(\.alarmID) == [])
      #expect(Set(stored.map(\.alarmID)) == rings)
    }
  }

  /// Adds `count` alarms, four a second, each due a second later. A card ends each burst, and its alarms are removed.
  private static func ring(_ count: Int, of client: ControlClient, on clock: Clock) async throws -> Set<String> {
    let card = try clock.showing("right")
    var alarms: Set<String> = []
    while alarms.count < count {
      var burst: [String] = []
      for _ in 0..<min(25, count - alarms.count) {
        burst.append(try client.send(AddAlarm(input: AlarmInput(time: "+1s"))).alarm.id)
        try await Task.sleep(for: .milliseconds(250))
      }
      try await clock.eventually("all ring") {
        let status = try client.send(GetStatus())
        return status.rings.count == burst.count && status.next == nil
      }
      _ = try client.send(card)
      try await clock.eventually("all have rung") {
        let status = try client.send(GetStatus())
        return status.state == .idle && status.storage.unstored == 0
      }
      _ = try client.send(HidePicture())
      for id in burst { _ = try client.send(ChangeAlarm(alarm: id, change: .remove)) }
      alarms.formUnion(burst)
    }
    return alarms
  }

  /// The daemon's resources while nothing rings: KiB that no file backs (proc(5), smaps_rollup), and counts.
  private static func footprint(
    of id: pid_t, on clock: Clock
  ) async throws -> (anonymous: Int, descriptors: Int, threads: Int) {
    try await clock.eventually("the reader has ended") { clock.scanID == nil }
    let anonymous = try Files.number("Anonymous:", in: "/proc/\(id)/smaps_rollup")
    return (anonymous, Files.names("/proc/\(id)/fd").count, Files.names("/proc/\(id)/task").count)
  }
}

extension SeededGenerator {
  /// Milliseconds.
  mutating func duration(_ range: ClosedRange<Int>) -> Duration { .milliseconds(Int.random(in: range, using: &self)) }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Double {
  var short: String {
    let hundredths = Int((magnitude * 100).rounded())
    return "\(self < 0 ? "-" : "")\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension [Double] {
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

extension Clock {
  /// Opens a connection, for tests that ask too often to start a process each time.
  func connect() throws(ControlError) -> ControlClient { try ControlClient(path: socketPath) }

  func showing(_ text: String) throws -> ShowPicture {
    let frame = try PictureFile.read(try card(text)).fitted()
    return ShowPicture(pictureName: text, pixels: Data(frame.pixels).base64EncodedString(), milliseconds: nil)
  }

  /// Returns the seconds from a ring's due time to the first of these actions of devices.
  func lateness(of alarm: String, until actions: Set<String>) async throws -> Double {
    let told = try await succeedPatiently("mock", "history", "--json")
    let history = try decoded(GetMockHistory.Reply.self, told).history
    let due = try #require(try storedRings().first { $0.alarmID == alarm }).due
    let first = history.first { entry in
      actions.contains("\(entry.device) \(entry.action)") && Int64(entry.nanoseconds) ?? 0 > due - 500_000_000
    }
    return first.flatMap { Int64($0.nanoseconds) }.map { Double($0 - due) / 1e9 } ?? .infinity
  }

  /// Returns the rings in the store; they were due in nanoseconds since 1970.
  func storedRings() throws -> [(alarmID: String, due: Int64, outcome: String?)] {
    try Store(path: statePath + "/rouse.sqlite").database.run("SELECT alarm_id, due, outcome FROM rings") { row in
      (row.text(0), row.integer(1), row.optionalText(2))
    }
  }
}

final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}

/// Clients that poll, follow, send garbage, stop half-way, never end a line or never read, all played by one task.
private actor Crowd {
  private enum Manner: CaseIterable { case polls, follows, sendsGarbage, stopsHalfWay, sendsLongLines, neverReads }

  private struct Client {
    var manner: Manner
    var line: Line
    var requests = 0
  }

  private let path: String
  private var clients: [Client] = []
  private var random = SeededGenerator(state: BreakingTests.seed)
  let (bytesRead, reconnections, connected) = (Counter(), Counter(), Counter())

  init(at path: String) { self.path = path }

  func gather(_ count: Int) throws {
    for number in 0..<count {
      let manner = Manner.allCases[number % Manner.allCases.count]
      clients.append(Client(manner: manner, line: try Line(to: path)))
      connected.add(1)
    }
  }

  func push() async throws {
    while !Task.isCancelled {
      for index in clients.indices { try act(&clients[index]) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private func act(_ client: inout Client) throws {
    if client.manner != .neverReads {
      let (bytes, isOpen) = client.line.arrived()
      bytesRead.add(bytes.count)
      if !isOpen {
        reconnections.add(1)
        client = Client(manner: client.manner, line: try Line(to: path))
      }
    }
    client.requests += 1
    let number = client.requests
    switch client.manner {
    case .polls: client.line.send(#"{"id":\#(number),"command":"status","arguments":{}}"# + "\n")
    case .follows where number == 1:
      client.line.send(#"{"id":1,"command":"log","arguments":{"limit":1000,"follow":true}}"# + "\n")
    case .sendsGarbage:
      client.line.send(
        String(decoding: (0..<40).map { _ in UInt8(truncatingIfNeeded: random.next()) }, as: UTF8.self) + "\n")
    case .stopsHalfWay where number == 1: client.line.send(#"{"id":1,"comm"#)
    case .sendsLongLines: client.line.send(String(repeating: "x", count: 1 << 15))
    case .neverReads: client.line.send(#"{"id":\#(number),"command":"mock.history","arguments":{}}"# + "\n")
    case .follows, .stopsHalfWay: break
    }
  }
}
