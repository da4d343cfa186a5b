import Glibc

/// A socket address (sockaddr_un, unix(7)).
public struct UnixAddress {
  private var address = sockaddr_un()

  /// Returns `nil` if the path is empty, has a NUL byte, or is longer than 107 bytes.
  public init?(_ path: String) {
    let bytes = [UInt8](path.utf8)
    guard (1...107).contains(bytes.count), !bytes.contains(0) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  public func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
