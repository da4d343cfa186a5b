import CSQLite
import Glibc

/// The beginning of the index of a write-ahead log (https://sqlite.org/walformat.html#the_wal_index_file_format).
struct LogIndex {
  /// Counts the transactions, from any number on.
  let changes: UInt32
  /// In bytes.
  let pageSize: Int64
  let frames, pages: UInt32
  /// The checksums of the last frame, and the salts of all of them, as the log has them.
  let sums, salts: [UInt8]
  /// How many frames are in the file too.
  let moved: UInt32

  var waiting: UInt32 { frames > moved ? frames - moved : 0 }

  /// `nil` if there is none that SQLite would use.
  init?(_ database: OpaquePointer) {
    var bytes = [UInt8](repeating: 0, count: 100)
    guard rouse_sqlite_read_index(database, &bytes, 100) == SQLITE_OK, bytes[..<48] == bytes[48..<96] else {
      return nil
    }
    // In the order of the machine.
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

  /// Whether a checkpoint can have moved more of the log into the file since `known`, with so many changes of our own.
  func hasMovedMore(than known: LogIndex, _ own: UInt32) -> Bool {
    let all = Int32(bitPattern: changes &- known.changes)
    guard all >= 0 else { return false }
    // A log that begins again was moved before, with the changes of others.
    return salts == known.salts ? moved > known.moved : known.waiting > 0 || moved > 0 || all > own
  }

  /// Whether this is the same log as `known`, or one that a change of our own has begun.
  func follows(_ known: LogIndex, _ own: UInt32) -> Bool {
    let all = Int32(bitPattern: changes &- known.changes)
    return all >= 0 && (salts == known.salts || all <= own)
  }

  /// Whether this is a copy of before `known`.
  func isOlder(than known: LogIndex) -> Bool {
    salts == known.salts ? frames < known.frames : Int32(bitPattern: changes &- known.changes) < 0
  }
}

/// Which file a path leads to.
public struct FileIdentity: Equatable, Sendable {
  let device: dev_t
  let number: ino_t

  /// nil when there is none.
  public init?(_ path: String) {
    guard let state = FileState(path) else { return nil }
    self = state.identity
  }

  fileprivate init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
}

/// A file as it was when somebody last wrote to it.
struct FileState: Equatable {
  let identity: FileIdentity
  /// In bytes.
  let size: Int64
  let seconds, nanoseconds: Int

  /// `nil` if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    (size, seconds, nanoseconds) = (Int64(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
