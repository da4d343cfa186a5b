import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Storage

/// Manipulated files in place of backups and of the store, files that are not replaced, and a store whose lock another
/// program holds.
struct StoreTests {
  @Test func rowsOfNoGoodInTheStoreCostNoAlarmAndNoRing() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm("07:00", "--days", "daily", "--label", "Work")
      try await clock.succeed("timer", "start", "5m")
      try await clock.succeed("timer", "start", "7m", "--label", "tea")
      _ = try await clock.end(SIGTERM)
      let store = try Database(path: clock.statePath + "/rouse.sqlite", readOnly: false)
      for column in [
        "fade_in", "buzzer_after", "silence_after", "pre_alarm", "catch_up", "snooze_time", "wake_check", "cancel_lock",
      ] {
        for table in ["alarms", "rings"] { try store.execute("UPDATE \(table) SET \(column) = \(Int64.max)") }
      }
      try store.execute("UPDATE timers SET due_since_boot = \(Int64.max) WHERE label = 'tea'")
      try await clock.start()
      #expect(try await clock.alarms.map(\.id) == [id])
      try await clock.succeed("alarm", "list")
      try await clock.succeed("timer", "list")
      let text = try await clock.succeed("status")
      for word in ["STORE: ", "fade-in", "rouse alarm edit \(id) --", "timer "] {
        #expect(text.contains(word), "\(text)")
      }
      _ = try await clock.ring()
      try await clock.succeed("alarm", "list")
      try await clock.dismiss()
      #expect(try await clock.status.next?.label == "Work")
    }
  }

  @Test func onlyPlainFilesAreReplacedAndRowsOfNoGoodAreRefused() async throws {
    try await Clock.run { clock in
      let folder = clock.folder + "/out"
      for path in [folder, folder + "/folder"] { mkdir(path, 0o700) }
      mkfifo(folder + "/pipe", 0o600)
      for target in ["/dev/null", folder + "/pipe", folder + "/folder", folder + "/nothing"] {
        symlink(target, "\(folder)/link-to-\(target.split(separator: "/").last ?? "")")
      }
      // /dev/null under another name, if allowed.
      let isNode = mknod(folder + "/device", S_IFCHR | 0o600, 1 << 8 | 3) == 0
      let names = Files.names(folder).sorted()
      #expect(names.count == (isNode ? 7 : 6))
      for name in names {
        var (before, after) = (stat(), stat())
        #expect(lstat(folder + "/" + name, &before) == 0)
        try await clock.expect(
          ["backup", folder + "/" + name, "--force"], code: 73, says: "why:", "fix:", "regular files")
        #expect(lstat(folder + "/" + name, &after) == 0)
        #expect(before.st_ino == after.st_ino && before.st_mode == after.st_mode)
      }
      #expect(Files.names(folder).sorted() == names)

      // A link's target is replaced, and the link stays.
      try Files.write("old", to: folder + "/file")
      symlink("file", folder + "/link")
      try await clock.succeed("backup", folder + "/link", "--force")
      var status = stat()
      #expect(lstat(folder + "/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      #expect(Files.text(folder + "/file").hasPrefix("SQLite format 3"))

      // A row that is no good is refused without any escape sequence.
      let kept = try await clock.addAlarm("08:00", "--days", "daily")
      for id in ["char(27) || '[31m'", "''", "'../../x'", "hex(zeroblob(450000))"] {
        let path = clock.folder + "/copy"
        try await clock.succeed("backup", path, "--force")
        try Database(path: path, readOnly: false).execute("UPDATE alarms SET id = \(id)")
        let refused = try await clock.rouse("restore", path, "--yes")
        #expect(refused.code == 65 && refused.errors.contains("alarm in row 1"), "\(refused)")
        #expect(refused.errors.contains("DELETE FROM alarms"))
        #expect(!(refused.errors + refused.output).contains("\u{1B}") && refused.errors.utf8.count < 1000)
      }
      #expect(try await clock.alarms.map(\.id) == [kept])
    }
  }

  @Test func whatRangIsOverForPeopleThoughItsOutcomeIsStillToBeStoredAndAStopWaitsForThat() async throws {
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

      let id = try await clock.addAlarm("+2s")
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
