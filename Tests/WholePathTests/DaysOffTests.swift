import AlarmClock
import Control
import Testing

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
      try await clock.expect(["alarm", "add", "07:30", "--days", "mon", "--every", "2w"], code: 64, says: "--from")
      #expect(try await clock.rouse("alarm", "add").code == 64)
      // Shifts may begin with a day off.
      let id = try await clock.addAlarm("--cycle", "- 05:30 05:30", "--from", "2030-12-01")
      try await clock.succeed("alarm", "edit", id, "--cycle", "- - 05:30")
      #expect(try await clock.alarms.first { $0.id == id }?.rule == "shifts - - 05:30 from 2030-12-01")
    }
  }

  @Test func aPauseOfAnotherThingOrOtherDaysKeepsItsOwn() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let id = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work", "--group", "work")
      func pauses() async throws -> [String] {
        try await clock.decode(ListPauses.Reply.self, "pause", "--json").pauses.map { "\($0.name) \($0.until)" }
      }
      let (soon, later, last) = ("2027-04-08", "2027-04-25", "2027-04-27")
      try await clock.succeed("pause", "--alarm", "Work", "--until", soon)
      let ahead = try await clock.succeed("pause", "--group", "work", "--from", later, "--until", last)
      #expect(ahead.contains("from"), "\(ahead)")
      try await clock.succeed("pause", "--alarm", "Work", "--from", later, "--until", last)
      #expect(try await Set(pauses()) == ["Work \(soon)", "work 2 \(last)", "Work 3 \(last)"])
      // The same dates again, or a given name, replace the earlier pause.
      let next = "2027-04-09"
      let replaced = try await clock.rouse("pause", "--alarm", "Work", "--until", next)
      #expect(replaced.errors.contains(", for Work") && replaced.errors.contains("`rouse undo`"), "\(replaced)")
      #expect(try await Set(pauses()) == ["Work \(next)", "work 2 \(last)", "Work 3 \(last)"])
      // The command that the status suggests works.
      let tomorrow = "2027-04-06"
      let words = try await clock.words("status")
      let command = words.firstMatch(of: /to make it ring: `rouse ([^`]*)`/)?.1.split(separator: " ").map(String.init)
      let unskip = try #require(command)
      #expect(unskip.starts(with: ["alarm", "unskip", id, "--on"]), "\(words)")
      _ = try await clock.rouse(unskip)
      #expect(try await clock.alarms.first?.next?.time.prefix(10) ?? "" <= tomorrow)
      try await clock.expect(["pause", "--group", "none", "--until", next], code: 64, says: "leave `--group` out")
      try await clock.succeed("pause", "--until", next)
      for words in [["alarm", "list"], ["alarm", "show", "Work"]] {
        #expect(try await clock.rouse(words).errors.contains("Repeating alarms are skipped until"), "\(words)")
      }
    }
  }

  @Test func aPauseWithANameSkipsOneRingAndIsListedAndEnded() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let id = try await clock.addAlarm("06:00:25", "--days", "daily", "--label", "Work", "--group", "office")
      let until = "2027-04-08"
      let set = try await clock.succeed("pause", "--group", "office", "--until", until, "--name", "trip")
      #expect(set.hasPrefix("The pause trip: the alarms of the group office are skipped until"), "\(set)")
      #expect(try await clock.succeed("alarm", "list").contains("skipped: pause trip"))
      #expect(try await clock.succeed("status").contains("pause trip"))
      #expect(try await clock.succeed("pause").contains("To end it: `rouse pause off trip`."))
      #expect(try await clock.decode(ListPauses.Reply.self, "pause", "--json").pauses.map(\.name) == ["trip"])
      try await clock.eventually("it was skipped") { try await clock.events("skipped").map(\.detail) == ["pause trip"] }
      #expect(try await clock.events("fired").isEmpty)
      #expect(try await clock.succeed("pause", "off", "trip").hasPrefix("The pause trip is over."))
      #expect(try await clock.succeed("undo").contains("the pause trip is back."))
      #expect(try await clock.rouse("pause", "off", "nobody").code == 1)
      #expect(try await clock.rouse("pause", "--name", "x").code == 64)
      #expect(try await clock.status.misses.isEmpty)
      #expect(try await clock.alarms.first { $0.id == id }?.skipReason == "pause trip")
    }
  }
}
