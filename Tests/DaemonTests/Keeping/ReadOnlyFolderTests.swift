import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon

/// Whether a file system can be mounted, which takes CAP_SYS_ADMIN.
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
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      try await desk.add("07:30", days: "daily")
    }
    #expect(
      await eventually { mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 })

    let desk = try await Desk.reopened(folder, at: morning + .seconds(1860))
    #expect(desk.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
    #expect(desk.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
    #expect(await !StorageView(desk.ledger).writable)
    #expect(try await code { try await desk.add("08:00") } == .cannotWrite)
    #expect(try await code { try await desk.set("volume", to: "5") } == .cannotWrite)
    #expect(try await code { try await desk.enroll("door") } == .cannotWrite)
    #expect(desk.views.all.count == 1)
    #expect(desk.inForce.book.settings.volume == 80)
    // What rings ends all the same.
    await desk.ledger.record(.dismissed(cardID: "x"), of: desk.interrupted[0].armed, at: desk.time.now)
    #expect(desk.views.all.map(\.ringing) == [false])
  }
}
