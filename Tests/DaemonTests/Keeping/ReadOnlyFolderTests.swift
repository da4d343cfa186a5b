import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon

/// Whether the tests may mount a file system, which takes CAP_SYS_ADMIN.
let canMount: Bool = {
  do {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path, Int32(MNT_DETACH)) == 0
  } catch {
    return false
  }
}()

@Suite struct ReadOnlyFolderTests {
  @Test(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN"))
  func aReadOnlyFolderIsRungFromAndChangesAreRefused() async throws {
    let folder = try TemporaryFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=4m") == 0)
    defer { umount2(folder.path, Int32(MNT_DETACH)) }
    do {
      let rig = try await LedgerRig(folder)
      try await rig.enroll("bath")
      try await rig.add("07:30", days: "daily")
    }
    #expect(
      await eventually { mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 })

    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1860))
    #expect(rig.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
    #expect(await !StorageView(rig.ledger).writable)
    #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
    #expect(try await code { try await rig.set("volume", to: "5") } == .cannotWrite)
    #expect(try await code { try await rig.enroll("door") } == .cannotWrite)
    #expect(rig.views.all.count == 1)
    #expect(rig.inForce.book.settings.volume == 80)
    await rig.ledger.record(.dismissed(cardID: "x"), of: rig.interrupted[0].armed, at: rig.time.now)
    #expect(rig.views.all.map(\.ringing) == [false])
  }
}
