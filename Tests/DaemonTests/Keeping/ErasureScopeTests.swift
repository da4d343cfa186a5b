import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// What goes with all, and what stays; and for how long the log is kept.
@Suite struct ErasureScopeTests {
  @Test func allGoesButForAlarmsAndCardsAndWhatTheyRingWith() async throws {
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    for (key, value) in [("volume", "33"), ("brightness", "3"), ("location", "1,2"), ("history", "1y")] {
      _ = try await rig.set(key, to: value)
    }
    _ = try await rig.addPreset(ErasureTests.planted, TimerInput(length: "3m"))
    let armed = rig.scheduler.upcoming
    let reply = try await ErasureTests.erase(rig, all: true, now: true)
    #expect(reply.notes.first?.contains("Your alarms and cards stay") == true)
    try await ErasureTests.expectErased(rig, folder, armed: armed)
    let book = rig.inForce.book
    #expect(book.alarms.count == 2 && book.cards.map(\.name) == ["bath"] && book.presets.isEmpty)
    #expect(book.settings.volume == 33 && book.settings.location == nil && book.settings.dimming == Settings().dimming)
    #expect(rig.follower.told.last == book.settings)
    let stored = try Store(path: folder.store, isThere: true)
    #expect(try stored.wholeSettings() == book.settings && stored.presets().isEmpty)
    #expect(rig.erasedBeside.value == ["verdict", "messages", "evidence", "reminders"])
    #expect(try await code { try await rig.undo() } == .nothingFound)

    #expect(try await code { try await ErasureTests.erase(rig, all: true, cards: true, now: true) } == .usage)
    _ = try await ErasureTests.erase(rig, all: true, alarms: true, cards: true, now: true)
    #expect(rig.inForce.book.alarms.isEmpty && rig.inForce.book.cards.isEmpty)
    #expect(rig.inForce.settings == Settings() && rig.scheduler.upcoming.isEmpty)
    #expect(try Store(path: folder.store).openRings().isEmpty)
  }

  /// What an alarm rings with, or the setting names, stays with the alarms.
  @Test func soundsOfTheirOwnGoButForThoseThatAreChosen() async throws {
    let place = try await SoundPlace()
    for name in ["owl.wav", "frog.wav", "heron.wav"] { try await place.add(name) }
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
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    func hasFirst() async -> Bool {
      await EventHistory.events(rig.ledger, since: nil, limit: 1000).contains { $0.label == ErasureTests.planted }
    }
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

  @Test func aTimerThatRunsKeepsAllFromGoingButNotTheHistory() async throws {
    let folder = try TemporaryFolder()
    let rig = try await ErasureTests.rig(folder)
    _ = try await rig.startTimer("5m", TimerInput())
    #expect(try await code { try await ErasureTests.erase(rig, all: true, now: true) } == .tryAgain)
    _ = try await ErasureTests.erase(rig, now: true)
    #expect(try ErasureTests.traces(in: folder.path) == [])
  }
}
