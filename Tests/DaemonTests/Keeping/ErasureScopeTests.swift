import AlarmClock
import Control
import Glibc
import Testing

@testable import Daemon
@testable import Storage

/// Which data each scope erases, how long the log is kept, and erasures beside deaths, full disks and older copies.
@Suite struct ErasureScopeTests {
  @Test func allGoesButForAlarmsAndCardsAndWhatTheyRingWith() async throws {
    let rig = try await ErasureTests.rig()
    for (key, value) in [("volume", "33"), ("brightness", "3"), ("location", "1,2"), ("history", "1y")] {
      _ = try await rig.set(key, to: value)
    }
    _ = try await rig.addPreset(ErasureTests.planted, TimerInput(length: "3m"))
    let armed = rig.scheduler.upcoming
    let reply = try await ErasureTests.erase(rig, all: true, now: true)
    #expect(reply.notes.first?.contains("Your alarms and cards stay") == true)
    try await ErasureTests.expectErased(rig, armed: armed)
    let book = rig.inForce.book
    #expect(book.alarms.count == 2 && book.cards.map(\.name) == ["bath"] && book.presets.isEmpty)
    #expect(book.settings.volume == 33 && book.settings.location == nil && book.settings.dimming == Settings().dimming)
    #expect(rig.follower.told.last == book.settings)
    let stored = try Store(path: rig.folder.store, isThere: true)
    #expect(try stored.wholeSettings() == book.settings && stored.presets().isEmpty)
    #expect(rig.erasedBeside.value == ["verdict", "messages", "evidence", "reminders"])
    #expect(try await code { try await rig.undo() } == .nothingFound)

    #expect(try await code { try await ErasureTests.erase(rig, all: true, cards: true, now: true) } == .usage)
    _ = try await ErasureTests.erase(rig, all: true, alarms: true, cards: true, now: true)
    #expect(rig.inForce.book.alarms.isEmpty && rig.inForce.book.cards.isEmpty)
    #expect(rig.inForce.settings == Settings() && rig.scheduler.upcoming.isEmpty)
    #expect(try Store(path: rig.folder.store).openRings().isEmpty)
  }

  /// Sounds of alarms and of the sound setting stay with the alarms.
  @Test func soundsOfTheirOwnGoButForThoseThatAreChosen() async throws {
    let place = try await SoundPlace(adding: "owl.wav", "frog.wav", "heron.wav")
    try await place.rig.enroll("bath")
    _ = try await place.rig.add(AlarmInput(time: "07:30", days: "daily", values: [.sound: "owl"]))
    _ = try await place.rig.set("sound", to: "heron")
    _ = try await ErasureTests.erase(place.rig, all: true, now: true)
    #expect(await place.own == ["owl.wav": "owl", "heron.wav": "heron"])
    #expect(try place.files.keys.allSatisfy { !$0.contains("frog") })
    #expect(place.rig.inForce.settings.sound == "heron")
    _ = try await ErasureTests.erase(place.rig, all: true, alarms: true, now: true)
    #expect(await place.own.isEmpty)
    #expect(try place.files.keys.allSatisfy { $0.hasSuffix(".json") })
  }

  @Test func theLogIsKeptForAsLongAsItsSettingSays() async throws {
    let rig = try await ErasureTests.rig()
    func hasFirst() async -> Bool { await rig.log.contains { $0.label == ErasureTests.planted } }
    _ = try await rig.set("log", to: "forever")
    rig.time.advance(by: .seconds(3000 * 86_400))
    rig.events.append(.daemonStarted)
    await rig.ledger.storeEvents()
    await rig.care.checkAfterStart()
    #expect(await hasFirst())
    _ = try await rig.set("log", to: "2y")
    await rig.care.checkAfterStart()
    #expect(await !hasFirst())
  }

