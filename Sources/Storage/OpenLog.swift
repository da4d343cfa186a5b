import CSQLite
import Glibc

/// The file of a store and its write-ahead log as a connection has left them. What is committed is at first in the log and
/// nowhere else. SQLite does not notice when another program writes over either of them, deletes them or cuts them.
struct OpenLog {
  private let path: String
  private let identity: FileIdentity
  private let database: OpaquePointer
  /// The file after the last checkpoint, and its first bytes (https://sqlite.org/fileformat2.html#database_header).
  private var file: (state: FileState?, header: [UInt8])
  private let fileIdentity: FileIdentity?
  /// The size of the log after the last change, in bytes.
  private var size: Int64 = 0
  private var index: (state: FileState?, value: LogIndex?)
  /// The index that the last check of the file has seen.
  private var checked: LogIndex?

  private static let headerSize: Int32 = 100
  private static let frameHeaderSize: Int64 = 24
  private static let logHeaderSize: Int64 = 32

  /// `nil` if there is no log, as of a database in memory.
  ///
  /// - Parameters:
  ///   - file: the database file, whose log was opened just now.
  ///   - database: the connection, which must outlive this.
  init?(of file: String, _ database: OpaquePointer?) {
    guard let database, let identity = FileIdentity(file + "-wal") else { return nil }
    (path, self.identity, self.database) = (file, identity, database)
    fileIdentity = FileIdentity(file)
    (self.file, index) = ((nil, []), (nil, nil))
    noteCheckpoint()
  }

  /// Remembers the file after a checkpoint: nothing else writes to it.
  mutating func noteFile() { file = (FileState(path), bytes(Self.headerSize, at: 0)) }

  /// Remembers the file and the log after a checkpoint. The index first: a checkpoint of another connection between the two
  /// is then taken for one that comes later.
  mutating func noteCheckpoint() {
    checked = LogIndex(database)
    measure()
    noteFile()
  }

  /// Remembers the log after a change that was checked.
  mutating func measure() {
    size = FileState(path + "-wal")?.size ?? 0
    index = (FileState(path + "-shm"), checked)
  }

  /// How many frames of the log are not in the file yet.
  var waiting: UInt32 { index.value?.waiting ?? 0 }

  /// The first salt of the log; `nil` if nothing was ever written to it.
  var salt: UInt32? {
    guard let salts = index.value?.salts, salts != [UInt8](repeating: 0, count: 8) else { return nil }
    return salts[..<4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether the next one that opens the file reads this log. The log beside another file is that file's.
  var isInPlace: Bool { identity == FileIdentity(path + "-wal") || fileIdentity != FileIdentity(path) }

  /// Whether the log is in its place and has not become shorter. Only a checkpoint may cut it.
  var isWhole: Bool {
    let log = FileState(path + "-wal")
    return isInPlace && (identity != log?.identity || log?.size ?? 0 >= size)
  }

  /// Throws `corrupt` if another program has written over the file or its log, or cut them. Changes and checkpoints of
  /// another SQLite connection are fine. A page in the middle that was written over is noticed by the file's time alone.
  ///
  /// - Parameter changes: how many changes were stored since they were measured.
  mutating func check(after changes: UInt32 = 0) throws(StorageError) {
    restoreIndex()
    var found = LogIndex(database)
    if !isFileOurs(found, changes) {
      // Unless another program is just moving the log into the file: the index says so only at the end.
      guard rouse_sqlite_begin_checkpoint(database) == SQLITE_OK else {
        throw StorageError(.busy, "storing", "another program moves the write-ahead log into the file")
      }
      found = LogIndex(database)
      let isOurs = isFileOurs(found, changes)
      rouse_sqlite_end_checkpoint(database)
      guard isOurs else {
        throw StorageError(.corrupt, "storing", "rouse.sqlite was overwritten or cut while it was open")
      }
    }
    guard isLogOurs(found ?? index.value) else {
      throw StorageError(.corrupt, "storing", "the write-ahead log was overwritten or cut while it was open")
    }
    checked = found
  }

  private mutating func isFileOurs(_ found: LogIndex?, _ changes: UInt32) -> Bool {
    let now = FileState(path)
    // Another file in its place is looked after elsewhere.
    guard now?.identity == fileIdentity else { return true }
    if now != file.state || bytes(Self.headerSize, at: 0) != file.header {
      guard let known = index.value, let found, found.hasMovedMore(than: known, changes) else { return false }
      noteFile()
    }
    // After a whole checkpoint the file has as many pages as the store.
    guard let found, found.frames > 0, found.waiting == 0 else { return true }
    return now?.size == Int64(found.pages) * found.pageSize
  }

  /// Whether all that waits in the log is there.
  private func isLogOurs(_ index: LogIndex?) -> Bool {
    guard let index, index.waiting > 0 else { return true }
    return isIndexOfLog(index)
  }

  /// The index knows the salts of the log and the checksums of its last frame.
  private func isIndexOfLog(_ index: LogIndex) -> Bool {
    guard index.frames > 0 else { return false }
    let last = Self.logHeaderSize + Int64(index.frames) * (Self.frameHeaderSize + index.pageSize)
    let frame = bytes(Int32(Self.frameHeaderSize), at: last - Self.frameHeaderSize - index.pageSize, ofLog: true)
    return bytes(8, at: 16, ofLog: true) == index.salts && Array(frame[8..<16]) == index.salts
      && Array(frame[16..<24]) == index.sums
  }

  /// An index that was cut ends the process when it is read, and another one hides changes. SQLite makes one that is empty
  /// again from the log.
  private func restoreIndex() {
    let path = path + "-shm"
    guard let known = index.state, let now = FileState(path), now.identity == known.identity else { return }
    if now.size >= known.size {
      guard let old = index.value, let found = LogIndex(database) else { return }
      let isSame = found.salts == old.salts && found.frames == old.frames
      guard !isSame, found.isOlder(than: old) || !isIndexOfLog(found) && isIndexOfLog(old) else { return }
    }
    for size in [0, known.size] { truncate(path, off_t(size)) }
  }

  private func bytes(_ count: Int32, at offset: Int64, ofLog: Bool = false) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(count))
    // What is missing at the end of the file is zeros.
    _ = rouse_sqlite_read(database, ofLog ? 1 : 0, &bytes, count, offset)
    return bytes
  }

  /// Another file in the log's place would be taken for it at the next start, and old pages be put over new ones. It is
  /// kept under another name, in place of one that was kept before.
  func putStrangerAside() throws(StorageError) {
    let log = path + "-wal"
    guard !isInPlace, FileState(log)?.size ?? 0 > 0 else { return }
    guard rename(log, log + ".stranger") == 0 else {
      throw StorageError(
        .other, "storing", "another file is in the place of \(log): \(String(cString: strerror(errno)))")
    }
  }
}

/// The beginning of the index of a write-ahead log (https://sqlite.org/walformat.html#the_wal_index_file_format).
private struct LogIndex {
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
private struct FileState: Equatable {
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
