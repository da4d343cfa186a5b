import AlarmClock
import Control
import Testing

@testable import Daemon
@testable import Storage

/// The effects of deaths, full disks and older copies on an erasure.
@Suite struct ErasureDeathTests {
  /// - Parameter steps: how far the erasure gets before the death.
  @Test(arguments: 0...4)
  func aDeathLeavesItToBeFinishedByTheNextStart(steps: Int) async throws {
    let time = ManualTime(morning)
    var armed: [ArmedOccurrence] = []
    let folder = try await ErasureTests.rig(time: time).stop { rig in
      var erasure = Erasure(scope: .all, asked: time.now, due: time.now)
      armed = rig.scheduler.upcoming
      try await ErasureTests.begin(erasure, rig)
      erasure.hasBegun = true
      if steps > 0 { _ = try await Erasures.eraseBook(erasure, on: rig.ledger) }
      if steps > 1 { try await Erasures.eraseRows(on: rig.ledger) }
      if steps > 2 { try Backups(folder: rig.folder.path + "/backups").removeAll(except: nil) }
      if steps > 3 { try await Erasures.eraseCopies(on: rig.ledger) }
    }
    time.cutPower(for: .seconds(60))
    let rig = try await LedgerRig.reopened(folder, time: time)
    #expect(await rig.erasures.view()?.begun == true)
    #expect(try await code { try await rig.erasures.cancel() } == .tryAgain)
    await rig.care.checkAfterStart()
    #expect(await rig.erasures.view() == nil)
    try await ErasureTests.expectErased(rig, armed: armed)
  }

  /// It is canceled between the check for due erasures and its start.
  @Test func whatIsTakenBackAtTheLastMomentDoesNotBegin() async throws {
    let rig = try await ErasureTests.rig()
    let erasure = Erasure(scope: .history, asked: rig.time.now, due: rig.time.now)
    #expect(try await !Erasures.begin(erasure, on: rig.ledger))
    #expect(await rig.erasures.view() == nil)
    #expect(try !ErasureTests.traces(rig).isEmpty)
  }

  /// The others are told about the first one, and nothing is done twice.
  @Test func ofSeveralWhoEraseAtOnceOneDoes() async throws {
    let rig = try await ErasureTests.rig()
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
    try await ErasureTests.expectErased(rig, armed: armed)
  }

  @Test func aRingThatBeginsMeanwhileGoesFirst() async throws {
    let rig = try await ErasureTests.rig()
    try await rig.add("+3m")
    try await ErasureTests.begin(Erasure(scope: .history, asked: rig.time.now, due: rig.time.now), rig)
    let ring = try #require(await rig.takeDue(after: .seconds(180)).first)
    #expect(try await code { try await Erasures.eraseRows(on: rig.ledger) } == .tryAgain)
    await rig.erasures.look()
    #expect(await rig.erasures.view()?.begun == true)
    #expect(try Store(path: rig.folder.store).openRings().contains { $0.armed.id == ring.id })
    await rig.ledger.record(.dismissed(cardID: "x"), of: ring, at: rig.time.now)
    await rig.erasures.look()
    #expect(await rig.erasures.view() == nil)
    #expect(try ErasureTests.traces(rig) == [])
  }

  @Test func aCopyOfBeforeBringsNoHistoryBackAndOneThatHadBegunBeginsNothing() async throws {
    let rig = try await ErasureTests.rig()
    let copy = try await RestoreTests.bytes(rig)
    #expect(String(decoding: copy, as: UTF8.self).contains(ErasureTests.planted))
    _ = try await rig.erasures.erase(EraseData(all: false, now: true))
    try await RestoreTests.restore(copy, rig)
    #expect(await RingHistory.rings(rig.ledger, ErasureTests.history).isEmpty)
    #expect(try ErasureTests.traces(rig) == [])
    // Stands for a backup that the clock made while the erasure was under way.
    let backup = try #require(await rig.ledger.backups.first)
    let old = try Store(path: backup.path, isThere: true)
    try old.set(Erasure(scope: .history, asked: morning, due: morning, hasBegun: true))
    #expect(try old.forgetErasure())
    #expect(try old.erasure() == nil)
  }

  /// The erasure is reported as unfinished, rings are unaffected, and it is finished once there is room.
  @Test(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN"))
  func aFullDiskLeavesItToBeFinishedOnceThereIsRoom() async throws {
    let disk = try OwnDisk(megabytes: 2)
    defer { withExtendedLifetime(disk) {} }
    let rig = try await ErasureTests.rig(disk.folder)
    let armed = rig.scheduler.upcoming
    // A reader of the write-ahead log keeps it from being restarted, so that it must grow.
    let reader = try Database(path: rig.folder.store, readOnly: true)
    try await ErasureTests.begin(Erasure(scope: .history, asked: rig.time.now, due: rig.time.now), rig)
    try reader.execute("BEGIN; SELECT COUNT(*) FROM alarms")
    disk.fill()
    await rig.erasures.look()
    let view = try #require(await rig.erasures.view())
    #expect(view.begun && view.waits?.isEmpty == false)
    #expect(rig.scheduler.upcoming == armed)
    #expect(await !rig.ledger.backups.isEmpty)
    disk.makeRoom()
    // The erasure is not done before the log is empty, which an open reader prevents.
    await rig.erasures.look()
    #expect(await rig.erasures.view()?.begun == true)
    try reader.execute("COMMIT")
    #expect(
      await rig.pass(.seconds(6)) {
        await rig.erasures.look()
        return await rig.erasures.view() == nil
      })
    try await ErasureTests.expectErased(rig, armed: armed)
  }
}
