import CSQLite
import Glibc
import TestSupport
import Testing

@testable import Storage

/// Another program overwrites or cuts the files of an open store: `cp backup rouse.sqlite` keeps the inode.
@Suite struct OverwrittenTests {
  enum Attack: String, CaseIterable {
    case emptied, cutInHalf, olderCopyOfItself, otherStore, backup, garbage, garbageHeader, garbageEnd

    func strike(_ path: String, older: [UInt8], other: [UInt8], backup: [UInt8]) throws {
      let now = Files.bytes(path)
      let garbage = [UInt8](repeating: 0xFF, count: now.count)
      let half = now.count / 2
      switch self {
      case .emptied: truncate(path, 0)
      case .cutInHalf: truncate(path, off_t(half))
      case .olderCopyOfItself: try Files.write(older, to: path)
      case .otherStore: try Files.write(other, to: path)
      case .backup: try Files.write(backup, to: path)
      case .garbage: try Files.write(garbage, to: path)
      case .garbageHeader: try Files.write(Array(garbage[..<min(4096, half)] + now[min(4096, half)...]), to: path)
      case .garbageEnd: try Files.write(Array(now[..<half] + garbage[half...]), to: path)
      }
      // Timestamps advance in steps of a few milliseconds, which is longer than a test takes.
      try LogTests.set(LogTests.later, of: path)
    }
  }

  private func filled(_ folder: TemporaryFolder, isSettled: Bool) throws -> (store: Store, older: [String: [UInt8]]) {
    let store = try CopyTests.filled(folder.file, alarms: 50)
    if isSettled { store.emptyLog() }
    let older = Dictionary(
      uniqueKeysWithValues: ["", "-wal", "-shm"].map { ($0, Files.bytes(folder.file + $0)) })
    try store.save(CopyTests.alarm("before"))
    if isSettled { store.emptyLog() }
    return (store, older)
  }

  @Test(arguments: Attack.allCases, ["", "-wal", "-shm"])
  func nothingIsAcknowledgedThatADeathWouldTake(attack: Attack, ending: String) throws {
    for isSettled in [false, true] {
      let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
      let (store, older) = try filled(folder, isSettled: isSettled)
      let other = try CopyTests.filled(elsewhere.file, alarms: 60)
      if isSettled { other.emptyLog() }
      try store.copy(to: folder.copy)
      try attack.strike(
        folder.file + ending, older: older[ending] ?? [], other: Files.bytes(elsewhere.file + ending),
        backup: Files.bytes(folder.copy))
      let refused = refusal {
        try store.save(CopyTests.alarm("after"))
        store.emptyLog()
        try store.settle()
      }
      if let refused {
        #expect(refused.kind == .corrupt, "\(isSettled)")
        // SQLite rebuilds a damaged index from the log, unless its beginning is intact; then SQLite detects the damage.
        let isIndex = ending == "-shm" && attack == .garbageEnd
        #expect(isIndex || refused.reason.contains("was overwritten or cut while it was open"), "\(isSettled)")
        #expect(isIndex || ending != "-shm", "\(isSettled)")
        store.abandon()
      } else {
        #expect(ending != "" || !isSettled, "\(attack)")
        #expect(try LogTests.afterADeath(folder).isSuperset(of: ["before", "after"]), "\(isSettled)")
        #expect(try LogTests.afterADeath(folder).count == 52, "\(isSettled)")
        try Store.check(fileAt: folder.file, isThorough: true)
      }
    }
  }

