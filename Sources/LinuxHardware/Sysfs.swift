import Glibc
import Hardware

/// Reads and writes small kernel files on behalf of a device (sysfs(5)).
struct Sysfs: Sendable {
  let role: DeviceRole

  /// Returns the sorted names; empty if the folder does not exist, because then no driver has created it.
  func entries(of folder: String) throws(HardwareError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw failure(errno, "listing \(folder)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw failure(errno, "listing \(folder)") }
    return names.sorted()
  }

  /// Returns the last component of a link's target, or `nil` if `path` is not a link.
  func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, Int(PATH_MAX))
    guard count > 0 else { return nil }
    let target = buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
    return target.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the first line without its newline. sysfs files have at most 4096 bytes.
  func read(_ path: String) throws(HardwareError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno, "reading \(path)") }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw failure(errno, "reading \(path)") }
    return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Writes in a single call, as the kernel requires.
  func write(_ value: Int, to path: String) throws(HardwareError) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno, "writing \(value) to \(path)") }
    defer { close(file) }
    let text = Array("\(value)\n".utf8)
    guard Glibc.write(file, text, text.count) == text.count else { throw failure(errno, "writing \(value) to \(path)") }
  }

  // Takes errno as its first argument, because building the text could change errno.
  private func failure(_ code: Int32, _ operation: String) -> HardwareError {
    HardwareError(role, operation, code: code)
  }
}
