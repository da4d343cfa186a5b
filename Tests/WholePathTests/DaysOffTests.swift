import AlarmClock
import Control
import Testing

/// Weeks that are not alike, as people set them and see them.
@Suite struct DaysOffTests {
  @Test func rulesAndDatesAreToldInWords() async throws {
    try await Clock.run(zone: "UTC") { clock in
      let monday = "2030-12-02"
      _ = try await clock.addAlarm("07:30", "--days", "mon", "--every", "2w", "--from", monday, "--label", "Bins")
      let shifts = try await clock.addAlarm(
        "--cycle", "05:30 05:30 13:30 - -", "--from", monday, "--label", "Shift", "--group", "Work")
      let list = try await clock.succeed("alarm", "list")
      #expect(list.contains("every second Monday 07:30 from 2030-12-02"), "\(list)")
      #expect(list.contains("shifts 05:30 05:30 13:30 - - from 2030-12-02"), "\(list)")
      let moved = try await clock.succeed("alarm", "move", "Shift", "--on", "2030-12-03", "--to", "6am")
      #expect(moved.contains("dates - → 2030-12-03 06:00"), "\(moved)")
      try await clock.succeed("alarm", "skip", "Shift", "--on", "2030-12-04", "2030-12-07")
      let shown = try await clock.succeed("alarm", "show", "Shift")
      #expect(shown.contains("Tue 2030-12-03 moved to 06:00") && shown.contains("Sat 2030-12-07 skipped"), "\(shown)")
      #expect(shown.contains("work"))
      let next = try await clock.succeed("next", "--count", "4")
      #expect(next.contains("2030-12-03 06:00") && next.contains("skipped"), "\(next)")
      try await clock.succeed("alarm", "unskip", "Shift", "--on", "2030-12-03", "2030-12-04")
      #expect(try await clock.alarms.first { $0.id == shifts }?.exceptions.map(\.date) == ["2030-12-07"])
      let refused = try await clock.rouse("alarm", "add", "07:30", "--days", "mon", "--every", "2w")
      #expect(refused.code == 64 && refused.errors.contains("--from"), "\(refused.errors)")
      #expect(try await clock.rouse("alarm", "add").code == 64)
    }
  }

  @Test func aPauseWithANameSkipsOneRingAndIsListedAndEnded() async throws {
    try await Clock.run(zone: "UTC") { clock in
      let time = CalmTests.timeOfDay(in: 25)
      let id = try await clock.addAlarm(time, "--days", "daily", "--label", "Work", "--group", "office")
      let until = CalmTests.date(inDays: 3)
      let set = try await clock.succeed("pause", "--group", "office", "--until", until, "--name", "trip")
      #expect(set.hasPrefix("The pause trip: the alarms of the group office are skipped until"), "\(set)")
      #expect(try await clock.succeed("alarm", "list").contains("skipped: pause trip"))
      #expect(try await clock.succeed("status").contains("pause trip"))
      #expect(try await clock.succeed("pause").contains("To end that: `rouse pause off trip`."))
      #expect(try await clock.decode(ListPauses.Reply.self, "pause", "--json").pauses.map(\.name) == ["trip"])
      try await clock.eventually("it was skipped") { try await clock.events("skipped").map(\.detail) == ["pause trip"] }
      #expect(try await clock.events("fired").isEmpty)
      #expect(try await clock.succeed("pause", "off", "trip").hasPrefix("The pause trip is over."))
      #expect(try await clock.succeed("undo").contains("the pause trip is there again."))
      #expect(try await clock.rouse("pause", "off", "nobody").code == 1)
      #expect(try await clock.rouse("pause", "--name", "x").code == 64)
      #expect(try await clock.status.misses.isEmpty)
      #expect(try await clock.alarms.first { $0.id == id }?.skipReason == "pause trip")
    }
  }
}
