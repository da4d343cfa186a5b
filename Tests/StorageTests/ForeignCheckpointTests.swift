import AlarmClock
import CSQLite
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Harmless changes to the file of an open store by other programs, and changes that only look harmless.
@Suite struct ForeignCheckpointTests {
  private func overwrite(_ folder: TemporaryFolder, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = Files.bytes(folder.file)
    change(&bytes)
    try Files.write(bytes, to: folder.file)
    try LogTests.set(LogTests.later, of: folder.file)
  }

  @Test func aStoredChangeIsNotRefusedForACheckpointOfAnotherConnection() throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    let other = try Database(path: folder.file, readOnly: false)
    _ = try other.run("SELECT count(*) FROM alarms") { $0.integer(0) }
    var later = LogTests.later
    try store.transaction { () throws(StorageError) in
      try store.save(CopyTests.alarm("own"))
      #expect(rouse_sqlite_begin_checkpoint(other.handle) == 0)
      utimensat(AT_FDCWD, folder.file, &later, 0)
    }
    try store.confirm()
    #expect(throws: StorageError.self) { try store.settle() }
    rouse_sqlite_end_checkpoint(other.handle)
    try store.save(CopyTests.alarm("next"))
    #expect(try LogTests.afterADeath(folder).count == 7)
  }

  private typealias Read =
    @convention(c) (UnsafeMutablePointer<sqlite3_file>?, UnsafeMutableRawPointer?, Int32, sqlite3_int64) -> Int32
  private static let misreads = Mutex(0)
  private static let log = Mutex("")

  /// Replaces SQLite's function for reading the file or its log.
  private func reading(
    _ store: Store, _ what: Int32, by read: @escaping Read, _ body: () throws -> Void
  ) throws {
    var found: UnsafeMutablePointer<sqlite3_file>?
    #expect(sqlite3_file_control(store.database.handle, "main", what, &found) == SQLITE_OK)
    let file = try #require(found)
    let methods = try #require(file.pointee.pMethods)
    var broken = methods.pointee
    broken.xRead = read
    try withUnsafePointer(to: &broken) { broken in
      file.pointee.pMethods = broken
      defer { file.pointee.pMethods = methods }
      try body()
    }
  }

  @Test(arguments: [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER])
  func aReadErrorIsNoDamage(what: Int32) throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    try reading(store, what, by: { _, _, _, _ in SQLITE_IOERR | 1 << 8 }) {
      #expect(refusal { try store.save(CopyTests.alarm("own")) }?.kind == .other)
    }
    try store.save(CopyTests.alarm("next"))
    #expect(try LogTests.afterADeath(folder).count == 6)
  }

  /// The first read of the log fails, as if the index had been read before another connection restarted the log.
  @Test func aLogIsJudgedTwice() throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    Self.misreads.withLock { $0 = 1 }
    let misread: Read = { file, bytes, count, offset in
      let isWrong = ForeignCheckpointTests.misreads.withLock { left in
        defer { left = 0 }
        return left > 0
      }
      // The bytes stay zero.
      if isWrong { return SQLITE_OK }
      let descriptor = open(ForeignCheckpointTests.log.withLock { $0 }, O_RDONLY)
      defer { close(descriptor) }
      return pread(descriptor, bytes, Int(count), off_t(offset)) == Int(count) ? SQLITE_OK : SQLITE_IOERR | 2 << 8
    }
    Self.log.withLock { $0 = folder.file + "-wal" }
    try reading(store, SQLITE_FCNTL_JOURNAL_POINTER, by: misread) { try store.settle() }
    #expect(Self.misreads.withLock { $0 } == 0)
  }

  @Test(arguments: [false, true])
  func aFileThatWasTouchedIsWhole(isSettled: Bool) throws {
    let (folder, store) = try CopyTests.filled(alarms: 50)
    if isSettled { store.emptyLog() }
    try LogTests.set(LogTests.later, of: folder.file)
    try store.save(CopyTests.alarm("own"))
    #expect(try LogTests.afterADeath(folder).count == 51)
  }

  /// Another program copies some pages of the log into the file and crashes.
  @Test(arguments: [1, 2, 3])
  func aCheckpointThatHasEndedHalfWayDoesNoHarm(half: Int) throws {
    let (folder, store) = try CopyTests.filled(alarms: 50)
    let log = Files.bytes(folder.file + "-wal")
    let count = (log.count - 32) / 4120
    try #require(count > 3)
    try overwrite(folder) { bytes in
      for number in 0..<(count * half / 3) {
        let frame = log[(32 + number * 4120)...].prefix(4120)
        // The frames behind are from before the log was restarted.
        guard frame.dropFirst(8).prefix(8).elementsEqual(log[16..<24]) else { break }
        let start = (frame.prefix(4).reduce(0) { $0 << 8 | Int($1) } - 1) * 4096
        if bytes.count < start + 4096 { bytes += [UInt8](repeating: 0, count: start + 4096 - bytes.count) }
        bytes.replaceSubrange(start..<start + 4096, with: frame.dropFirst(24))
      }
    }
    try store.save(CopyTests.alarm("own"))
    store.emptyLog()
    try store.settle()
    #expect(try LogTests.afterADeath(folder).count == 51)
    try Store.check(fileAt: folder.file, isThorough: true)
  }

  /// The log has changes that are newer than the copy, and pages that fit it.
  @Test(arguments: [false, true])
  func anOlderCopyOfTheFileIsFound(isSettled: Bool) throws {
    let (folder, store) = try CopyTests.filled(alarms: 50)
    store.emptyLog()
    let older = Files.bytes(folder.file)
    try store.save(CopyTests.alarm("a"))
    store.emptyLog()
    try store.save(CopyTests.alarm("b"))
    if isSettled { store.emptyLog() }
    try overwrite(folder) { $0 = older }
    #expect(refusal { try store.save(CopyTests.alarm("own")) }?.kind == .corrupt)
    store.abandon()
  }

  /// Another program's checkpoint changes the file too, but keeps the note of the log in it.
  @Test func aFileOfAnotherStoreIsFoundAfterACheckpoint() throws {
    let (folder, store) = try CopyTests.filled(alarms: 50)
    let other = try Database(path: folder.file, readOnly: false)
    _ = try other.run("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(0) }
    try overwrite(folder) { bytes in
      (bytes[18], bytes[19]) = (1, 1)
      for offset in 68..<72 { bytes[offset] = 0 }
    }
    #expect(refusal { try store.save(CopyTests.alarm("own")) }?.kind == .corrupt)
    store.abandon()
    other.keepLog(true)
  }

  @Test func aTornFirstPageIsReadFromTheLog() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try CopyTests.filled(folder.file, alarms: 50)
      store.emptyLog()
      let version = try store.database.run("PRAGMA user_version") { $0.integer(0) }.first ?? 0
      try store.database.execute("PRAGMA user_version = \(version)")
      try store.save(CopyTests.alarm("own"))
      store.abandon()
    }
    try overwrite(folder) { bytes in for offset in 0..<512 { bytes[offset] = 0 } }
    let left = try #require(LeftLog(besideFileAt: folder.file))
    #expect(left.problem == nil && !left.hasGarbage)
    #expect(try LogTests.afterADeath(folder).count == 51)
  }

  @Test func aLogThatCouldNotBeNotedIsNotedLater() throws {
    let folder = try TemporaryFolder()
    do { _ = try CopyTests.filled(folder.file, alarms: 5) }
    let other = try Database(path: folder.file, readOnly: false)
    try other.execute("PRAGMA application_id = 0; BEGIN IMMEDIATE")
    let store = try Store(path: folder.file, isThere: true)
    try other.execute("COMMIT")
    func note() throws -> UInt32 {
      try store.database.run("PRAGMA application_id") { UInt32(truncatingIfNeeded: $0.integer(0)) }.first ?? 0
    }
    #expect(try note() == 0)
    store.noteLog()
    #expect(LeftLog.isNoted(try note(), for: try #require(store.database.log?.salt)))
  }

  /// As on a full disk, where the note cannot be written, after the clock was wrong.
  @Test(arguments: [true, false])
  func aLogThatIsNotNotedIsKeptWhereItAddsEvents(adds: Bool) throws {
    let folder = try TemporaryFolder()
    do {
      let store = try CopyTests.filled(folder.file, alarms: 50)
      try store.database.execute("PRAGMA application_id = 0")
      store.emptyLog()
      try store.save(CopyTests.alarm("own"))
      if adds { try store.append(Event(time: Instant(seconds: 9), kind: .fired)) }
      store.abandon()
    }
    let bytes = Files.bytes(folder.file)
    repeat {
      try Files.write(bytes, to: folder.file)
    } while !LeftLog.isChanged(folder.file, after: folder.file + "-wal")
    let problem = LeftLog(besideFileAt: folder.file)?.problem
    #expect(problem == (adds ? nil : "its write-ahead log belongs to another store"))
  }
}
