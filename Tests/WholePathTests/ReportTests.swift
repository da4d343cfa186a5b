import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Control

/// How `rouse-mqtt` reports its connection to the daemon. The test plays the daemon and the broker.
struct ReportTests {
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
      #expect(last.report.why == "it is being connected")
      // The next report must wait for the answer to this one.
      close(accept(broker, nil, nil))
      line.waits(1)
      #expect(try nextReport() == nil)
      line.waits(180)
      try Self.answer(last.id, Done(), on: line)
      last = try #require(try nextReport())
      #expect(last.report.why != "it is being connected")
      let refusal = ControlError(.tryAgain, "no report is taken", why: "there are too many", fix: "wait")
      line.send(try Self.text(Wire.Response<Wire.NoItem>(id: last.id, error: refusal)))
      #expect(try nextReport() != nil)
    }
  }

  private static func answer(_ id: Int, _ item: some Codable & Sendable, on line: Line) throws {
    line.send(try text(Wire.Response(id: id, item: item)))
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self) + "\n"
  }
}
