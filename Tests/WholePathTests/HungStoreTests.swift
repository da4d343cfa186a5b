import Control
import Glibc
import Testing

@testable import Storage

/// A store that takes no writes for a while, because another program holds its lock.
struct HungStoreTests {
  @Test func whatRangIsOverForPeopleThoughItsOutcomeIsStillToBeStored() async throws {
    try await Clock.run { clock in
      let count = 20
      for _ in 0..<count { _ = try await clock.addAlarm("+9s") }
      let ids = try await clock.alarms.map(\.id)
      let store = try Store(path: clock.statePath + "/rouse.sqlite")
      try store.database.execute("BEGIN IMMEDIATE")
      try await clock.eventually("all ring") { try await clock.status.rings.count == count }
      try await clock.show("right")
      try await clock.eventually("nothing rings") { try await clock.status.rings.isEmpty }
      try await clock.eventually("it says so, and what is left to store") {
        let status = try await clock.status
        return status.state == .idle && status.storage.unstored == count
      }
      #expect(try await clock.succeed("status").contains("; \(count) outcomes of rings still to be stored"))
      try store.database.execute("ROLLBACK")
      try await clock.eventually("all is stored") { try await clock.status.storage.unstored == 0 }
      _ = try await clock.end(SIGKILL)
      let stored = try clock.storedRings().filter { $0.outcome != nil }
      #expect(stored.map(\.alarmID).sorted() == ids.sorted() && stored.allSatisfy { $0.outcome == "dismissed" })
      try await clock.start()
      #expect(try await clock.status.rings.isEmpty)
    }
  }

  @Test func aStopWaitsUntilOutcomesAreStored() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm("+2s")
      let store = try Store(path: clock.statePath + "/rouse.sqlite")
      try store.database.execute("BEGIN IMMEDIATE")
      try await clock.eventually("it rings") { try await clock.status.rings.count == 1 }
      try await clock.show("right")
      try await clock.eventually("nothing rings") { try await clock.status.rings.isEmpty }
      kill(try #require(clock.daemonID), SIGTERM)
      // Longer than SQLite waits for a lock, and 4 s less than the shutdown may take.
      try await Task.sleep(for: .seconds(3))
      try store.database.execute("ROLLBACK")
      #expect(try await clock.end(0).code == 0)
      #expect(try clock.storedRings().contains { $0.alarmID == id && $0.outcome == "dismissed" })
      try await clock.start()
      #expect(try await clock.status.rings.isEmpty)
    }
  }
}
