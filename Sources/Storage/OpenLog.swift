import Glibc

/// The write-ahead log that a connection has open. What is committed is at first there and nowhere else, and SQLite
/// goes on writing to a log that has no name any more.
struct OpenLog {
  private let file: (path: String, identity: FileIdentity?)
  private let path: String
  private let identity: FileIdentity
  /// What it had after the last change, in bytes.
  private var size: Int64 = 0

  /// nil when there is none, as of a database in memory.
  ///
  /// - Parameter file: the database file, whose log was opened just now.
  init?(of file: String) {
    path = file + "-wal"
    guard let identity = FileIdentity(path) else { return nil }
    self.identity = identity
    self.file = (file, FileIdentity(file))
    measure()
  }

  mutating func measure() { size = FileIdentity.size(of: path) }

  /// The next one that opens the file reads this log. What becomes of the file itself is looked after elsewhere: the log
  /// beside another file is that one's.
  var isInPlace: Bool { identity == FileIdentity(path) || file.identity != FileIdentity(file.path) }

  /// And nothing of it is gone: a log is not cut while it is open, but by those who move it into the file first.
  var isWhole: Bool { isInPlace && (identity != FileIdentity(path) || FileIdentity.size(of: path) >= size) }

  /// Another file in the log's place would be taken for it at the next start, and old pages be put over new ones. It is
  /// kept under another name, in place of one that was kept before.
  func putStrangerAside() throws(StorageError) {
    guard !isInPlace, FileIdentity.size(of: path) > 0 else { return }
    guard rename(path, path + ".stranger") == 0 else {
      throw StorageError(
        .other, "storing", "another file is in the place of \(path): \(String(cString: strerror(errno)))")
    }
  }
}

/// Which file a path leads to.
public struct FileIdentity: Equatable, Sendable {
  let device: dev_t
  let number: ino_t

  /// nil when there is none.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }

  /// In bytes; 0 when there is none.
  static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}
