import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

@Suite struct LossTests {
  @Test func whatWouldBeLostWithACardIsToldAndRefusedAsItsRemovalWould() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder)
    for name in ["bath", "door"] { try await rig.enroll(name) }
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