  @Test func anotherConnectionThatWritesDoesNoHarm() throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    let other = try Store(path: folder.file)
    for number in 0..<5 {
      try other.save(CopyTests.alarm("other\(number)"))
      if number % 2 == 0 { other.emptyLog() }
      try store.save(CopyTests.alarm("own\(number)"))
      if number % 3 == 0 { store.emptyLog() }
    }
    #expect(try store.alarms().count == 15)
    try Store.check(fileAt: folder.file, isThorough: true)
  }

  /// The changes are in the file, and the log is a new one.
  @Test(arguments: ["TRUNCATE", "RESTART"])
  func anotherConnectionThatEmptiesTheLogDoesNoHarm(mode: String) throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    store.emptyLog()
    let other = try Database(path: folder.file, readOnly: false)
    for _ in 0..<3 {
      try other.execute("UPDATE alarms SET label = label || 'x'; PRAGMA wal_checkpoint(\(mode))")
      try store.save(CopyTests.alarm("own"))
      store.emptyLog()
      try store.settle()
    }
    store.abandon()
    let left = try #require(LeftLog(besideFileAt: folder.file))
    #expect(left.problem == nil && !left.hasGarbage)
    #expect(try LogTests.afterADeath(folder).count == 6)
  }

  /// During the checkpoint the file has changed, but the index does not show that yet.
  @Test func aCheckpointOfAnotherConnectionIsWaitedFor() throws {
    let (folder, store) = try CopyTests.filled(alarms: 5)
    let other = try Database(path: folder.file, readOnly: false)
    _ = try other.run("SELECT count(*) FROM alarms") { $0.integer(0) }
    #expect(rouse_sqlite_begin_checkpoint(other.handle) == 0)
    try LogTests.set(LogTests.later, of: folder.file)
    #expect(refusal { try store.save(CopyTests.alarm("own")) }?.kind == .busy)
    rouse_sqlite_end_checkpoint(other.handle)
    try store.save(CopyTests.alarm("own"))
    #expect(try store.alarms().count == 6)
  }

  @Test func theLogIsEmptiedNowAndThen() throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    for number in 0..<600 { try store.save(CopyTests.alarm("id\(number)")) }
    #expect(Files.bytes(folder.file + "-wal").count < 3000 * 4120)
    #expect(try LogTests.afterADeath(folder).count == 600)
  }
}

/// The log that an earlier run has left, as found at a start.
@Suite struct LeftLogTests {
  /// Returns the folder of an abandoned store, and its log.
  private static func left() throws -> (folder: TemporaryFolder, log: [UInt8]) {
    let (folder, store) = try CopyTests.filled(alarms: 50)
    store.emptyLog()
    for number in 1...9 { try store.save(CopyTests.alarm("more\(number)")) }
    store.abandon()
    return (folder, Files.bytes(folder.file + "-wal"))
  }

  @Test func aLogThatTheStoreHasWrittenIsUsed() throws {
    let (folder, log) = try Self.left()
    let found = try #require(LeftLog(besideFileAt: folder.file))
    #expect(found.problem == nil && !found.hasGarbage)
    // Cut off by a power cut, at any byte.
    for count in stride(from: 33, to: log.count, by: 997) {
      try Files.write(Array(log[..<count]), to: folder.file + "-wal")
      let cut = try #require(LeftLog(besideFileAt: folder.file))
      #expect(cut.problem == nil && !cut.hasGarbage)
    }
  }

  @Test(arguments: [
    (0..<4096, UInt8(0xFF), "has no valid header"), (0..<4096, 0, "begins with zeros"),
    (0..<4096, 0x5A, "has no valid header"), (0..<32, 0xFF, "has no valid header"),
    (16..<24, 0xFF, "has no valid header"), (0..<32, 0, "begins with zeros"),
  ])
  func aLogWithABrokenBeginningIsFound(range: Range<Int>, byte: UInt8, problem: String) throws {
    let (folder, whole) = try Self.left()
    var log = whole
    for offset in range { log[offset] = byte }
    try Files.write(log, to: folder.file + "-wal")
    #expect(LeftLog(besideFileAt: folder.file)?.problem == "its write-ahead log \(problem)")
  }

  @Test func aLogOfZerosHoldsNothingAndGarbageBehindTheLastChangeIsFound() throws {
    let (folder, log) = try Self.left()
    try Files.write([UInt8](repeating: 0, count: log.count), to: folder.file + "-wal")
    #expect(LeftLog(besideFileAt: folder.file) == nil)
    // After three of the nine changes' frames; further back are frames from before the log was restarted.
    let start = 32 + 3 * 4120
    let garbage = [UInt8](repeating: 0xFF, count: log.count - start)
    try Files.write(Array(log[..<start] + garbage), to: folder.file + "-wal")
    let found = try #require(LeftLog(besideFileAt: folder.file))
    #expect(found.problem == nil && found.hasGarbage)
  }

  @Test func theLogOfAnotherStoreIsFound() throws {
    let (folder, elsewhere) = (try Self.left().folder, try Self.left().folder)
    let other = Files.bytes(elsewhere.file)
    // Timestamps advance in steps of a few milliseconds.
    repeat {
      try Files.write(other, to: folder.file)
    } while !LeftLog.isChanged(folder.file, after: folder.file + "-wal")
    #expect(LeftLog(besideFileAt: folder.file)?.problem == "its write-ahead log belongs to another store")
  }
}
