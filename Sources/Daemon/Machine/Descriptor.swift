import Glibc

/// A file descriptor that is closed with its last owner.
final class Descriptor: Sendable {
  let number: Int32

  /// Takes over an open descriptor.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// All that a file holds, which has to be less than 256 KiB: EFBIG otherwise.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("opening \(path)", errno) }
    let file = Descriptor(number)
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var length = 0
    while true {
      let count = bytes.withUnsafeMutableBytes {
        read(file.number, $0.baseAddress.map { $0 + length }, $0.count - length)
      }
      if count < 0 {
        guard errno == EINTR else { throw SystemError("reading \(path)", errno) }
        continue
      }
      if count == 0 { return [UInt8](bytes[..<length]) }
      length += count
      guard length < bytes.count else { throw SystemError("reading \(path)", EFBIG) }
    }
  }

  /// Writes a small file's bytes to another, all or nothing.
  static func copy(_ source: String, to target: String) throws(SystemError) {
    let bytes = try contents(of: source)
    let fresh = target + ".new"
    let number = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard number >= 0 else { throw SystemError("creating \(fresh)", errno) }
    let file = Descriptor(number)
    guard write(file.number, bytes, bytes.count) == bytes.count, fsync(file.number) == 0 else {
      throw SystemError("writing \(fresh)", errno)
    }
    guard rename(fresh, target) == 0 else { throw SystemError("renaming \(fresh)", errno) }
  }
}
