import Glibc

/// TCP sockets on the loopback interface.
public enum Loopback {
  /// Returns a connection to the port, or `nil` if nobody listens there.
  public static func connection(to port: UInt16) -> Int32? { socket(at: port) { connect($0, $1, $2) }?.socket }

  /// Returns a socket bound to the port, or to any free one if it is 0, and the port's number; `nil` if it is taken.
  public static func bound(to port: UInt16) -> (socket: Int32, port: UInt16)? {
    socket(at: port) { bind($0, $1, $2) == 0 ? getsockname($0, $1, &$2) : -1 }
  }

  /// Opens a listening socket at a free port.
  public static func listen() throws -> (listener: Int32, port: UInt16) {
    guard let (listener, port) = bound(to: 0), Glibc.listen(listener, 16) == 0 else {
      throw Failure("no server: \(String(cString: strerror(errno)))")
    }
    return (listener, port)
  }

  /// Returns a new socket if `prepare` succeeds with it, and the port that the address then has.
  private static func socket(
    at port: UInt16, _ prepare: (Int32, UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Int32
  ) -> (socket: Int32, port: UInt16)? {
    let own = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { prepare(own, $0, &length) }
    }
    if code == 0 { return (own, UInt16(bigEndian: address.sin_port)) }
    close(own)
    return nil
  }
}
