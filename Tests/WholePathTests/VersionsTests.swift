import Glibc
import TestSupport
import Testing

@testable import Storage

struct VersionsTests {
  /// The daemon was not restarted after an upgrade and starts the new version's helper, which sends more than it knows.
  @Test func anOldDaemonSeesTheCardThroughANewerScan() async throws {
    try await Clock.withoutDaemon { clock in
      let programs = clock.folder + "/programs"
      #expect(mkdir(programs, 0o700) == 0)
      let copied = try await clock.type(["cp \(Files.builtPrograms)/rouse-daemon \(programs)/"])
      #expect(copied.code == 0, "\(copied.errors)")
      let scan = programs + "/rouse-scan"
      try Files.write(
        """
        #!/bin/sh
        # Only `watch` has a line to the daemon.
        if [ "$1" = watch ]; then
          echo '{"hello":{"version":"9.0.0"}}' >&3
          exec \(Files.builtPrograms)/rouse-scan "$@" --later 5 --sooner
        fi
        exec \(Files.builtPrograms)/rouse-scan "$@"

        """, to: scan)
      #expect(chmod(scan, 0o700) == 0)
      try await clock.start(from: programs, card: true)
      _ = try await clock.ring()
      try await clock.bring("right")
      #expect(try await clock.events("dismiss_success_qr").count == 1)
      #expect(try await clock.events("device_failed").isEmpty)
      let said = clock.daemon?.errors ?? ""
      #expect(said.contains("rouse-scan says \"hello\"") && said.contains("watch has no option --later"), "\(said)")
    }
  }

  /// The status names the problem and the fix, armed alarms ring, and the store is kept for the version that made it.
  @Test(arguments: [
    (200, "newer", "install that version again, or move"), (11, "older", "or start over: `sudo systemctl stop rouse;"),
  ])
  func aStoreOfAnotherVersionIsToldInTheStatusAndKept(other: Int, age: String, fix: String) async throws {
    try await Clock.withoutDaemon { clock in
      try await clock.start(card: true)
      let id = try await clock.addAlarm("07:30", "--days", "mon-fri", "--label", "Work")
      _ = try await clock.end(SIGTERM)
      let store = clock.statePath + "/rouse.sqlite"
      // https://sqlite.org/fileformat2.html#user_version_number
      let version = Files.bytes(store)[60..<64].reduce(0) { $0 << 8 | Int($1) }
      try Self.change(store, "PRAGMA user_version = \(other); CREATE TABLE later (x); INSERT INTO later VALUES (7)")
      var printed = ""
      for _ in 0..<3 {
        let result = try await clock.launch().result()
        #expect(result.code == 78 && result.errors.contains("\(age) Rouse"), "\(result)")
        #expect(result.errors.contains(fix), "\(result.errors)")
        printed = result.errors
      }
      try await clock.start()
      let status = try await clock.words("status")
      for part in ["MINIMAL MODE", "\(age) Rouse", fix] { #expect(status.contains(part), "\(status)") }
      try await clock.expect(["alarm", "remove", "Work"], code: 75, says: "\(age) Rouse")
      #expect(try await clock.alarms.map(\.id) == [id])
      _ = try await clock.end(SIGTERM)
      // Without `sudo systemctl`, as the daemon is not a service here.
      let move = printed.split(separator: ";").first { $0.hasPrefix(" sudo sh ") }
      #expect((move != nil) == (age == "older"))
      if let move {
        let moved = try await clock.type([String(move.dropFirst(" sudo ".count))])
        #expect(moved.code == 0, "\(moved.errors)")
        try await clock.start()
        #expect(try await clock.status.minimal == nil)
        #expect(try await clock.alarms.isEmpty)
        _ = try await clock.end(SIGTERM)
        let back = try await clock.type(["cd \(clock.statePath) && rm rouse.sqlite* && mv old/* ."])
        #expect(back.code == 0, "\(back.errors)")
      }
      // The other version finds its store unchanged; this version plays its part.
      try Self.change(store, "SELECT 1 / (SELECT x = 7 FROM later); DROP TABLE later")
      #expect(Files.bytes(store)[60..<64] == [0, 0, 0, UInt8(other)])
      try Self.change(store, "PRAGMA user_version = \(version)")
      try await clock.start()
      #expect(try await clock.status.minimal == nil)
      #expect(try await clock.alarms.map(\.label) == ["Work"])
    }
  }

  private static func change(_ store: String, _ statements: String) throws {
    let database = try Database(path: store, readOnly: false)
    try database.execute(statements + "; PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
