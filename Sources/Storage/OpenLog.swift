import CSQLite
import Glibc

/// The state in which a connection has left a store's file and its write-ahead log. Committed data is in the log alone
/// at first, and SQLite does not notice when another program overwrites, deletes or cuts either file.
struct OpenLog {
  private let path: String
  private let identity: FileIdentity
  private let database: OpaquePointer
  /// The file after the last checkpoint, and its header (https://sqlite.org/fileformat2.html#database_header), which is
  /// empty if it could not be read.
  private var file: (state: FileState?, header: [UInt8])
  private let fileIdentity: FileIdentity?
  /// The size of the log after the last change, in bytes.
  private var size: Int64 = 0
  private var index: (state: FileState?, value: LogIndex?)
  /// The index that the last check of the file saw.
  private var checked: LogIndex?
  /// The number of changes stored since then.
  private var unchecked: UInt32 = 0
  /// The page that the last checkpoint copied last. An older copy of the file differs in it.
  private var witness: (number: UInt32, page: [UInt8])?
  /// The newest mark of the log, in the file or the log (PRAGMA application_id).
  var note: UInt32 = 0
  /// The highest stored sequence number of an event.
  var lastEvent: Int64 = 0

  private static let headerSize: Int32 = 100
  private static let frameHeaderSize: Int64 = 24
  private static let logHeaderSize: Int64 = 32

  /// Returns `nil` if there is no log, as for a database in memory.
  ///
  /// - Parameters:
  ///   - file: The database file, whose log was just opened.
  ///   - database: The connection, which must outlive this value.
  init?(of file: String, _ database: OpaquePointer?) {
    guard let database, let identity = FileIdentity(file + "-wal") else { return nil }
    (path, self.identity, self.database) = (file, identity, database)
    fileIdentity = FileIdentity(file)
    (self.file, index) = ((nil, []), (nil, nil))
    noteCheckpoint()
  }

  /// Remembers the file after a checkpoint, since nothing else writes to it.
  mutating func noteFile() {
    let state = FileState(path)
    do throws(StorageError) { file = (state, try bytes(Self.headerSize, at: 0)) } catch { file = (state, []) }
    witness = nil
  }

  /// Remembers the file and the log after a checkpoint. The index comes first, so that a checkpoint by another
  /// connection in between looks like a later one.
  mutating func noteCheckpoint() {
    (checked, unchecked) = (LogIndex(database), 0)
    measure()
    noteFile()
    guard let checked, checked.frames > 0, checked.waiting == 0 else { return }
    do throws(StorageError) {
      guard try isIndexOfLog(checked) else { return }
      let start = frame(checked.frames - 1, checked)
      let number = LeftLog.number(try bytes(4, at: start, ofLog: true), 0)
      witness = (number, try page(at: start, checked))
    } catch {
      // Without a witness, the check of the file has less evidence.
    }
  }

  /// Remembers the log after a checked change.
  mutating func measure() {
    size = FileState(path + "-wal")?.size ?? 0
    index = (FileState(path + "-shm"), checked)
  }

  /// The number of frames that are not in the file yet.
  var waiting: UInt32 { index.value?.waiting ?? 0 }

