import CSQLite
import Glibc

/// The file of a store and its write-ahead log as a connection has left them. What is committed is at first in the log and
/// nowhere else. SQLite does not notice when another program writes over either of them, deletes them or cuts them.
struct OpenLog {
  private let path: String
  private let identity: FileIdentity
  private let database: OpaquePointer
  /// The file after the last checkpoint, and its first bytes (https://sqlite.org/fileformat2.html#database_header); no
  /// bytes if they could not be read.
  private var file: (state: FileState?, header: [UInt8])
  private let fileIdentity: FileIdentity?
  /// The size of the log after the last change, in bytes.
  private var size: Int64 = 0
  private var index: (state: FileState?, value: LogIndex?)
  /// The index that the last check of the file has seen.
  private var checked: LogIndex?
  /// How many changes were stored since then.
  private var unchecked: UInt32 = 0
  /// The page that the last checkpoint moved into the file last: an older copy of the file has another one there.
  private var witness: (number: UInt32, page: [UInt8])?
  /// The newest note of the log in the file, or in the log (PRAGMA application_id).
  var note: UInt32 = 0
  /// The highest number of an event that was stored.
  var lastEvent: Int64 = 0

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
  mutating func noteFile() {
    let state = FileState(path)
    do throws(StorageError) { file = (state, try bytes(Self.headerSize, at: 0)) } catch { file = (state, []) }
    witness = nil
  }

  /// Remembers the file and the log after a checkpoint. The index first: a checkpoint of another connection between the two
  /// is then taken for one that comes later.
  mutating func noteCheckpoint() {
    (checked, unchecked) = (LogIndex(database), 0)
    measure()
    noteFile()
    guard let checked, checked.frames > 0, checked.waiting == 0 else { return }
    do throws(StorageError) {
      guard try isIndexOfLog(checked) else { return }
      let start = frame(checked.frames - 1, checked)
      let number = Self.number(try bytes(4, at: start, ofLog: true), 0)
      witness = (number, try page(at: start, checked))
    } catch {
      // There is none, and the check of the file has less to go by.
    }
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
  /// - Parameter changes: how many changes were stored since the last check; `nil` before a change. A stored change is
  ///   not refused because the files cannot be judged now: the next check does that.
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
      // Unless another program is just moving the log into the file: the index says so only at the end.
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
      // Unless another program has just begun the log again.
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
    // Another file in its place is looked after elsewhere.
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

  /// After a whole checkpoint the file has as many pages as the store.
  private func isOfRightSize(_ file: FileState?, _ found: LogIndex?) -> Bool {
    guard let found, found.frames > 0, found.waiting == 0 else { return true }
    return file?.size == Int64(found.pages) * found.pageSize
  }

  /// Whether a file that begins like this has a log, and the note of this one.
  private func isNoted(_ header: [UInt8]) -> Bool {
    let found = Self.number(header, 68)
    return header[18] == 2 && header[19] == 2
      && (found == note || !file.header.isEmpty && found == Self.number(file.header, 68))
  }

  /// Whether a file that has changed is whole together with its log: another program began a checkpoint and died, or
  /// changed nothing but the file's times. Checkpoints must be prevented.
  private mutating func isFileSound(_ found: LogIndex?) throws(StorageError) -> Bool {
    let now = FileState(path)
    guard let known = index.value, let found, found.follows(known, unchecked), isOfRightSize(now, found),
      now?.size ?? 0 >= file.state?.size ?? 0, isNoted(try bytes(Self.headerSize, at: 0))
    else { return false }
    if found.frames > 0 { guard try isIndexOfLog(found) else { return false } }
    guard try hasWitness(found) else { return false }
    do throws(StorageError) {
      // Through other connections: this one would look at what it remembers of the file.
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

  /// Whether the witness is in the file, or a newer page from the log is there instead.
  private func hasWitness(_ found: LogIndex) throws(StorageError) -> Bool {
    guard let witness else { return true }
    let size = witness.page.count
    let now = try bytes(Int32(size), at: (Int64(witness.number) - 1) * Int64(size))
    if now == witness.page { return true }
    guard found.waiting > 0 else { return false }
    for number in found.moved..<found.frames {
      let start = frame(number, found)
      guard Self.number(try bytes(4, at: start, ofLog: true), 0) == witness.number else { continue }
      if try page(at: start, found) == now { return true }
    }
    return false
  }

  /// Whether all that waits in the log is there.
  private func isLogOurs(_ found: LogIndex?) throws(StorageError) -> Bool {
    guard let index = found ?? index.value, index.waiting > 0 else { return true }
    return try isIndexOfLog(index)
  }

  /// The index knows the salts of the log and the checksums of its last frame.
  private func isIndexOfLog(_ index: LogIndex) throws(StorageError) -> Bool {
    guard index.frames > 0 else { return false }
    let salts = try bytes(8, at: 16, ofLog: true)
    let last = try bytes(Int32(Self.frameHeaderSize), at: frame(index.frames - 1, index), ofLog: true)
    return salts == index.salts && Array(last[8..<16]) == index.salts && Array(last[16..<24]) == index.sums
  }

  /// Where a frame of the log begins, from 0 on.
  private func frame(_ number: UInt32, _ index: LogIndex) -> Int64 {
    Self.logHeaderSize + Int64(number) * (Self.frameHeaderSize + index.pageSize)
  }

  private func page(at frame: Int64, _ index: LogIndex) throws(StorageError) -> [UInt8] {
    try bytes(Int32(index.pageSize), at: frame + Self.frameHeaderSize, ofLog: true)
  }

  /// An index that was cut ends the process when it is read, and another one hides changes. SQLite makes one that is empty
  /// again from the log.
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
    // What is missing at the end of the file is zeros (SQLITE_IOERR_SHORT_READ, a macro that Swift does not import).
    guard code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8 else {
      throw StorageError(
        .other, "storing", "\(path)\(ofLog ? "-wal" : "") cannot be read: \(String(cString: sqlite3_errstr(code)))")
    }
    return bytes
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
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
