import CSQLite
import Control
import Glibc
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

/// Store files that other programs overwrite while the daemon runs, and starts with a broken write-ahead log.
@Suite struct OverwrittenStoreTests {
  private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    guard truncate(path, 0) == 0 else { throw SystemError("cutting \(path)", errno) }
    try Damage.write(bytes, at: 0, path)
    // A test takes less time than one tick of the file system's clock (a few milliseconds).
    var times = [timespec](repeating: timespec(tv_sec: 4_000_000_000, tv_nsec: 0), count: 2)
    utimensat(AT_FDCWD, path, &times, 0)
  }

  /// Overwrites the store of a killed daemon. The file system's clock ticks every few milliseconds.
  private func overwrite(_ folder: TemporaryFolder, besideItsLog bytes: [UInt8]) throws {
    repeat { try overwrite(folder.store, bytes) } while !LeftLog.isChanged(folder.store, after: folder.store + "-wal")
  }

  enum Content: String, CaseIterable { case nothing, half, olderCopy, backup, otherClock, garbage }

  private func bytes(_ content: Content, older: [UInt8] = [], _ rig: LedgerRig) async throws -> [UInt8] {
    switch content {
    case .nothing: return []
    case .half: return Array(older[..<(older.count / 2)])
    case .olderCopy: return older
    case .backup:
      let name = try #require(try await StoreCare.backUp(rig.ledger))
      return try Descriptor.contents(of: "\(rig.folder.path)/backups/\(name)", limit: 1 << 22)
    case .otherClock:
      let other = try await LedgerRig(enrolling: "theirs", daily: "03:00")
      return try Descriptor.contents(of: other.folder.store, limit: 1 << 22)
    case .garbage: return [UInt8](repeating: 0xA5, count: older.count)
    }
  }

  /// The change is refused, the store is rewritten from memory, and the next change is kept.
  @Test(arguments: Content.allCases, [true, false])
  func aStoreThatIsWrittenOverInPlaceIsMadeAgain(content: Content, isAsked: Bool) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      await rig.care.checkAfterStart()
      let older = try Descriptor.contents(of: rig.folder.store, limit: 1 << 22)
      try await rig.add("09:00", days: "daily")
      try overwrite(rig.folder.store, try await bytes(content, older: older, rig))
      if isAsked {
        #expect(try await code { try await rig.add("10:00", days: "daily") } == .cannotWrite)
      } else {
        await rig.care.look()
      }
      #expect(await eventually { rig.folder.names.contains("rouse.sqlite.broken-1") })
      #expect(await eventually { await !rig.ledger.health.isReplacing })
      let view = await StorageView(rig.ledger)
      #expect(view.writable)
      let notice = try #require(view.notice)
      #expect(notice.contains("rouse.sqlite was overwritten or cut while it was open"))
      #expect(notice.contains("with the current alarms, cards and settings"))
      try await rig.add("11:00", days: "daily")
      #expect(!rig.folder.names.contains("rouse.sqlite.broken-2"))
      // A write that failed on its own is retried after five seconds, and holds the rig.folder until then.
      #expect(await rig.time.eventually(every: .seconds(5)) { await !rig.ledger.health.isRetrying })
      await rig.ledger.leaveLog()
    }
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.views.all.map(\.time).sorted() == ["07:30", "09:00", "11:00"])
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
    #expect(await rig.ledger.recovery == nil)
    try Store.check(fileAt: folder.store, isThorough: true)
  }

  enum Log: String, CaseIterable { case ones, zeros, garbage, header, secondHalf, older }

  /// Fills a folder as SIGKILL leaves it, with this kind of log and no backup.
  private func folder(with log: Log, in folder: TemporaryFolder) async throws {
    let path = folder.store + "-wal"
    do {
      let rig = try await LedgerRig(folder, enrolling: "bath", daily: "07:30")
      await rig.ledger.storeEvents()
      let older = try Descriptor.contents(of: path, limit: 1 << 23)
      try await rig.add("09:00", days: "daily")
      rig.events.append(.zoneChanged)
      await rig.ledger.storeEvents()
      await rig.care.look()
      if log == .secondHalf { try await rig.ledger.fillLog(200) }
      await rig.ledger.leaveLog()
      if log == .older { try overwrite(path, older) }
    }
    let size = try Descriptor.contents(of: path, limit: 1 << 23).count
    switch log {
    case .ones: try Damage.write([UInt8](repeating: 0xFF, count: 4096), at: 0, path)
    case .zeros: try Damage.write([UInt8](repeating: 0, count: 4096), at: 0, path)
    case .garbage: try Damage.write((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }, at: 0, path)
    case .header: try Damage.write([UInt8](repeating: 0xFF, count: 32), at: 0, path)
    case .secondHalf: try Damage.write([UInt8](repeating: 0xFF, count: size / 2), at: size - size / 2, path)
    case .older: break
    }
  }

  /// Somebody copies a file over the store of a killed daemon, whose log would otherwise be applied to it.
  @Test(arguments: [Content.backup, .otherClock])
  func aFileThatIsCopiedBesideALeftLogIsTakenAlone(content: Content) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      let copied = try await bytes(content, rig)
      try await rig.add("09:00", days: "daily")
      await rig.ledger.storeEvents()
      await rig.ledger.leaveLog()
      try overwrite(rig.folder, besideItsLog: copied)
    }
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.views.all.map(\.time) == [content == .backup ? "07:30" : "03:00"])
    #expect(rig.commands.cards.all.map(\.name) == [content == .backup ? "bath" : "theirs"])
    #expect(await StorageView(rig.ledger).notice?.contains("its write-ahead log belongs to another store") == true)
    try Store.check(fileAt: folder.store, isThorough: true)
  }

  /// `sqlite3` and backup programs do not mark the file as open.
  @Test(arguments: ["", "PRAGMA wal_checkpoint(PASSIVE)"])
  func theLogOfAProgramThatIsLeftOpenIsUsed(pragma: String) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    let other = try Database(path: folder.store, readOnly: false)
    try other.execute("UPDATE alarms SET label = 'by hand'; \(pragma)")
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.views.all.map(\.label) == ["by hand"])
    #expect(await rig.ledger.recovery == nil)
    await rig.care.checkAfterStart()
    try other.execute("UPDATE cards SET kind = kind; PRAGMA wal_checkpoint(TRUNCATE)")
    try await rig.add("09:00", days: "daily")
    await rig.care.look()
    #expect(await StorageView(rig.ledger).notice == nil)
    await rig.ledger.leaveLog()
    #expect(LeftLog(besideFileAt: folder.store)?.problem == nil)
    withExtendedLifetime(other) {}
  }

  /// Otherwise the change would be refused, but be there after the next start.
  @Test func aStoredChangeIsNotRefusedForACheckpointOfAnotherProgram() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      let isUnknown = try await rig.ledger.isUnknownInACheckpoint()
      #expect(isUnknown)
      await rig.care.look()
      #expect(await StorageView(rig.ledger).writable)
      #expect(!rig.folder.names.contains("rouse.sqlite.broken-1"))
      await rig.ledger.leaveLog()
    }
    #expect(try await LedgerRig.reopened(folder, at: morning).views.all.count == 2)
  }

  /// Another version of Rouse cannot check the file, and must not replace it with an empty store.
  @Test(arguments: [11, 200])
  func aStoreOfAnotherVersionBesideALeftLogIsNotTouched(version: Int) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      await rig.ledger.storeEvents()
      await rig.ledger.leaveLog()
    }
    let elsewhere = try TemporaryFolder()
    try Database(path: elsewhere.store, readOnly: false)
      .execute("CREATE TABLE other (x); PRAGMA user_version = \(version)")
    let bytes = try Descriptor.contents(of: elsewhere.store, limit: 1 << 22)
    try overwrite(folder, besideItsLog: bytes)
    #expect(try await code { try await LedgerRig.reopened(folder, at: morning) } == .badConfiguration)
    #expect(try Descriptor.contents(of: folder.store, limit: 1 << 22) == bytes)
    #expect(!folder.names.contains("rouse.sqlite.broken-1"))
  }

  /// The file without its log is whole.
  @Test(arguments: Log.allCases)
  func aBrokenLogCostsNothingThatIsInTheFile(log: Log) async throws {
    let folder = try TemporaryFolder()
    try await self.folder(with: log, in: folder)
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(rig.views.all.map(\.time).sorted() == ["07:30", "09:00"])
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
    // A log that is older than the file may also count as harmless.
    if log != .older {
      let notice = try #require(await StorageView(rig.ledger).notice)
      #expect(notice.contains("write-ahead log"))
      #expect(notice.contains("rouse.sqlite without its log"))
      #expect(folder.names.contains("rouse.sqlite.broken-1-wal"))
    }
    await rig.care.checkAfterStart()
    try await rig.add("10:00", days: "daily")
    try Store.check(fileAt: folder.store, isThorough: true)
  }

  @Test(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN"), arguments: Log.allCases)
  func aBrokenLogOnAReadOnlyDiskIsLeftOut(log: Log) async throws {
    let disk = try OwnDisk(megabytes: 8)
    defer { withExtendedLifetime(disk) {} }
    try await self.folder(with: log, in: disk.folder)
    #expect(await disk.remount(MS_RDONLY))
    let rig = try await LedgerRig.reopened(disk.folder)
    #expect(rig.views.all.map(\.time).sorted() == ["07:30", "09:00"])
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
    #expect(await StorageView(rig.ledger).writable == false)
    if log != .older { #expect(await StorageView(rig.ledger).error?.contains("write-ahead log") == true) }
  }

  @Test(arguments: [false, true])
  func aBackupThatIsNewerThanTheFileIsTaken(isNewer: Bool) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      rig.events.append(.zoneChanged)
      try await StoreCare.backUp(rig.ledger)
      if !isNewer { rig.events.append(.zoneChanged) }
      await rig.ledger.storeEvents()
      if !isNewer { await rig.care.look() }
      await rig.ledger.leaveLog()
    }
    if isNewer {
      let number = try #require(StateFolder.backups(folder.path).all().first?.rank)
      #expect(Store.eventsEver(inFileAloneAt: folder.store) < number)
    }
    try Damage.write([UInt8](repeating: 0xFF, count: 4096), at: 0, folder.store + "-wal")
    let rig = try await LedgerRig.reopened(folder)
    let name = await rig.ledger.recovery?.backup?.name
    #expect(name == (isNewer ? "rouse-2026-11-21.sqlite" : "rouse.sqlite without its log"))
    #expect(rig.scheduler.upcoming.map(\.due) == [morning + .seconds(1800)])
    #expect(folder.names.contains("rouse.sqlite.broken-1-wal"))
    #expect(await StorageView(rig.ledger).notice != nil)
  }
}

extension Ledger {
  /// Stores an alarm while another program begins a checkpoint. Returns whether the store's state is unknown then.
  fileprivate func isUnknownInACheckpoint() throws -> Bool {
    let path = folder.storePath
    let other = try Database(path: path, readOnly: false)
    _ = try other.run("SELECT count(*) FROM alarms") { $0.integer(0) }
    defer { rouse_sqlite_end_checkpoint(other.handle) }
    try commitWhole("the alarm") { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        try store.save(Alarm(id: "aaaaaa", recurrence: .instant(morning + .seconds(7200))))
        _ = rouse_sqlite_begin_checkpoint(other.handle)
        var times = [timespec](repeating: timespec(tv_sec: 4_000_000_000, tv_nsec: 0), count: 2)
        utimensat(AT_FDCWD, path, &times, 0)
      }
    }
    return storeFact(flaw(), replacement: nil) == nil
  }
}
