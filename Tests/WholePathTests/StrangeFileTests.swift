import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Storage

/// Manipulated files in place of backups and of the store, and files that are not replaced.
struct StrangeFileTests {
  private func copy(of clock: Clock, _ sql: String) async throws -> String {
    let path = clock.folder + "/copy"
    try await clock.succeed("backup", path, "--force")
    for part in sql.split(separator: ";") {
      try Database(path: path, readOnly: false).execute(String(part))
    }
    return path
  }

  private static let durations = [
    "fade_in", "buzzer_after", "silence_after", "pre_alarm", "catch_up", "snooze_time", "wake_check", "cancel_lock",
  ]

  @Test func rowsOfNoGoodInTheStoreCostNoAlarmAndNoRing() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm("07:00", "--days", "daily", "--label", "Work")
      try await clock.succeed("timer", "start", "5m")
      try await clock.succeed("timer", "start", "7m", "--label", "tea")
      _ = try await clock.end(SIGTERM)
      let store = try Database(path: clock.statePath + "/rouse.sqlite", readOnly: false)
      for column in Self.durations {
        try store.execute("UPDATE alarms SET \(column) = 9223372036854775807")
        try store.execute("UPDATE rings SET \(column) = 9223372036854775807")
      }
      try store.execute("UPDATE timers SET due_since_boot = 9223372036854775807 WHERE label = 'tea'")
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
      mkdir(folder, 0o700)
      mkdir(folder + "/folder", 0o700)
      mkfifo(folder + "/pipe", 0o600)
      symlink("/dev/null", folder + "/link-to-device")
      symlink(folder + "/pipe", folder + "/link-to-pipe")
      symlink(folder + "/folder", folder + "/link-to-folder")
      symlink(folder + "/nothing", folder + "/link-to-nothing")
      // /dev/null under another name, if allowed.
      let isNode = mknod(folder + "/device", S_IFCHR | 0o600, 1 << 8 | 3) == 0
      let names = Files.names(folder).sorted()
      #expect(names.count == (isNode ? 7 : 6))
      for name in names {
        var (before, after) = (stat(), stat())
        #expect(lstat(folder + "/" + name, &before) == 0)
        try await clock.expect(
          ["backup", folder + "/" + name, "--force"], code: 73, says: "why:", "fix:", "plain files")
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
        let path = try await copy(of: clock, "UPDATE alarms SET id = \(id)")
        let refused = try await clock.rouse("restore", path, "--yes")
        #expect(refused.code == 65)
        #expect(refused.errors.contains("alarm in row 1") && refused.errors.contains("DELETE FROM alarms"))
        #expect(!(refused.errors + refused.output).contains("\u{1B}") && refused.errors.utf8.count < 1000)
      }
      #expect(try await clock.alarms.map(\.id) == [kept])
    }
  }
}
