import CSQLite
import Control
import Storage
import Synchronization
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

/// A disk that accepts no writes for a while, such as a store that another program locks.
@Suite struct HungStoreTests {
  @Test func whatCouldNotBeStoredOfARingIsStoredAsSoonAsItCan() async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      _ = try await rig.add(AlarmInput(time: "07:30", days: "daily", values: [.catchUp: "0s"]))
      rig.time.advance(by: .seconds(1800))
      do {
        let hold = try Hold(rig.folder)
        let due = try #require(await rig.takeDue().first)
        await rig.ledger.progressed([due.id: RingProgress(began: due.due, isTrusted: true)])
        withExtendedLifetime(hold) {}
      }
      #expect(await rig.ledger.health.isBehind)
      #expect(await rig.pass(.seconds(1)) { await !rig.ledger.health.isBehind })
    }
    let stored = try Store(path: folder.store).openRings()
    #expect(stored.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30", "2026-11-22T07:30"])
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1860))
    #expect(rig.interrupted.map(\.progress?.began) == [morning + .seconds(1800)])
  }

  @Test func whoeverIsRefusedIsToldWhatHoldsTheStore() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let hold = try Hold(rig.folder)
    let refusal = await #expect(throws: ControlError.self) { try await rig.add("07:30") }
    withExtendedLifetime(hold) {}
    #expect(refusal?.why.contains("locked") ?? false)
    let fix = "end the program that holds it (`sudo fuser -v \(rig.folder.path)/rouse.sqlite`"
    #expect(refusal?.fix.hasPrefix(fix) ?? false)
  }

  @Test func whileAStoreIsReplacedWhatIsArmedStaysSo() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let alarm = try await rig.add("07:30", days: "daily")
    var emptied = rig.inForce.book
    emptied.alarms = []
    let hold = try Hold(rig.folder)
    let ledger = rig.ledger
    let new = emptied
    let isOver = Mutex(false)
    let replacing = Task {
      defer { isOver.withLock { $0 = true } }
      try await ledger.install(new)
    }
    // Checked continuously while the disk hangs.
    #expect(
      await eventually {
        guard rig.scheduler.next?.plan.alarmID == alarm.id else {
          Issue.record("nothing is armed")
          return true
        }
        return isOver.withLock { $0 }
      })
    await #expect(throws: StorageError.self) { try await replacing.value }
    withExtendedLifetime(hold) {}
    #expect(rig.scheduler.next?.plan.alarmID == alarm.id)
    #expect(rig.views.all.map(\.id) == [alarm.id])
  }
}

/// Locks the store against all other writers while it exists.
final class Hold {
  private var handle: OpaquePointer?

  init(_ folder: TemporaryFolder) throws {
    guard sqlite3_open(folder.path + "/rouse.sqlite", &handle) == SQLITE_OK,
      // Waits for current writers.
      sqlite3_busy_timeout(handle, 180_000) == SQLITE_OK,
      sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
    else { throw StorageError(.other, "holding the store", String(cString: sqlite3_errmsg(handle))) }
  }

  deinit { sqlite3_close(handle) }
}
