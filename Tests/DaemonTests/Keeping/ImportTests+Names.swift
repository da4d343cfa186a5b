import AlarmClock
import Control
import Glibc
import Testing

@testable import Daemon

/// Names of imported and skipped alarms, and of the copy of the previous state.
extension ImportTests {
  @Test func bothHaveTheirOwnIDs() async throws {
    let (rig, bytes) = try await twoClocks()
    let done = try await Self.take(bytes, rig, Self.both)
    #expect(rig.views.all.map(\.label) == ["Work", "Nap", "Work 2"])
    let id = try #require(rig.views.all.last).id
    #expect(done.added == 1)
    #expect(done.notes == ["Another alarm is called Work, so one that came is called Work 2 (\(id))."])
    #expect(Set(rig.views.all.map(\.id)).count == 3)
    #expect(rig.scheduler.upcoming.count == 3)
    #expect(try await Self.isIdle(bytes, rig, Self.both))
    #expect(try await Self.isIdle(bytes, rig, Self.mine))
  }

  @Test func namesTheAlarmsThatAreLeftOut() async throws {
    let other = try await Self.clock()
    try await other.add("07:05")
    _ = try await other.add(AlarmInput(time: "07:10", label: "Train"))
    _ = try await other.add(AlarmInput(time: "09:10", label: "Boat"))
    let bytes = try await RestoreTests.bytes(other)
    let rig = try await LedgerRig(enrolling: "bath", at: morning + .seconds(3600))
    let compared = try await Self.compare(bytes, rig)
    let ids = compared.books.leftOut.map(\.id)
    #expect(
      ImportViews(compared, like: rig.views).facts.leftOut
        == ["\(ids[0]) 2026-11-21 07:05", "Train (\(ids[1])) 2026-11-21 07:10"])
    #expect(try await Self.take(bytes, rig, Self.theirs).added == 2)
    #expect(rig.views.all.map(\.label) == ["Work", "Boat"])
  }

  @Test func noNameOfACopyIsGivenTwiceInADay() async throws {
    let (rig, bytes) = try await twoClocks()
    let backups = rig.folder.path + "/backups"
    mkdir(backups, 0o700)
    // The numbers below these are free again because older copies were deleted; they are not reused.
    for name in [
      "rouse-2026-11-21-before-import-9", "rouse-2026-11-21-before-restore-12", "rouse-2026-11-21-before-import-x",
    ] {
      fclose(fopen("\(backups)/\(name).sqlite", "w"))
    }
    let done = try await Self.take(bytes, rig, Self.theirs)
    #expect(done.before?.hasSuffix("/rouse-2026-11-21-before-import-10.sqlite") == true)
  }
}
