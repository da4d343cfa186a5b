import Glibc

/// File operations for tests.
public enum Files {
  /// `/dev/shm` if it is writable and has a gibibyte free, otherwise `/tmp`. On a disk, tests of the store mostly wait
  /// for flushes.
  public static let memory: String = {
    var space = statvfs()
    guard access("/dev/shm", W_OK) == 0, statvfs("/dev/shm", &space) == 0 else { return "/tmp" }
    return UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 1 << 30 ? "/dev/shm" : "/tmp"
  }()

  /// Creates a folder with a short path, because a socket's path must be short.
  public static func temporaryFolder(in base: String = memory) throws -> String {
    var template = Array((base + "/rouse-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure("no folder can be made in \(base)") }
    let path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    // mkdtemp(3) applies the umask.
    chmod(path, 0o700)
    return path
  }

  /// Removes a file, or a folder with its content.
  public static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in names(path) { remove(path + "/" + name) }
    rmdir(path)
  }

  /// Returns the sorted names in a folder, or nothing if it cannot be read.
  public static func names(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// A folder for one test that is removed with its last reference.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init(in base: String = Files.memory) throws { path = try Files.temporaryFolder(in: base) }

  deinit { Files.remove(path) }
}
