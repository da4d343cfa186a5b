import Control
import Testing

@testable import Daemon

@Suite struct CardKeepingTests {
  @Test func withoutAnEnrolledCardNoAlarmIsEnabled() async throws {
    let rig = try await LedgerRig()
    #expect(try await code { try await rig.add("07:30") } == .nothingFound)
    _ = try await rig.commands.cards.create(in: rig.ledger, named: "new", payload: [1, 2, 3], isRinging: false)
    #expect(try await code { try await rig.add("07:30") } == .nothingFound)
    #expect(rig.views.all.isEmpty)
    #expect(try await rig.commands.cards.look(in: rig.ledger, at: [1, 2, 3], isRinging: false).state == .enrolled)
    #expect(try await rig.add("07:30").next?.time == "2026-11-21T07:30:00+00:00")
  }

  @Test func aCardThatTheCameraReadCountsAsTriedAndAPictureOfItDoesNot() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    for isSeen in [false, true] {
      _ = try await rig.commands.cards.look(in: rig.ledger, at: Array("bath".utf8), isSeen: isSeen, isRinging: false)
    }
    let told = await RingHistory.happenings(rig.ledger, since: .min)
    #expect(told.map(\.kind) == [.cardTested] && told.map(\.label) == ["bath"])
  }

  @Test func theLastCardOfAnEnabledAlarmStays() async throws {
    let rig = try await LedgerRig(enrolling: "bath", "door")
    let alarm = try await rig.add("07:30", cards: ["door"])
    #expect(try await code { try await rig.removeCard("door") } == .notPermitted)
    #expect(try await code { try await rig.removeCard("bath") } == nil)
    _ = try await rig.change(alarm.id, .disable)
    #expect(try await code { try await rig.removeCard("door") } == nil)
    #expect(try await code { try await rig.change(alarm.id, .enable) } == .nothingFound)
  }

  @Test func cardsAreLeftAloneWhileAnAlarmRings() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    func enroll(_ code: String, as name: String, isRinging: Bool = false) async throws {
      _ = try await rig.commands.cards.enroll(in: rig.ledger, Array(code.utf8), as: name, isRinging: isRinging)
    }
    #expect(try await code { try await rig.removeCard("bath", isRinging: true) } == .tryAgain)
    #expect(try await code { try await enroll("9", as: "x", isRinging: true) } == .tryAgain)
    #expect(try await code { try await enroll("bath", as: "y") } == .usage)
    #expect(try await code { try await enroll("9", as: "bath") } == .usage)
    #expect(try await code { try await enroll("", as: "z") } == .badData)
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
  }

  @Test func whatWouldBeLostWithACardIsToldAndRefusedAsItsRemovalWould() async throws {
    let rig = try await LedgerRig(enrolling: "bath", "door")
    let gym = try await rig.add(AlarmInput(time: "09:00", label: "Gym", days: "daily", cards: ["door"])).alarm
    func loss(_ name: String, isRinging: Bool = false) async throws -> CardLoss {
      try await rig.commands.cards.loss(in: rig.ledger, of: name, isRinging: isRinging)
    }
    #expect(try await code { try await loss("door") } == .notPermitted)
    _ = try await rig.change(gym.id, .disable)
    let door = try await loss("door")
    #expect(door.card.name == "door" && door.remaining == ["bath"] && door.alarms == ["Gym (\(gym.id))"])
    #expect(try await loss("bath").alarms == [])
    #expect(try await code { try await loss("bath", isRinging: true) } == .tryAgain)
    #expect(try await code { try await loss("nobody") } == .nothingFound)
    // Asking removes nothing.
    #expect(rig.inForce.book.cards.count == 2)
  }
}
