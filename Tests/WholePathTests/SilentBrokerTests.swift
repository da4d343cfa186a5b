import Dispatch
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Control

/// A broker that accepts the connection and then sends nothing, and how `rouse-mqtt` reports its connection to a daemon
/// that the test plays.
struct SilentBrokerTests {
  @Test func aBrokerThatFallsSilentAndWhatIsNoBrokerAreToldAsThatAndNotAsNoClocks() async throws {
    try await Clock.withoutDaemon { clock in
      let broker = try SilentBroker()
      defer { broker.end() }
      let path = clock.folder + "/fleet.json5"
      try Files.write("{ broker: \"mqtt://127.0.0.1:\(broker.port)\", user: \"fleet\" }", to: path)
      for words in [["status"], ["log", "--follow"]] {
        let result = try await clock.rouse(["fleet"] + words + ["--config", path])
        #expect(result.code == 69 && result.output.isEmpty, "\(words): \(result)")
        for part in ["cannot be read", "did not answer the subscription", "restart it", "the clocks ring"] {
          #expect(result.errors.contains(part), "\(words): \(result.errors)")
        }
      }

      let stranger = try SilentBroker(SilentBroker.strange)
      defer { stranger.end() }
      try Files.write("{ broker: \"mqtt://127.0.0.1:\(stranger.port)\", user: \"fleet\" }", to: path)
      let result = try await clock.rouse("fleet", "status", "--config", path)
      #expect(result.code != 0 && result.output.isEmpty, "\(result)")
      // The library in Debian 12 aborts (SIGABRT); later versions report a protocol error.
      #expect(
        result.errors.contains("ended by signal 6: perhaps the server at that port is not an MQTT broker")
          || result.code == 69, "\(result.errors)")
    }
  }

  private struct Request: Decodable {
    var id: Int
    var command: String
    var arguments: Arguments?
    struct Arguments: Decodable { var report: HomeReport? }
  }

  /// The daemon answers requests concurrently, so with two reports at once it might keep the older one.
  @Test func oneReportAtATimeIsSentAndARefusedOneAgain() async throws {
    try await Clock.withoutDaemon { clock in
      let (broker, port) = try Loopback.listen()
      defer { close(broker) }
      try Files.write("{ broker: 'mqtt://127.0.0.1:\(port)', user: 'clock' }", to: clock.folder + "/mqtt.json5")
      let daemon = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      defer { close(daemon) }
      let path = clock.folder + "/h"
      #expect(UnixAddress(path)?.withPointer { bind(daemon, $0, $1) } == 0 && listen(daemon, 1) == 0)
      _ = try clock.bridge()
      let line = try Line(acceptedBy: daemon)
      func nextReport() throws -> (id: Int, report: HomeReport)? {
        while let bytes = line.nextLine() {
          let request = try JSONDecoder().decode(Request.self, from: bytes)
          if let report = request.arguments?.report { return (request.id, report) }
          guard request.command == FollowHomeState.name else { continue }
          try Self.answer(
            request.id,
            HomeStateView(
              version: "1", state: .idle, alarms: [], missed: 0, verdict: .init(state: .nothingSet), trusted: true,
              volume: 50, sound: "birds", sounds: [], noises: [], commands: []), on: line)
        }
        return nil
      }
      var last = try #require(try nextReport())
      #expect(last.report.why == "connecting")
      // The next report must wait for the answer to this one.
      close(accept(broker, nil, nil))
      line.waits(1)
      #expect(try nextReport() == nil)
      line.waits(180)
      try Self.answer(last.id, Done(), on: line)
      last = try #require(try nextReport())
      #expect(last.report.why != "connecting")
      let refusal = ControlError(.tryAgain, "no report is taken", why: "there are too many", fix: "wait")
      try line.send(encoded: Wire.Response<Wire.NoItem>(id: last.id, error: refusal))
      #expect(try nextReport() != nil)
    }
  }

  private static func answer(_ id: Int, _ item: some Codable & Sendable, on line: Line) throws {
    try line.send(encoded: Wire.Response(id: id, item: item))
  }
}

private final class SilentBroker: Sendable {
  let port: UInt16
  private let listener: Int32
  private let answer: [UInt8]
  /// CONNACK (MQTT 5, 3.2): no session, reason 0, no properties.
  static let taken: [UInt8] = [0x20, 3, 0, 0, 0]
  /// The same with two bytes of an unknown property.
  static let strange: [UInt8] = [0x20, 5, 0, 0, 2, 0x7E, 0]

  /// - Parameter answer: The reply to a client's first packet.
  init(_ answer: [UInt8] = taken) throws {
    self.answer = answer
    (listener, port) = try Loopback.listen()
    DispatchQueue(label: "broker").async { self.run() }
  }

  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func run() {
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let client = accept(listener, nil, nil), client >= 0 {
      var isTaken = false
      while read(client, &piece, piece.count) > 0 {
        if !isTaken { send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) }
        isTaken = true
      }
      close(client)
    }
    close(listener)
  }
}
