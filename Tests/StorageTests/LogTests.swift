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
      try Files.write([UInt8](repeating: 0xA5, count: 5000), to: log)
    case .replacedByAnOldOne:
      unlink(log)
      try Files.write(old, to: log)
    case .cut: truncate(log, 0)
    case .indexRemoved: unlink(file + "-shm")
    case .cutInHalf: truncate(log, off_t(Files.bytes(log).count / 2))
    }
  }

  /// Returns the ids of the alarms that a start would find after a crash now.
  static func afterADeath(_ folder: TemporaryFolder) throws -> Set<String> {
    let other = try TemporaryFolder()
    for end in ["", "-wal"] where access(folder.file + end, F_OK) == 0 {
      try Files.write(Files.bytes(folder.file + end), to: other.file + end)
    }
    return Set(try Store(path: other.file, isThere: true).alarms().map(\.id))
  }

  static let later = [timespec](repeating: timespec(tv_sec: 4_000_000_000, tv_nsec: 0), count: 2)

  static func set(_ times: [timespec], of path: String) throws {
    guard utimensat(AT_FDCWD, path, times, 0) == 0 else { throw Failure("\(path): \(errno)") }
  }

  /// Whatever happens to the log between two changes, both are stored, or the change is refused as damage.
  @Test(arguments: Attack.allCases, [false, true])
  func whatWasStoredIsFoundAfterADeath(attack: Attack, isSettled: Bool) throws {
    let (folder, store) = try CopyTests.filled(alarms: 50)
    let old = Files.bytes(folder.file + "-wal")
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
    let (folder, store) = try CopyTests.filled(alarms: 50)
    let old = Files.bytes(folder.file + "-wal")
    try store.save(CopyTests.alarm("before"))
    store.emptyLog()
    try strike(attack, folder.file, old: old)
    #expect(try Self.afterADeath(folder).count == 51)
  }

  /// A log beside another file belongs to that file.
  @Test func theLogOfAnotherStoreInThisOnesPlaceIsLeftAlone() throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    for end in ["", "-wal", "-shm"] { unlink(folder.file + end) }
    try Files.write([1, 2, 3], to: folder.file)
    try Files.write([4, 5, 6], to: folder.file + "-wal")
    try store.save(CopyTests.alarm("lost"))
    #expect(Files.bytes(folder.file + "-wal") == [4, 5, 6])
    store.abandon()
  }
}
