import Control
import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension BreakingTests {
  @Test(.takesLong) func twoHundredClientsDelayNoRingAndNoCommand() async throws {
    try await Clock.run { clock in
      let crowd = Crowd(at: clock.socketPath)
      try await crowd.gather(200)
      let pushing = Task { try await crowd.push() }
      defer { pushing.cancel() }
      try await clock.eventually("the crowd is served") { crowd.bytesRead > 100_000 }
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
      let told = try await clock.succeedPatiently("mock", "history", "--json")
      let history = try JSONDecoder().decode(GetMockHistory.Reply.self, from: Data(told.utf8)).history
      _ = try await clock.end(SIGTERM)

      let due = try #require(try clock.storedRings().first { $0.alarmID == id }).due
      func lateness(_ device: String, _ actions: Set<String>) -> Double {
        let first = history.first { $0.device == device && actions.contains($0.action) }
        return first.flatMap { Int64($0.nanoseconds) }.map { Double($0 - due) / 1e9 } ?? .infinity
      }
      let speaker = lateness("speaker", ["playing"])
      let motor = lateness("vibration", ["light", "medium", "strong"])
      Self.figure(
        "crowd: \(crowd.connected) clients at once, \(crowd.bytesRead / 1024) KiB read, \(crowd.reconnections) hung up "
          + "on; late by: speaker \((speaker * 1000).short) ms, vibration \((motor * 1000).short) ms; "
          + "`status` answered in \(answered.short) s")
      // `rouse-bench` measures the lateness on a quiet machine.
      #expect(speaker.isFinite && motor.isFinite)
      #expect(crowd.connected == 200)
    }
  }
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
  private let read = Counter()
  private let hungUp = Counter()
  private let most = Counter()

  init(at path: String) { self.path = path }

  nonisolated var bytesRead: Int { read.value }
  nonisolated var reconnections: Int { hungUp.value }
  nonisolated var connected: Int { most.value }

  func gather(_ count: Int) throws {
    for number in 0..<count {
      let manner = Manner.allCases[number % Manner.allCases.count]
      clients.append(Client(manner: manner, line: try Line(to: path)))
      most.add(1)
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
      read.add(bytes.count)
      if !isOpen {
        hungUp.add(1)
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
