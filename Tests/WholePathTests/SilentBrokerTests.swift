import Glibc
import TestSupport
import Testing

/// A broker that takes the connection, and then says nothing.
struct SilentBrokerTests {
  @Test func aBrokerThatFallsSilentIsToldAsThatAndNotAsNoClocks() async throws {
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
    }
  }
}

private final class SilentBroker: Sendable {
  let port: UInt16
  private let listener: Int32
  /// The connection is taken (MQTT 5, 3.2): no session, reason 0, no properties.
  private static let taken: [UInt8] = [0x20, 3, 0, 0, 0]

  init() throws {
    let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    listener = own
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(own, $0, length) == 0 ? getsockname(own, $0, &length) : -1
      }
    }
    guard code == 0, listen(own, 16) == 0 else { throw Failure("no broker: \(String(cString: strerror(errno)))") }
    port = UInt16(bigEndian: address.sin_port)
    var thread = pthread_t()
    // Holds this, and ends with `end`.
    pthread_create(
      &thread, nil,
      { broker in
        guard let broker else { return nil }
        Unmanaged<SilentBroker>.fromOpaque(broker).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// One client after the other, each until it goes.
  private func run() {
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let client = accept(listener, nil, nil), client >= 0 {
      var isTaken = false
      while read(client, &piece, piece.count) > 0 {
        if !isTaken { send(client, Self.taken, Self.taken.count, Int32(MSG_NOSIGNAL)) }
        isTaken = true
      }
      close(client)
    }
    close(listener)
  }
}
