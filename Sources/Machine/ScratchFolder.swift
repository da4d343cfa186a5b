import Glibc

/// A temporary folder in memory, in /tmp or at a given path, deleted with its owner.
package final class ScratchFolder: Sendable {
  package let path: String
  /// A lock that tells other daemons that the folder is in use; `nil` for a folder at a given path.
  private let lock: Descriptor?

  private static let bases = ["/dev/shm", "/tmp"]
  private static let store = "rouse.sqlite"
  /// The files that may be in a folder without a given path: copies of the store.
  private static let copies: Set = [store, store + "-wal", store + "-shm", store + "-journal", "copy", "copy-journal"]

  package init() throws(SystemError) {
    for base in Self.bases {
      var template = Array((base + "/rouse-XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else { continue }
      path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
      lock = Self.lock(path)
      return
    }
    throw SystemError("creating a folder in /dev/shm or /tmp", errno)
  }

  /// Creates a folder at a given path, and deletes a leftover of a crash there.
  package init(at path: String) throws(SystemError) {
    Self.remove(path)
    guard mkdir(path, 0o700) == 0 else { throw SystemError("creating \(path)", errno) }
    self.path = path
    lock = nil
  }

  deinit { Self.remove(path) }

  package static func remove(_ path: String) {
    for name in DurableFile.names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Deletes copies of stores that this user's killed daemons left in memory or in /tmp, but none in use.
  package static func removeLeftovers() {
    for base in bases {
      for name in DurableFile.names(in: base) where name.hasPrefix("rouse-") && name.utf8.count == 12 {
        let path = base + "/" + name
        var status = stat()
        // Anybody can create a folder in /tmp.
        guard let lock = lock(path), fstat(lock.number, &status) == 0, status.st_uid == geteuid() else { continue }
        let names = DurableFile.names(in: path)
        // An empty folder is brand new, or not for copies.
        guard !names.isEmpty, copies.isSuperset(of: names) else { continue }
        remove(path)
      }
    }
  }

  /// Returns `nil` if the path is not a folder, or another process has locked it.
  private static func lock(_ path: String) -> Descriptor? {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let folder = Descriptor(number)
    return flock(number, LOCK_EX | LOCK_NB) == 0 ? folder : nil
  }
}
