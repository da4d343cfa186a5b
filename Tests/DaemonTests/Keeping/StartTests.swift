import Control
import Glibc
import Storage
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct StartTests {
  /// A folder with a daily alarm at 07:30, left half an hour before.
  private func folderWithAnAlarm() async throws -> TemporaryFolder {
    try await LedgerRig(enrolling: "bath", daily: "07:30").folder
  }

  /// Each reading of the clock takes a millisecond, so that the alarm comes due at every step of the start in turn.
  @Test(arguments: 0..<40)
  func anAlarmThatComesDueDuringTheStartRings(milliseconds: Int) async throws {
    let folder = try await folderWithAnAlarm()
    let due = morning + .seconds(1800)
    let rig = try await LedgerRig.reopened(folder, at: due - .milliseconds(milliseconds), tick: .milliseconds(1))
    let kept = rig.interrupted.map(\.armed) + rig.scheduler.ringing + rig.scheduler.upcoming
    #expect(kept.contains { $0.due == due })
    #expect(try Store(path: folder.store).openRings().contains { $0.armed.due == due })
  }

  /// The scheduler's thread may wake a moment after the user's change.
  @Test func aChangeAtTheMomentOfDueTakesNothingAway() async throws {
    let folder = try await folderWithAnAlarm()
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1799))
    let due = try #require(rig.scheduler.next)
    rig.time.advance(by: .seconds(1))
    _ = try await rig.edit(due.plan.alarmID, AlarmInput(time: "08:00"))
    #expect(rig.scheduler.ringing.map(\.id) == [due.id])
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-21T08:00")
    #expect(try Store(path: folder.store).openRings().map(\.armed.due) == [due.due, due.due + .seconds(1800)])
  }

  @Test func aStoreThatWasDeletedTakesNoChanges() async throws {
    let folder = try await folderWithAnAlarm()
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(unlink(folder.store) == 0)
    #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
    #expect(await StorageView(rig.ledger).writable == false)
    #expect(rig.scheduler.next != nil)
  }
}
