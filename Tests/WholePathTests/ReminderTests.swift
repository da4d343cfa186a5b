import AlarmClock
import Control
import Glibc
import Testing

struct ReminderTests {
  @Test func aReminderIsSeenToldAnsweredAndKept() async throws {
    try await Clock.run(zone: "UTC") { clock in
      try await clock.succeed("settings", "set", "clock-source", "battery")
      try await clock.expect(["reminder"], code: 0, says: "no bedtime is set", "There was no reminder")
      _ = try await clock.addAlarm("+3h", "--label", "Work")
      // Bedtime is in 15 minutes, so the reminder 30 minutes before it is due.
      let now = try #require(RFC3339.parse(try await clock.status.clock.now))
      let bedtime = LocalTime(secondsOfDay: (now.seconds / 60 + 15) % 1440 * 60).text(.hours24)
      try await clock.succeed("settings", "set", "reminders", "test")
      try await clock.succeed("settings", "set", "bedtime", bedtime)

      try await clock.eventually("it is logged") { try await clock.events("reminder").count == 1 }
      let told = try #require(try await clock.events("reminder").first?.detail)
      #expect(told.contains("The clock has not been tested for a day. Work rings at "), "\(told)")
      #expect(try await clock.succeed("log", "--event", "reminder", "--json").contains(#""event":"reminder""#))
      var texts: Set<String> = []
      try await clock.eventually("it is seen") {
        texts.insert(try await clock.mock.display.text)
        return texts.contains { $0.contains("t it") || $0.contains("tEST") || $0.contains("test") }
      }
      let list = try await clock.decode(ListReminders.Reply.self, "reminder", "--json")
      let reminder = try #require(list.reminders.first)
      #expect(list.reminders.count == 1 && !reminder.read && list.silence == nil)
      #expect(told.hasPrefix("test (\(reminder.id)): ") && told.hasSuffix("`rouse test bedtime`"))

      #expect(try await clock.succeed("reminder", "show").contains("rouse test bedtime"))
      try await clock.expect(["reminder", "snooze", "--for", "20m"], code: ExitCode.usage.rawValue, says: "expires at")
      #expect(try await clock.succeed("reminder", "snooze", "--for", "5m").contains("comes again at "))
      #expect(try await clock.succeed("show", "list").isEmpty)
      try await clock.restart(SIGKILL)
      let kept = try await clock.decode(ListReminders.Reply.self, "reminder", "list", "--json").reminders
      #expect(kept.map(\.id) == [reminder.id] && kept[0].read && kept[0].due != nil)
      #expect(try await clock.succeed("reminder", "done") == "The reminder test (\(reminder.id)) is done.\n")
      #expect(try await clock.succeed("reminder", "off", "test") == "test is off.\n")
      #expect(try await clock.succeed("reminder", "on", "bedtime", "--at", "9:30pm").hasPrefix("bedtime is on: "))
      try await clock.expect(["reminder", "on", "moon"], code: ExitCode.usage.rawValue, says: "milestone")
    }
  }

  @Test func aReminderChimesSoftlyAndNotInQuietHoursAndATestWithdrawsIt() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "clock-source", "battery")
      try await clock.succeed("settings", "set", "reminder-sound", "chime")
      _ = try await clock.addAlarm("+3h", "--label", "Work")
      try await clock.succeed("settings", "set", "quiet", "05:45-06:15")
      try await clock.succeed("settings", "set", "reminders", "test")
      try await clock.succeed("settings", "set", "bedtime", "06:20")
      try await clock.eventually("it came") { try await clock.events("reminder").count == 1 }
      #expect(try await Self.heard(clock).isEmpty)
      try await clock.succeed("quiet", "off")
      try await clock.eventually("it is heard") { try await !Self.heard(clock).isEmpty }
      #expect(try await clock.events("reminder").count == 1)
      try await clock.eventually("it is silent") { try await !clock.mock.speaker.playing }
      // No louder than a message may be.
      let volumes = try await Self.heard(clock)
      #expect(volumes.allSatisfy { $0 <= 30 }, "\(volumes)")

      try await clock.eventually("it stands") { try await !clock.succeed("show", "list").isEmpty }
      _ = try await clock.rouse("test", "bedtime", "--for", "0s")
      try await clock.eventually("it is withdrawn") { try await clock.succeed("show", "list").isEmpty }
      let reminder = try #require(
        try await clock.decode(ListReminders.Reply.self, "reminder", "--json").reminders.first)
      #expect(reminder.withdrawn != nil && reminder.done == nil && reminder.due == nil)
      #expect(try await clock.succeed("reminder").contains("withdrawn"))
    }
  }

  private static func heard(_ clock: Clock) async throws -> [Int] {
    try await clock.mockHistory.compactMap { entry in
      // For example `tone 80%`.
      guard entry.device == "speaker", entry.action == "open" else { return nil }
      return entry.detail?.split(separator: " ").last.flatMap { Int($0.dropLast()) }
    }
  }
}
