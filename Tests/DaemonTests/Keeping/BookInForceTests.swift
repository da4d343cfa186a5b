import AlarmClock
import FoundationEssentials
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// The settings are held once, and whoever has to act is told once they are in force.
@Suite struct BookInForceTests {
  @Test func aChangeIsInForceWhenItIsToldAndBeforeTheReply() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await desk.set("volume", to: "33")
    #expect(desk.follower.told.map(\.volume) == [33] && desk.inForce.settings.volume == 33)
    await #expect(throws: (any Error).self) { _ = try await desk.set("volume", to: "133") }
    #expect(desk.follower.told.count == 1 && desk.inForce.settings.volume == 33)
  }

  /// A restore changes them too, once it is durable.
  @Test func settingsThatComeWithARestoreAreToldAsWell() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    do { _ = try await Desk(other).set("evidence", to: "on") }
    let desk = try await Desk(folder)
    try await RestoreTests.restore(try [UInt8](Data(contentsOf: URL(filePath: other.path + "/rouse.sqlite"))), desk)
    #expect(desk.follower.told.map(\.keepsEvidence) == [true] && desk.inForce.settings.keepsEvidence)
    #expect(desk.inForce.book.settings == desk.inForce.settings)
  }

  /// Nothing of it is in force while the store does not have it.
  @Test func settingsThatCannotBeStoredAreNotInForce() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    var other = desk.inForce.book
    other.settings.volume = 1
    let new = other
    try await desk.ledger.refuseWrites()
    await #expect(throws: (any Error).self) { try await desk.ledger.put(new) }
    #expect(desk.follower.told.isEmpty && desk.inForce.settings.volume == 80)
  }
}

extension Ledger {
  fileprivate func put(_ book: AlarmBook) throws { try install(book) }
  /// https://sqlite.org/pragma.html#pragma_query_only
  fileprivate func refuseWrites() throws { try folder.store.database.execute("PRAGMA query_only = ON") }
}
