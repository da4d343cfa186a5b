import AlarmClock
import FoundationEssentials
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

/// Settings are held in one place, and followers are told once they are in force.
@Suite struct BookInForceTests {
  @Test func aChangeIsInForceWhenItIsToldAndBeforeTheReply() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder)
    _ = try await rig.set("volume", to: "33")
    #expect(rig.follower.told.map(\.volume) == [33] && rig.inForce.settings.volume == 33)
    await #expect(throws: (any Error).self) { _ = try await rig.set("volume", to: "133") }
    #expect(rig.follower.told.count == 1 && rig.inForce.settings.volume == 33)
  }

  @Test func settingsThatComeWithARestoreAreToldAsWell() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    do { _ = try await LedgerRig(other).set("evidence", to: "on") }
    let rig = try await LedgerRig(folder)
    try await RestoreTests.restore(try [UInt8](Data(contentsOf: URL(filePath: other.path + "/rouse.sqlite"))), rig)
    #expect(rig.follower.told.map(\.keepsEvidence) == [true] && rig.inForce.settings.keepsEvidence)
    #expect(rig.inForce.book.settings == rig.inForce.settings)
  }

  @Test func settingsThatCannotBeStoredAreNotInForce() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder)
    var other = rig.inForce.book
    other.settings.volume = 1
    let new = other
    try await rig.ledger.refuseWrites()
    await #expect(throws: (any Error).self) { try await rig.ledger.put(new) }
    #expect(rig.follower.told.isEmpty && rig.inForce.settings.volume == 80)
  }
}

extension Ledger {
  fileprivate func put(_ book: AlarmBook) throws { try install(book) }
  /// https://sqlite.org/pragma.html#pragma_query_only
  fileprivate func refuseWrites() throws { try folder.store.database.execute("PRAGMA query_only = ON") }
}
