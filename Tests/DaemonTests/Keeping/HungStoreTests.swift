import AlarmClock
import CSQLite
import Control
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Daemon

/// A disk that takes nothing for a while, as a store that another program holds.
@Suite struct HungStoreTests {
  @Test func whatCouldNotBeStoredOfARingIsStoredAsSoonAsItCan() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      _ = try await desk.add(AlarmInput(time: "07:30", days: "daily", values: [.catchUp: "0s"]))
      desk.time.advance(by: .seconds(1800))
      do {
        let hold = try Hold(folder)
        let due = try #require(await desk.takeDue().first)
        await desk.ledger.progressed([due.id: RingProgress(began: due.due, isTrusted: true)])
        withExtendedLifetime(hold) {}
      }
      #expect(await desk.ledger.health.isBehind)
      #expect(
        await eventually {
          desk.time.advance(by: .seconds(1))
          return await !desk.ledger.health.isBehind
        })
    }
    let stored = try Store(path: folder.path + "/rouse.sqlite").openRings()
    #expect(stored.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30", "2026-11-22T07:30"])
    let desk = try await Desk.reopened(folder, at: morning + .seconds(1860))
    #expect(desk.interrupted.map(\.progress?.began) == [morning + .seconds(1800)])
  }

  @Test func whoeverIsRefusedIsToldWhatHoldsTheStore() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    let hold = try Hold(folder)
    let refusal = await #expect(throws: ControlError.self) { try await desk.add("07:30") }
    withExtendedLifetime(hold) {}
    #expect(refusal?.why.contains("locked") ?? false)
    let fix = "end the program that holds it (`sudo fuser -v \(folder.path)/rouse.sqlite`"
    #expect(refusal?.fix.hasPrefix(fix) ?? false)
  }

  @Test func whileAStoreIsReplacedWhatIsArmedStaysSo() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    let alarm = try await desk.add("07:30", days: "daily")
    var emptied = desk.inForce.book
    emptied.alarms = []
    let hold = try Hold(folder)
    let ledger = desk.ledger
    let new = emptied
    let isOver = Mutex(false)
    let replacing = Task {
      defer { isOver.withLock { $0 = true } }
      try await ledger.install(new)
    }
    // Whenever it is looked at while the disk hangs.
    #expect(
      await eventually {
        guard desk.scheduler.next?.plan.alarmID == alarm.id else {
          Issue.record("nothing is armed")
          return true
        }
        return isOver.withLock { $0 }
      })
    await #expect(throws: StorageError.self) { try await replacing.value }
    withExtendedLifetime(hold) {}
    #expect(desk.scheduler.next?.plan.alarmID == alarm.id)
    #expect(desk.views.all.map(\.id) == [alarm.id])
  }
}

/// Keeps everybody else from writing until it goes.
final class Hold {
  private var handle: OpaquePointer?

  init(_ folder: TemporaryFolder) throws {
    guard sqlite3_open(folder.path + "/rouse.sqlite", &handle) == SQLITE_OK,
      // Whoever still writes is waited for.
      sqlite3_busy_timeout(handle, 180_000) == SQLITE_OK,
      sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
    else { throw StorageError(.other, "holding the store", String(cString: sqlite3_errmsg(handle))) }
  }

  deinit { sqlite3_close(handle) }
}
