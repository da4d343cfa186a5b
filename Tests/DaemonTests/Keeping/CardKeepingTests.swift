import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

@Suite struct CardKeepingTests {
  @Test func withoutAnEnrolledCardNoAlarmIsEnabled() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder)
    #expect(try await code { try await rig.add("07:30") } == .nothingFound)
    _ = try await rig.commands.cards.create(in: rig.ledger, named: "new", payload: [1, 2, 3], isRinging: false)
    #expect(try await code { try await rig.add("07:30") } == .nothingFound)
    #expect(rig.views.all.isEmpty)
    #expect(try await rig.commands.cards.look(in: rig.ledger, at: [1, 2, 3], isRinging: false).state == .enrolled)
    #expect(try await rig.add("07:30").next?.time == "2026-11-21T07:30:00+00:00")
  }

  @Test func aCardThatTheCameraReadCountsAsTriedAndAPictureOfItDoesNot() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder)
    try await rig.enroll("bath")
    for isSeen in [false, true] {
      _ = try await rig.commands.cards.look(
        in: rig.ledger, at: Array("bath".utf8), isSeen: isSeen, isRinging: false)
    }
    let told = await RingHistory.happenings(rig.ledger, since: .min)
    #expect(told.map(\.kind) == [.cardTested] && told.map(\.label) == ["bath"])
  }

  @Test func theLastCardOfAnEnabledAlarmStays() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let rig = try await LedgerRig(folder)
    try await rig.enroll("bath")
    try await rig.enroll("door")
    let alarm = try await rig.add("07:30", cards: ["door"])
    #expect(
      try await code { try await rig.commands.cards.remove(from: rig.ledger, "door", isRinging: false) }
        == .notPermitted)
    #expect(try await code { try await rig.commands.cards.remove(from: rig.ledger, "bath", isRinging: false) } == nil)
    _ = try await rig.change(alarm.id, .disable)
    #expect(try await code { try await rig.commands.cards.remove(from: rig.ledger, "door", isRinging: false) } == nil)
    #expect(try await code { try await rig.change(alarm.id, .enable) } == .nothingFound)
  }

  @Test func cardsAreLeftAloneWhileAnAlarmRings() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let rig = try await LedgerRig(folder)
    try await rig.enroll("bath")
    #expect(
      try await code { try await rig.commands.cards.remove(from: rig.ledger, "bath", isRinging: true) } == .tryAgain)
    #expect(
      try await code { try await rig.commands.cards.enroll(in: rig.ledger, [9], as: "x", isRinging: true) }
        == .tryAgain)
    #expect(
      try await code {
        try await rig.commands.cards.enroll(in: rig.ledger, Array("bath".utf8), as: "y", isRinging: false)
      } == .usage)
    #expect(
      try await code { try await rig.commands.cards.enroll(in: rig.ledger, [9], as: "bath", isRinging: false) }
        == .usage)
    #expect(
      try await code { try await rig.commands.cards.enroll(in: rig.ledger, [], as: "z", isRinging: false) }
        == .badData)
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
  }
}
