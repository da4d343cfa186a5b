import Glibc
import TestSupport
import Testing

/// A broker that accepts the connection and then sends nothing.
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
        for part in ["cannot be read", "has not answered what was subscribed to", "restart it", "the clocks ring"] {
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
        result.errors.contains("ended by the signal 6: what answers at that port may be no MQTT broker")
          || result.code == 69, "\(result.errors)")
    }
  }
}

private final class SilentBroker: LoopbackServer {
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
    Loopback.run(self)
  }

  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  func run() {
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