  /// The first salt of the log, or `nil` if nothing was ever written to it.
  var salt: UInt32? {
    guard let salts = index.value?.salts, salts != [UInt8](repeating: 0, count: 8) else { return nil }
    return salts[..<4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether the next program that opens the file reads this log. If the file was replaced, the log beside it belongs
  /// to the new file.
  var isInPlace: Bool { identity == FileIdentity(path + "-wal") || fileIdentity != FileIdentity(path) }

  /// Whether the log is in place and has not become shorter. Only a checkpoint may cut it.
  var isWhole: Bool {
    let log = FileState(path + "-wal")
    return isInPlace && (identity != log?.identity || log?.size ?? 0 >= size)
  }

  /// Throws `corrupt` if another program has overwritten or cut the file or its log. Changes and checkpoints by other
  /// SQLite connections are fine. If a page in the middle is overwritten, only the file's time shows it.
  ///
  /// - Parameter changes: The number of changes stored since the last check, or `nil` before a change. A stored change
  ///   does not fail because the files cannot be judged now; the next check does that.
  mutating func check(after changes: UInt32? = nil) throws(StorageError) {
    unchecked &+= changes ?? 0
    do throws(StorageError) {
      try judge()
      unchecked = 0
    } catch {
      guard changes != nil, error.kind != .corrupt else { throw error }
    }
  }

  private mutating func judge() throws(StorageError) {
    try restoreIndex()
    var found = LogIndex(database)
    if try !isFileOurs(found) {
      // Another program may be copying the log into the file: the index shows that only at the end.
      try preventCheckpoints()
      defer { rouse_sqlite_end_checkpoint(database) }
      found = LogIndex(database)
      if try !isFileOurs(found) {
        guard try isFileSound(found) else {
          throw StorageError(.corrupt, "storing", "rouse.sqlite was overwritten or cut while it was open")
        }
      }
    }
    if try !isLogOurs(found) {
      // Another program may just have restarted the log.
      try preventCheckpoints()
      defer { rouse_sqlite_end_checkpoint(database) }
      found = LogIndex(database)
      guard try isLogOurs(found) else {
        throw StorageError(.corrupt, "storing", "the write-ahead log was overwritten or cut while it was open")
      }
    }
    checked = found
  }

  private func preventCheckpoints() throws(StorageError) {
    guard rouse_sqlite_begin_checkpoint(database) == SQLITE_OK else {
      throw StorageError(.busy, "storing", "another program is checkpointing the store")
    }
  }

  private mutating func isFileOurs(_ found: LogIndex?) throws(StorageError) -> Bool {
    let now = FileState(path)
    // A replaced file is handled elsewhere.
    guard now?.identity == fileIdentity else { return true }
    let header = try bytes(Self.headerSize, at: 0)
    if now != file.state || header != file.header {
      guard let known = index.value, let found, found.hasMovedMore(than: known, unchecked), isNoted(header) else {
        return false
      }
      noteFile()
      (index.value, unchecked) = (found, 0)
    }
    return isOfRightSize(now, found)
  }

  /// After a complete checkpoint, the file has as many pages as the store.
  private func isOfRightSize(_ file: FileState?, _ found: LogIndex?) -> Bool {
    guard let found, found.frames > 0, found.waiting == 0 else { return true }
    return file?.size == Int64(found.pages) * found.pageSize
  }

  /// Whether a file with this header uses a log and is marked with the identity of this one.
  private func isNoted(_ header: [UInt8]) -> Bool {
    let found = LeftLog.number(header, 68)
    return header[18] == 2 && header[19] == 2
      && (found == note || !file.header.isEmpty && found == LeftLog.number(file.header, 68))
  }

  /// Whether a changed file is intact together with its log: another program began a checkpoint and died, or changed
  /// only the file's times. Checkpoints must be prevented.
  private mutating func isFileSound(_ found: LogIndex?) throws(StorageError) -> Bool {
    let now = FileState(path)
    guard let known = index.value, let found, found.follows(known, unchecked), isOfRightSize(now, found),
      now?.size ?? 0 >= file.state?.size ?? 0, isNoted(try bytes(Self.headerSize, at: 0))
    else { return false }
    if found.frames > 0 { guard try isIndexOfLog(found) else { return false } }
    guard try hasWitness(found) else { return false }
    do throws(StorageError) {
      // Use other connections, because this one would see its cached pages.
      try Store.check(fileAt: path, isThorough: true)
      guard try Store.eventsEver(inFileAt: path) >= lastEvent else { return false }
    } catch {
      guard error.kind == .corrupt else { throw error }
      return false
    }
    let witness = witness
    noteFile()
    self.witness = witness
    return true
  }

  /// Whether the file contains the witness, or a newer version of that page from the log.
  private func hasWitness(_ found: LogIndex) throws(StorageError) -> Bool {
    guard let witness else { return true }
    let size = witness.page.count
    let now = try bytes(Int32(size), at: (Int64(witness.number) - 1) * Int64(size))
    if now == witness.page { return true }
    guard found.waiting > 0 else { return false }
    for number in found.moved..<found.frames {
      let start = frame(number, found)
      guard LeftLog.number(try bytes(4, at: start, ofLog: true), 0) == witness.number else { continue }
      if try page(at: start, found) == now { return true }
    }
    return false
  }

  /// Whether all frames that are not in the file yet are in the log.
  private func isLogOurs(_ found: LogIndex?) throws(StorageError) -> Bool {
    guard let index = found ?? index.value, index.waiting > 0 else { return true }
    return try isIndexOfLog(index)
  }

  /// Compares the salts of the log and the checksums of its last frame.
  private func isIndexOfLog(_ index: LogIndex) throws(StorageError) -> Bool {
    guard index.frames > 0 else { return false }
    let salts = try bytes(8, at: 16, ofLog: true)
    let last = try bytes(Int32(Self.frameHeaderSize), at: frame(index.frames - 1, index), ofLog: true)
    return salts == index.salts && Array(last[8..<16]) == index.salts && Array(last[16..<24]) == index.sums
  }

  /// Returns the offset of a frame, counted from 0.
  private func frame(_ number: UInt32, _ index: LogIndex) -> Int64 {
    Self.logHeaderSize + Int64(number) * (Self.frameHeaderSize + index.pageSize)
  }

  private func page(at frame: Int64, _ index: LogIndex) throws(StorageError) -> [UInt8] {
    try bytes(Int32(index.pageSize), at: frame + Self.frameHeaderSize, ofLog: true)
  }

  /// Repairs the index. Reading an index that was cut would kill the process, and a foreign one would hide changes.
  /// SQLite rebuilds an empty index from the log.
  private func restoreIndex() throws(StorageError) {
    let path = path + "-shm"
    guard let known = index.state, let now = FileState(path), now.identity == known.identity else { return }
    if now.size >= known.size {
      guard let old = index.value, let found = LogIndex(database),
        found.salts != old.salts || found.frames != old.frames
      else { return }
      if !found.isOlder(than: old) {
        if try isIndexOfLog(found) { return }
        guard try isIndexOfLog(old) else { return }
      }
    }
    for size in [0, known.size] { truncate(path, off_t(size)) }
  }

  private func bytes(_ count: Int32, at offset: Int64, ofLog: Bool = false) throws(StorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let code = rouse_sqlite_read(database, ofLog ? 1 : 0, &bytes, count, offset)
    // Missing data at the end of the file reads as zeros (SQLITE_IOERR_SHORT_READ, a macro that Swift does not import).
    guard code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8 else {
      throw StorageError(
        .other, "storing", "\(path)\(ofLog ? "-wal" : "") cannot be read: \(String(cString: sqlite3_errstr(code)))")
    }
    return bytes
  }

  /// Renames another file in the log's place, replacing the one renamed before. The next start would take it for the
  /// log and overwrite new pages with old ones.
  func putStrangerAside() throws(StorageError) {
    let log = path + "-wal"
    guard !isInPlace, FileState(log)?.size ?? 0 > 0 else { return }
    guard rename(log, log + ".stranger") == 0 else {
      throw StorageError(
        .other, "storing", "another file has taken the place of \(log): \(String(cString: strerror(errno)))")
    }
  }
}
