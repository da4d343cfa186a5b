import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// The effects of deaths, full disks and older copies on an erasure.
@Suite struct ErasureDeathTests {
  /// - Parameter steps: how far the erasure gets before the death.
  @Test(arguments: 0...4)
  func aDeathLeavesItToBeFinishedByTheNextStart(steps: Int) async throws {
    let folder = try TemporaryFolder()
    var armed: [ArmedOccurrence] = []
    var time = ManualTime(morning)
    do {
      let rig = try await ErasureTests.rig(folder)
      time = rig.time
      let ledger = rig.ledger
      var erasure = Erasure(scope: .all, asked: time.now, due: time.now)
      armed = rig.scheduler.upcoming
      try await ErasureTests.begin(erasure, rig)
      erasure.hasBegun = true
      if steps > 0 { _ = try await Erasures.eraseBook(erasure, on: ledger) }
      if steps > 1 { try await Erasures.eraseRows(on: ledger) }
      if steps > 2 { try Backups(folder: folder.path + "/backups").removeAll(except: nil) }
      if steps > 3 { try await Erasures.eraseCopies(on: ledger) }
    }
    time.cutPower(for: .seconds(60))
    let rig = try await LedgerRig.reopened(folder, time: time)
    #expect(await rig.erasures.view()?.begun == true)
    #expect(try await code { try await rig.erasures.cancel() } == .tryAgain)
    await rig.care.checkAfterStart()
    #expect(await rig.erasures.view() == nil)
    try await ErasureTests.expectErased(rig, folder, armed: armed)
  }

  /// It is canceled between the check for due erasures and its start.
  @Test func whatIsTakenBackAtTheLastMomentDoesNotBegin() async throws {
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    let erasure = Erasure(scope: .history, asked: rig.time.now, due: rig.time.now)
    #expect(try await !Erasures.begin(erasure, on: rig.ledger))
    #expect(await rig.erasures.view() == nil)
    #expect(try !ErasureTests.traces(in: folder.path).isEmpty)
  }

  /// The others are told about the first one, and nothing is done twice.
  @Test func ofSeveralWhoEraseAtOnceOneDoes() async throws {
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    let armed = rig.scheduler.upcoming
    let codes = try await withThrowingTaskGroup(of: ExitCode?.self) { group in
      for _ in 0..<4 {
        group.addTask { try await code { try await rig.erasures.erase(EraseData(all: false, now: true)) } }
        group.addTask {
          await rig.erasures.look()
          return nil
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.allSatisfy { $0 == nil || $0 == .tryAgain })
    #expect(await rig.erasures.view() == nil)
    try await ErasureTests.expectErased(rig, folder, armed: armed)
  }

  @Test func aRingThatBeginsMeanwhileGoesFirst() async throws {
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    try await rig.add("+3m")
    try await ErasureTests.begin(Erasure(scope: .history, asked: rig.time.now, due: rig.time.now), rig)
    rig.time.advance(by: .seconds(180))
    let ring = try #require(await rig.takeDue().first)
    #expect(try await code { try await Erasures.eraseRows(on: rig.ledger) } == .tryAgain)
    await rig.erasures.look()
    #expect(await rig.erasures.view()?.begun == true)
    #expect(try Store(path: folder.store).openRings().contains { $0.armed.id == ring.id })
    await rig.ledger.record(.dismissed(cardID: "x"), of: ring, at: rig.time.now)
    await rig.erasures.look()
    #expect(await rig.erasures.view() == nil)
    #expect(try ErasureTests.traces(in: folder.path) == [])
  }

  @Test func aCopyOfBeforeBringsNoHistoryBackAndOneThatHadBegunBeginsNothing() async throws {
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    let copy = try await RestoreTests.bytes(rig)
    #expect(String(decoding: copy, as: UTF8.self).contains(ErasureTests.planted))
    _ = try await rig.erasures.erase(EraseData(all: false, now: true))
    try await RestoreTests.restore(copy, rig)
    #expect(await RingHistory.rings(rig.ledger, ErasureTests.history).isEmpty)
    #expect(try ErasureTests.traces(in: folder.path) == [])
    // Stands for a backup that the clock made while the erasure was under way.
    let backup = try #require(Backups(folder: folder.path + "/backups").all().first)
    let old = try Store(path: backup.path, isThere: true)
    try old.set(Erasure(scope: .history, asked: morning, due: morning, hasBegun: true))
    #expect(try old.forgetErasure())
    #expect(try old.erasure() == nil)
  }

  /// The erasure is reported as unfinished, rings are unaffected, and it is finished once there is room.
  @Test(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN"))
  func aFullDiskLeavesItToBeFinishedOnceThereIsRoom() async throws {
    let folder = try TemporaryFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=2m") == 0)
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    let rig = try await ErasureTests.rig(folder)
    let armed = rig.scheduler.upcoming
    // A reader of the write-ahead log keeps it from being restarted, so that it must grow.
    let reader = try Database(path: folder.store, readOnly: true)
    try await ErasureTests.begin(Erasure(scope: .history, asked: rig.time.now, due: rig.time.now), rig)
    try reader.execute("BEGIN; SELECT COUNT(*) FROM alarms")
    let file = open(folder.path + "/filler", O_WRONLY | O_CREAT, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    close(file)
    await rig.erasures.look()
    let view = try #require(await rig.erasures.view())
    #expect(view.begun && view.waits?.isEmpty == false)
    #expect(rig.scheduler.upcoming == armed)
    #expect(!Backups(folder: folder.path + "/backups").all().isEmpty)
    unlink(folder.path + "/filler")
    // The erasure is not done before the log is empty, which an open reader prevents.
    await rig.erasures.look()
    #expect(await rig.erasures.view()?.begun == true)
    try reader.execute("COMMIT")
    #expect(
      await eventually {
        rig.time.advance(by: .seconds(6))
        await rig.erasures.look()
        return await rig.erasures.view() == nil
      })
    try await ErasureTests.expectErased(rig, folder, armed: armed)
  }
}
