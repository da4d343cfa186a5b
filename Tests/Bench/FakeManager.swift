import Glibc

/// The notification socket of a service manager (sd_notify(3)).
final class FakeManager {
  private let descriptor: Int32
  /// How many watchdog notifications have arrived.
  private(set) var signs = 0
  /// A name in the abstract namespace (unix(7)), which disappears with the process.
  private let name = "rouse-bench-\(getpid())"

  init() throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = [0] + Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0 else { throw BenchError("no socket can be made: \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// The same watchdog as in the unit: 10 s.
  var environment: [String] { ["NOTIFY_SOCKET=@\(name)", "WATCHDOG_USEC=10000000"] }

  func read() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return }
      if String(decoding: bytes[..<count], as: UTF8.self).contains("WATCHDOG=1") { signs += 1 }
    }
  }
}
