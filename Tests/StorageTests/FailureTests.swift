import Synchronization
import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

/// Whatever happens to the store, no change is done by half or lost without an error.
@Suite struct FailureTests {
  static let alarm = Alarm(id: "aaaaaa", label: "work", recurrence: .instant(Instant(seconds: 1_800_000_000)))

  @Test func aTransactionThatThrowsLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    let reason = StorageError(.other, "testing", "a change of mind")
    #expect(throws: reason) {
      try store.transaction { () throws(StorageError) in
        try store.save(Self.alarm)
        try store.set(.volume, to: "1")
        throw reason
      }
    }
    #expect(try store.alarms().isEmpty)
    #expect(try store.settings().isEmpty)
    try store.transaction { () throws(StorageError) in try store.save(Self.alarm) }
    #expect(try Store(path: folder.file).alarms() == [Self.alarm])
  }

  private final class Connection: Sendable {
    let store: Mutex<Store>
    init(path: String) throws { store = Mutex(try Store(path: path)) }
  }

  @Test func twoHundredRecordsOfManyConnectionsAreAllThere() async throws {
    let folder = try TemporaryFolder()
    // One at a time, because each may write the note of its log to the file; a real daemon has the folder for itself.
    let stores = try (0..<8).map { _ in try Connection(path: folder.file) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (writer, connection) in stores.enumerated() {
        group.addTask {
          for number in 0..<25 {
            let id = "\(writer)-\(number)"
            let ring = try RoundTripTests.armed(id, due: Int64(writer * 1000 + number))
            // On a slow disk SQLite gives up after seconds in which others were always faster (SQLITE_PROTOCOL).
            for isLast in [false, false, true] {
              do throws(StorageError) {
                try connection.store.withLock { store throws(StorageError) in
                  try store.transaction { () throws(StorageError) in
                    try store.append(Event(time: ring.due, kind: .missed, alarmID: id))
                    try store.record(.dismissed(cardID: "card01"), of: ring, at: ring.due)
                  }
                }
                break
              } catch { guard error.kind == .busy, !isLast else { throw error } }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try Store(path: folder.file)
    #expect(Set(try store.events(since: nil, limit: 1000).compactMap(\.alarmID)).count == 200)
    #expect(try store.lastEventSequence() == 200)
    let ids = (0..<8).flatMap { writer in (0..<25).map { "\(writer)-\($0)" } }
    for id in ids { #expect(try store.endedKeys(of: id, dueAfter: .min).count == 1) }
  }

  @Test(arguments: [1, 11, 99, 101, 9999])
  func anotherVersionIsRefusedAndNotTouched(version: Int) throws {
    let folder = try TemporaryFolder()
    do {
      let database = try Database(path: folder.file, readOnly: false)
      try database.execute("CREATE TABLE other (x); PRAGMA user_version = \(version)")
    }
    let before = Files.bytes(folder.file)
    for open in [
      { _ = try Store(path: folder.file) }, { _ = try Store(readingCopyAt: folder.file) },
      { try Store.check(fileAt: folder.file) }, { try Store.checkVersion(ofFileAloneAt: folder.file) },
    ] as [() throws -> Void] {
      let error = #expect(throws: StorageError.self) { try open() }
      #expect(error?.kind == (version < 100 ? .olderVersion : .newerVersion))
      #expect(error?.reason.hasPrefix("it has version \(version)\(version < 100 ? "," : ";") ") == true)
    }
    #expect(Files.bytes(folder.file) == before)
  }

  @Test func aVersionThatNothingWritesIsCorrupt() throws {
    let folder = try TemporaryFolder()
    do {
      let database = try Database(path: folder.file, readOnly: false)
      try database.execute("CREATE TABLE future (x); PRAGMA user_version = -1")
    }
    let error = #expect(throws: StorageError.self) { try Store(path: folder.file) }
    #expect(error?.kind == .corrupt)
    #expect(error?.reason.contains("-1") == true)
  }

  @Test(arguments: [50, 2048, 6000, 12_288])
  func aTruncatedFileIsCorruptAndNotReadAsEmpty(length: Int) throws {
    let folder = try TemporaryFolder()
    do { _ = try CopyTests.filled(folder.file, alarms: 100) }
    let whole = Files.bytes(folder.file)
    #expect(whole.count > length)
    try Files.write([UInt8](whole[..<length]), to: folder.file)
    #expect(refusal { try Store(path: folder.file).alarms() }?.kind == .corrupt)
  }

  @Test(.enabled(if: TinyDisk.isPossible, "mounting takes CAP_SYS_ADMIN"))
  func aFullDiskRefusesChangesAndKeepsWhatIsStored() throws {
    let disk = try TinyDisk(bytes: 512 * 1024)
    let store = try Store(path: disk.folder.file)
    try store.save(Self.alarm)
    try disk.fill()
    var refused: StorageError?
    // The existing pages may still take some events.
    for number in 0..<1000 where refused == nil {
      refused = refusal {
        try store.append(Event(time: Instant(seconds: Int64(number)), kind: .fired, detail: "\(number)"))
      }
    }
    #expect(refused?.kind == .full)
    #expect(try store.alarms() == [Self.alarm])
    disk.empty()
    try store.append(Event(time: Instant(seconds: 5000), kind: .missed))
    #expect(try store.events(since: Instant(seconds: 5000), limit: 10).count == 1)
  }

  @Test(.enabled(if: TinyDisk.isPossible, "mounting takes CAP_SYS_ADMIN"))
  func aReadOnlyDiskIsSaidToBeOne() throws {
    let disk = try TinyDisk(bytes: 1 << 20)
    do { try Store(path: disk.folder.file).save(Self.alarm) }
    try disk.makeReadOnly()
    #expect(refusal { try Store(path: disk.folder.file) }?.kind == .readOnly)
  }
}