  /// Folders among the backups and stores hold nothing up.
  @Test func aTimerThatRunsKeepsAllFromGoingButNotTheHistory() async throws {
    let rig = try await ErasureTests.rig()
    for name in ["backups/old", "rouse.sqlite.old"] { try #require(mkdir(rig.folder.path + "/" + name, 0o700) == 0) }
    _ = try await rig.startTimer("5m", TimerInput())
    #expect(try await code { try await ErasureTests.erase(rig, all: true, now: true) } == .tryAgain)
    _ = try await ErasureTests.erase(rig, now: true)
    #expect(try ErasureTests.traces(rig) == [])
  }

  @Test func plannedCardsStayForAlarmsThatWereSetSince() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    _ = try await ErasureTests.erase(rig, all: true, cards: true)
    try await rig.add("07:00", days: "daily")
    _ = await rig.takeDue(after: Erasures.grace)
    await rig.end(rig.scheduler.ringing)
    await rig.erasures.look()
    #expect(rig.inForce.book.cards.map(\.name) == ["bath"] && rig.inForce.book.alarms.count == 1)
    let view = try #require(await rig.erasures.view())
    #expect(!view.begun && view.waits?.contains("alarms were set since") == true, "\(view)")
    // The cards also stay if the erasure had begun before.
    let begun = Erasure(scope: .all, cards: true, asked: rig.time.now, due: rig.time.now, hasBegun: true)
    try await Erasures.eraseBook(begun, on: rig.ledger)
    #expect(rig.inForce.book.cards.map(\.name) == ["bath"])
  }

  /// If the last step fails, settings made since then stay all the same.
  @Test func whatIsSetWhileItCannotBeFinishedStays() async throws {
    let rig = try await ErasureTests.rig()
    rig.keepsReminders.value = true
    #expect(
      try await code { try await ErasureTests.erase(rig, all: true, alarms: true, cards: true, now: true) }
        == .cannotWrite)
    #expect(rig.inForce.book.alarms.isEmpty)
    try await rig.enroll("new")
    try await rig.add("08:00", days: "daily")
    for _ in 0..<3 {
      await rig.erasures.look()
      #expect(await rig.erasures.view()?.begun == true)
      #expect(rig.inForce.book.alarms.count == 1 && rig.inForce.book.cards.map(\.name) == ["new"])
    }
    #expect(rig.erasedBeside.value == ["verdict", "messages", "evidence"])
    rig.keepsReminders.value = false
    await rig.erasures.look()
    #expect(await rig.erasures.view() == nil)
    #expect(rig.inForce.book.alarms.count == 1 && rig.scheduler.upcoming.count == 1)
    #expect(try ErasureTests.traces(rig) == [])
  }

  @Test func lessAtOnceDoesNotForgetThatMoreIsPlanned() async throws {
    let rig = try await ErasureTests.rig()
    _ = try await ErasureTests.erase(rig, all: true, alarms: true, cards: true)
    #expect(try await code { try await ErasureTests.erase(rig, now: true) } == .tryAgain)
    #expect(try await code { try await ErasureTests.erase(rig, all: true, now: true) } == .tryAgain)
    #expect(await rig.erasures.view()?.alarms == true)
    _ = try await ErasureTests.erase(rig, all: true, alarms: true, cards: true, now: true)
    #expect(rig.inForce.book.alarms.isEmpty)
  }

  /// The copy may be older than the cancellation.
  @Test func aCopyThatTakesTheStoresPlaceBringsNoErasureBack() async throws {
    let folder = try await ErasureTests.rig().stop { rig in
      _ = try await ErasureTests.erase(rig, all: true, alarms: true, cards: true)
      try await StoreCare.backUp(rig.ledger)
      _ = try await rig.erasures.cancel()
    }
    try Damage.zeroHeader.strike(folder.store)
    let rig = try await LedgerRig.reopened(folder)
    #expect(await rig.erasures.view() == nil)
    #expect(await rig.ledger.recovery?.text(in: .utc).contains("plan it again") == true)
    #expect(rig.inForce.book.alarms.count == 2)
  }

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
    let loops = Task {
      async let keeping: Void = rig.care.keep()
      await rig.erasures.run(after: rig.care.rounds.stream)
      await keeping
    }
    defer { loops.cancel() }
    await eventually { await rig.erasures.view() == nil }
    try await ErasureTests.expectErased(rig, armed: armed)
  }

  /// It is canceled between the check for due erasures and its start.
  @Test func whatIsTakenBackAtTheLastMomentDoesNotBegin() async throws {
    let rig = try await ErasureTests.rig()
    #expect(try await !Erasures.begin(Erasure(scope: .history, asked: rig.time.now, due: rig.time.now), on: rig.ledger))
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
    await rig.time.eventually(every: .seconds(6)) {
      await rig.erasures.look()
      return await rig.erasures.view() == nil
    }
    try await ErasureTests.expectErased(rig, armed: armed)
  }
}
