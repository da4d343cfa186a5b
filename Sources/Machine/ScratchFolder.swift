import Glibc

/// A folder in memory, or in /tmp, or where it is said, for one owner; gone with it.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws(SystemError) {
    for base in ["/dev/shm", "/tmp"] {
      var template = Array((base + "/rouse-XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else { continue }
      path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      return
    }
    throw SystemError("creating a folder in /dev/shm or /tmp", errno)
  }

  /// One of this name, in place of what a death may have left there.
  package init(at path: String) throws(SystemError) {
    Self.remove(path)
    guard mkdir(path, 0o700) == 0 else { throw SystemError("creating \(path)", errno) }
    self.path = path
  }

  deinit { Self.remove(path) }

  package static func remove(_ path: String) {
    for name in DurableFile.names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }
}
