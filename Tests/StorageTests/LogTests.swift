import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Storage

/// A write-ahead log that is removed under an open store. The state after a crash is tested with a copy of the files,
/// because a second connection in this process would know about the first.
@Suite struct LogTests {
  enum Attack: String, CaseIterable {
    case removed, bothRemoved, replaced, replacedByAnOldOne, cut, indexRemoved, cutInHalf
  }

  private func strike(_ attack: Attack, _ file: String, old: [UInt8]) throws {
    let log = file + "-wal"
    switch attack {
    case .removed: unlink(log)
    case .bothRemoved: for end in ["-wal", "-shm"] { unlink(file + end) }
    case .replaced:
      unlink(log)
      try Self.write([UInt8](repeating: 0xA5, count: 5000), to: log)
    case .replacedByAnOldOne:
      unlink(log)
      try Self.write(old, to: log)
    case .cut: truncate(log, 0)
    case .indexRemoved: unlink(file + "-shm")
    case .cutInHalf: truncate(log, off_t(try Self.read(log).count / 2))
    }
  }

  static func read(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "r") else { return [] }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    return [UInt8](bytes[..<fread(&bytes, 1, bytes.count, stream)])
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let stream = fopen(path, "w") else { throw SetupError(what: path, code: errno) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw SetupError(what: path, code: errno) }
  }

  /// Returns the ids of the alarms that a start would find after a crash now.
  static func afterADeath(_ folder: TemporaryFolder) throws -> Set<String> {
    let other = try TemporaryFolder()
    for end in ["", "-wal"] where access(folder.file + end, F_OK) == 0 {
      try Self.write(try Self.read(folder.file + end), to: other.file + end)
    }
    return Set(try Store(path: other.file, isThere: true).alarms().map(\.id))
  }

  /// Returns the times of the last access and modification.
  static func times(of path: String) throws -> [timespec] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SetupError(what: path, code: errno) }
    return [status.st_atim, status.st_mtim]
  }

  static func set(_ times: [timespec], of path: String) throws {
    guard utimensat(AT_FDCWD, path, times, 0) == 0 else { throw SetupError(what: path, code: errno) }
  }

  /// Whatever happens to the log between two changes, both are stored, or the change is refused as damage.
  @Test(arguments: Attack.allCases, [false, true])
  func whatWasStoredIsFoundAfterADeath(attack: Attack, isSettled: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try CopyTests.filled(folder.file, alarms: 50)
    let old = try Self.read(folder.file + "-wal")
    try store.save(CopyTests.alarm("before"))
    if isSettled { store.emptyLog() }
    try strike(attack, folder.file, old: old)
    do {
      try store.save(CopyTests.alarm("after"))
      let found = try Self.afterADeath(folder)
      #expect(found.contains("before") && found.contains("after") && found.count == 52)
      try store.transaction { () throws(StorageError) in try store.save(CopyTests.alarm("last")) }
      #expect(try Self.afterADeath(folder).count == 53)
      #expect(store.isLogAstray == ![.cut, .cutInHalf, .indexRemoved].contains(attack))
      try Store.check(fileAt: folder.file)
    } catch let error as StorageError {
      #expect(error.kind == .corrupt)
      #expect([.cut, .cutInHalf].contains(attack) && !isSettled)
      store.abandon()
    }
  }

  /// Changes that were already in the file survive without any further use of the store.
  @Test(arguments: Attack.allCases.filter { $0 != .replacedByAnOldOne })
  func whatIsInTheFileTooNeedsNoLog(attack: Attack) throws {
    let folder = try TemporaryFolder()
    let store = try CopyTests.filled(folder.file, alarms: 50)
    let old = try Self.read(folder.file + "-wal")
    try store.save(CopyTests.alarm("before"))
    store.emptyLog()
    try strike(attack, folder.file, old: old)
    #expect(try Self.afterADeath(folder).count == 51)
  }

  /// A log beside another file belongs to that file.
  @Test func theLogOfAnotherStoreInThisOnesPlaceIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let store = try CopyTests.filled(folder.file, alarms: 5)
    for end in ["", "-wal", "-shm"] { unlink(folder.file + end) }
    try Self.write([1, 2, 3], to: folder.file)
    try Self.write([4, 5, 6], to: folder.file + "-wal")
    try store.save(CopyTests.alarm("lost"))
    #expect(try Self.read(folder.file + "-wal") == [4, 5, 6])
    store.abandon()
  }

  @Test func othersWhoMoveTheLogIntoTheFileDoNoHarm() throws {
    let folder = try TemporaryFolder()
    let store = try CopyTests.filled(folder.file, alarms: 50)
    _ = try Database(path: folder.file, readOnly: false).run("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    try store.save(CopyTests.alarm("after"))
    #expect(!store.isLogAstray)
    #expect(try Self.afterADeath(folder).count == 51)
  }
}
