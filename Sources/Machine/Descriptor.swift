import CLinux
import Glibc

/// A file descriptor that is closed with its last reference.
package final class Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Opens a file with these flags of open(2), and closes it on exec.
  package convenience init(opening path: String, _ flags: Int32, mode: mode_t = 0o640) throws(SystemError) {
    let number = open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError("\(flags & O_CREAT == 0 ? "opening" : "creating") \(path)", errno) }
    self.init(number)
  }

  deinit { close(number) }

  /// Returns two connected sockets (socketpair(2)).
  package static func socketPair() throws(SystemError) -> (Descriptor, Descriptor) {
    var pair: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw SystemError("creating a socket pair", errno) }
    return (Descriptor(pair[0]), Descriptor(pair[1]))
  }

  /// Writes all bytes to an open descriptor, in several calls if necessary. Returns 0 or the errno.
  package static func write(_ bytes: [UInt8], to number: Int32) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let step = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      guard step > 0 || errno == EINTR else { return errno }
      sent += max(0, step)
    }
    return 0
  }

  /// Returns the content of a regular file. Throws EFBIG unless it is smaller than `limit` bytes.
  package static func contents(of path: String, limit: Int = 1 << 18) throws(SystemError) -> [UInt8] {
    let number = rouse_open_plain_file(path)
    guard number >= 0 else { throw SystemError("opening \(path)", errno) }
    return try Descriptor(number).contents(of: path, limit: limit)
  }

  /// Returns the rest of this open file, with the same limit. `path` is for errors.
  package func contents(of path: String, limit: Int = 1 << 18) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var length = 0
    while true {
      let count = bytes.withUnsafeMutableBytes {
        read(number, $0.baseAddress.map { $0 + length }, $0.count - length)
      }
      if count == 0 { return [UInt8](bytes[..<length]) }
      guard count > 0 || errno == EINTR else { throw SystemError("reading \(path)", errno) }
      length += max(0, count)
      guard length < bytes.count else { throw SystemError("reading \(path)", EFBIG) }
    }
  }
}
