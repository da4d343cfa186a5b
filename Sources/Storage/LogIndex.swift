import CSQLite
import Glibc

/// The header of the index of a write-ahead log (https://sqlite.org/walformat.html#the_wal_index_file_format).
struct LogIndex {
  /// The number of transactions, counted from an arbitrary number.
  let changes: UInt32
  /// In bytes.
  let pageSize: Int64
  let frames, pages: UInt32
  /// The checksums of the last frame, and the salts of all frames, as stored in the log.
  let sums, salts: [UInt8]
  /// The number of frames that have been copied into the file.
  let moved: UInt32

  var waiting: UInt32 { frames > moved ? frames - moved : 0 }

  init?(_ database: OpaquePointer) {
    var bytes = [UInt8](repeating: 0, count: 100)
    guard rouse_sqlite_read_index(database, &bytes, 100) == SQLITE_OK, bytes[..<48] == bytes[48..<96] else {
      return nil
    }
    // In the machine's byte order.
    func word(_ offset: Int) -> UInt32 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
    guard word(0) == 3_007_000, bytes[12] == 1 else { return nil }
    changes = word(8)
    let shortSize = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 14, as: UInt16.self) }
    pageSize = shortSize == 1 ? 65_536 : Int64(shortSize)
    (frames, pages, moved) = (word(16), word(20), word(96))
    sums = [word(24), word(28)].flatMap { sum in stride(from: 24, through: 0, by: -8).map { UInt8(sum >> $0 & 0xFF) } }
    salts = Array(bytes[32..<40])
  }

  /// Whether a checkpoint can have copied more of the log into the file since `known`, given `own` changes by this
  /// connection.
  func hasMovedMore(than known: LogIndex, _ own: UInt32) -> Bool {
    let all = Int32(bitPattern: changes &- known.changes)
    guard all >= 0 else { return false }
    // A log only restarts after all of it was copied, including changes by others.
    return salts == known.salts ? moved > known.moved : known.waiting > 0 || moved > 0 || all > own
  }

  /// Whether this is the same log as `known`, or was restarted by one of our `own` changes.
  func follows(_ known: LogIndex, _ own: UInt32) -> Bool {
    let all = Int32(bitPattern: changes &- known.changes)
    return all >= 0 && (salts == known.salts || all <= own)
  }

  /// Whether this is an index from before `known`.
  func isOlder(than known: LogIndex) -> Bool {
    salts == known.salts ? frames < known.frames : Int32(bitPattern: changes &- known.changes) < 0
  }
}

/// The file that a path leads to.
public struct FileIdentity: Equatable, Sendable {
  let device: dev_t
  let number: ino_t

  public init?(_ path: String) {
    guard let state = FileState(path) else { return nil }
    self = state.identity
  }

  fileprivate init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
}

/// The state of a file after its last write.
struct FileState: Equatable {
  let identity: FileIdentity
  /// In bytes.
  let size: Int64
  let seconds, nanoseconds: Int

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    (size, seconds, nanoseconds) = (Int64(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
