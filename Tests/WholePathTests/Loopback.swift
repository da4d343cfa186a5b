import Glibc
import TestSupport

enum Loopback {
  /// - Parameter port: 0 for any free port.
  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  static func socket() -> Int32 {
    Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  /// Returns a socket bound to the port and the port's number, or `nil` if the port is taken.
  static func bound(to port: UInt16) -> (socket: Int32, port: UInt16)? {
    let own = socket()
    var address = address(port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(own, $0, length) == 0 ? getsockname(own, $0, &length) : -1
      }
    }
    if code == 0 { return (own, UInt16(bigEndian: address.sin_port)) }
    close(own)
    return nil
  }

  /// Opens a listening socket at a free port.
  static func listen() throws -> (listener: Int32, port: UInt16) {
    guard let (listener, port) = bound(to: 0), Glibc.listen(listener, 16) == 0 else {
      throw Failure("no server: \(String(cString: strerror(errno)))")
    }
    return (listener, port)
  }

  /// Runs a server on its own thread, which keeps it alive.
  static func run(_ server: any LoopbackServer) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(server)).toOpaque()
    pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        Unmanaged<Box>.fromOpaque(box).takeRetainedValue().server.run()
        return nil
      }, box)
    pthread_detach(thread)
  }

  private final class Box: Sendable {
    let server: any LoopbackServer
    init(_ server: any LoopbackServer) { self.server = server }
  }
}

protocol LoopbackServer: Sendable {
  func run()
}
