import Control
import Glibc
import TestSupport
import Testing

/// An attacker who controls `rouse-mqtt` and may send any line over the second socket during a ring.
struct StrangerTests {
  /// How many KiB the daemon may use for this: the data that clients can leave in its memory, and decoding it.
  private static let mostGrowth = 24 << 10

  @Test func floodsHalfLinesAndSlowReadersEndOrDelayNoRing() async throws {
    let all = HomeCommandName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    try await Clock.withoutDaemon { clock in
      try Files.write("{ broker: 'mqtt://a', commands: [\(all)] }", to: clock.folder + "/mqtt.json5")
      clock.serveHouse()
      try await clock.start(card: true)
      let daemon = try #require(clock.daemonID)
      let before = try Files.peak(of: daemon)
      let descriptors = Files.names("/proc/\(daemon)/fd").count
      // The lock rules out canceling it, although all commands are allowed until it rings.
      let id = try await clock.addAlarm("+4s", "--label", "Wake", "--cancel-lock", "2h")
      let strangers = Strangers(at: clock.folder + "/h", alarm: id)
      let pushing = Task { try await strangers.push() }
      defer { pushing.cancel() }
      try await clock.eventually("it rings; \(strangers.report)") { try await clock.mock.isSounding }
      let turns = strangers.turns.value
      // Wait until the strangers have tried everything again during the ring.
      var most = 0
      try await clock.eventually("they have tried all while it rang") {
        most = max(most, Files.names("/proc/\(daemon)/fd").count)
        return strangers.turns.value > turns + 100
      }
      // Four connections, the ring's own files, and clients of the other socket.
      #expect(most - descriptors <= 16, "\(most) after \(descriptors)")
      try await clock.untilRinging()
      let asked = ContinuousClock.now
      #expect(try await clock.status.rings.map(\.state) == [.ringing])
      let answered = (ContinuousClock.now - asked).seconds
      let grown = try Files.peak(of: daemon) - before
      #expect(grown < Self.mostGrowth, "by \(grown) KiB")
      try await clock.bring("right")
      pushing.cancel()
      _ = await pushing.result

      #expect(clock.daemonID == daemon, "it has not died")
      let log = try await clock.log
      #expect(log.count { $0.event == "home_refused" } <= 30 && log.count { $0.event == "home_command" } <= 30)
      #expect(log.count { $0.event == "dismiss_success_qr" } == 1 && log.count { $0.event == "fired" } == 1)
      #expect(strangers.refused.value > 0 && strangers.hungUp.value > 0)
      _ = try await clock.end(SIGTERM)
      #expect(try clock.storedRings().first?.outcome == "dismissed")
      BreakingTests.figure("stranger: \(strangers.report); `status` answered in \(answered.short) s, +\(grown) KiB")
    }
  }
}

/// More clients than are served at once, all played by one task.
private final class Strangers: @unchecked Sendable {
  private enum Manner: CaseIterable {
    case comesAndGoes, stopsHalfWay, neverEndsALine, followsAndReadsNothing, asksForPagesAndReadsNothing, commands
    case asksForWhatThereIsNot, sendsGarbage, reports
  }

  private struct Client {
    var manner: Manner
    var line: Line
    var sent = 0
  }

  private let path: String
  private let alarm: String
  private var clients: [Client] = []
  private var random = SeededGenerator(state: BreakingTests.seed)
  let (turns, refused, hungUp, bytes) = (Counter(), Counter(), Counter(), Counter())

  init(at path: String, alarm: String) { (self.path, self.alarm) = (path, alarm) }

  var report: String {
    "\(turns.value) turns, \(refused.value) connections refused, \(hungUp.value) hung up on, "
      + "\(bytes.value / 1024) KiB sent"
  }

  func push() async throws {
    while !Task.isCancelled {
      // Twice as many as are served, so others get in each time.
      while clients.count < 8 {
        let manner = Manner.allCases.randomElement(using: &random) ?? .comesAndGoes
        clients.append(Client(manner: manner, line: try Line(to: path)))
      }
      for index in clients.indices { act(&clients[index]) }
      clients.removeAll { client in
        let isOver = client.sent > 1 << 24 || client.manner == .comesAndGoes || random.next() % 50 == 0
        return isOver || !drain(client)
      }
      turns.add(1)
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func act(_ client: inout Client) {
    let number = client.sent + 1
    func send(_ line: String) {
      let count = client.line.send(line)
      client.sent += count
      bytes.add(count)
    }
    func ask(_ command: String, _ arguments: String) {
      send(#"{"id":\#(number),"command":"\#(command)","arguments":\#(arguments)}"# + "\n")
    }
    switch client.manner {
    case .comesAndGoes: ask("home.state", "{}")
    case .stopsHalfWay: if client.sent == 0 { send(#"{"id":1,"comm"#) }
    // Up to ten megabytes, if the daemon takes them.
    case .neverEndsALine: send(String(repeating: "x", count: 1 << 18))
    case .followsAndReadsNothing: ask("home.state", "{}")
    case .asksForPagesAndReadsNothing: ask("home.events", #"{"after":"0-0","limit":100}"#)
    case .commands:
      let name = HomeCommandName.allCases.randomElement(using: &random) ?? .skip
      let arguments = [
        #"{"alarm":"\#(alarm)"}"#, #"{"value":"0"}"#, #"{"value":"off"}"#, #"{"on":false}"#, #"{"text":"stop"}"#,
        #"{"alarm":"\#(alarm)","time":"23:59"}"#, "{}",
      ]
      let given = arguments.randomElement(using: &random) ?? "{}"
      ask("home.command", #"{"command":"\#(name.rawValue)","arguments":\#(given),"origin":"mqtt"}"#)
    case .asksForWhatThereIsNot: ask(["dismiss", "alarm.change", "mock.show", "backup"].randomElement() ?? "", "{}")
    case .sendsGarbage:
      send(String(decoding: (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }, as: UTF8.self) + "\n")
    case .reports:
      ask(
        "home.report",
        #"{"report":{"state":"connected","broker":"\#(String(repeating: "b", count: 1000))","since":"","waiting":1}}"#)
    }
  }

  /// Reads what has arrived, if the client reads at all; returns `false` if the daemon has closed the connection.
  private func drain(_ client: Client) -> Bool {
    guard client.manner != .followsAndReadsNothing, client.manner != .asksForPagesAndReadsNothing else {
      return client.line.arrived(flags: Int32(MSG_PEEK)).isOpen
    }
    let (bytes, isOpen) = client.line.arrived()
    if String(decoding: bytes, as: UTF8.self).contains(/already has \d+ connections/) { refused.add(1) }
    if !isOpen { hungUp.add(1) }
    return isOpen
  }
}
