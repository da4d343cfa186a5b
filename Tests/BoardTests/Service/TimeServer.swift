import Dispatch
import Glibc
import Synchronization
import Testing

/// An SNTP server (RFC 4330) on 127.0.0.1, port 123, that serves this machine's time.
final class TimeServer: Sendable {
  private let socket: Int32
  private let count = Atomic(0)

  var answers: Int { count.load(ordering: .relaxed) }

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    try #require(socket >= 0)
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(123).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
    }
    try #require(code == 0, "port 123: \(String(cString: strerror(errno)))")
    DispatchQueue.global().async { self.answer() }
  }

  /// Ends the thread, which closes the socket.
  func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  private func answer() {
    defer { close(socket) }
    while true {
      var packet = [UInt8](repeating: 0, count: 48)
      var client = sockaddr()
      var size = socklen_t(MemoryLayout.size(ofValue: client))
      let received = recvfrom(socket, &packet, packet.count, 0, &client, &size)
      guard received > 0 else { return }
      guard received == packet.count else { continue }
      let arrival = Self.now
      // Version 4, server mode, stratum 1, precision 1 µs, root dispersion 1 ms.
      let header: [UInt8] = [0x24, 1, packet[2], 0xec, 0, 0, 0, 0, 0, 0, 0, 66] + Array("TEST".utf8)
      let reply = header + arrival + packet[40..<48] + arrival + Self.now
      guard sendto(socket, reply, reply.count, 0, &client, size) == reply.count else { return }
      count.add(1, ordering: .relaxed)
    }
  }

  /// An NTP timestamp: seconds since 1900, and a fraction in units of 2^-32 s.
  private static var now: [UInt8] {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let stamp = UInt64(time.tv_sec + 2_208_988_800) << 32 | UInt64(time.tv_nsec) << 32 / 1_000_000_000
    return (0..<8).map { UInt8(truncatingIfNeeded: stamp >> (56 - 8 * UInt64($0))) }
  }
}
