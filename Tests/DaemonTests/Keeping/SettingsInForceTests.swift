import AlarmClock
import FoundationEssentials
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// The settings are held once, and whoever has to act is told once they are in force.
@Suite struct SettingsInForceTests {
  @Test func aChangeIsInForceWhenItIsToldAndBeforeTheReply() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await desk.ledger.change("volume", to: "33")
    #expect(desk.follower.told.map(\.volume) == [33] && desk.settings.now.volume == 33)
    await #expect(throws: (any Error).self) { _ = try await desk.ledger.change("volume", to: "133") }
    #expect(desk.follower.told.count == 1 && desk.settings.now.volume == 33)
  }

  /// A restore changes them too, once it is durable.
  @Test func settingsThatComeWithARestoreAreToldAsWell() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    do { _ = try await Desk(other).ledger.change("evidence", to: "on") }
    let desk = try await Desk(folder)
    try await RestoreTests.restore(try [UInt8](Data(contentsOf: URL(filePath: other.path + "/rouse.sqlite"))), desk)
    #expect(desk.follower.told.map(\.keepsEvidence) == [true] && desk.settings.now.keepsEvidence)
    #expect(await desk.ledger.settings == desk.settings.now)
  }

  /// Nothing of it is in force while the store does not have it.
  @Test func settingsThatCannotBeStoredAreNotInForce() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    var other = await desk.ledger.holdings
    other.settings.volume = 1
    let new = other
    try await desk.ledger.refuseWrites()
    await #expect(throws: (any Error).self) { try await desk.ledger.put(new) }
    #expect(desk.follower.told.isEmpty && desk.settings.now.volume == 80)
  }
}

extension Ledger {
  fileprivate func put(_ holdings: Holdings) throws { try install(holdings) }
  /// https://sqlite.org/pragma.html#pragma_query_only
  fileprivate func refuseWrites() throws { try folder.store.database.execute("PRAGMA query_only = ON") }
}
