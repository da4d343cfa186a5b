import AlarmClock
import Control
import Glibc
import Testing

@testable import Daemon
@testable import Storage

/// Which data each scope erases, and how long the log is kept.
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
}
