import Glibc
import Testing

@testable import Daemon

/// The copy of what was there before.
extension ImportTests {
  @Test func noNameOfACopyIsGivenTwiceInADay() async throws {
    try await twoClocks { rig, folder, bytes in
      let backups = folder.path + "/backups"
      mkdir(backups, 0o700)
      // The first ones have made room for later ones.
      for name in [
        "rouse-2026-11-21-before-import-9", "rouse-2026-11-21-before-restore-12", "rouse-2026-11-21-before-import-x",
      ] {
        fclose(fopen("\(backups)/\(name).sqlite", "w"))
      }
      let done = try await Self.take(bytes, rig, Self.theirs)
      #expect(done.before?.hasSuffix("/rouse-2026-11-21-before-import-10.sqlite") == true)
    }
  }
}
