import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

/// Calendars with more than public holidays, such as Google's.
extension CalendarTests {
  /// Writes a calendar with an event every second day from `date`, each given as `Name: description`.
  private static func file(_ events: [String], _ date: LocalDate, in clock: Clock) throws -> String {
    let text = events.enumerated().map { number, event in
      let parts = event.split(separator: ": ", maxSplits: 1)
      let description = parts.count > 1 ? "DESCRIPTION:\(parts[1])\r\n" : ""
      let day = date.adding(days: number * 2).description.filter { $0 != "-" }
      return "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:\(day)\r\n\(description)SUMMARY:\(parts[0])\r\nEND:VEVENT\r\n"
    }
    return try write("BEGIN:VCALENDAR\r\n\(text.joined())END:VCALENDAR\r\n", in: clock)
  }

  private static func names(_ clock: Clock) async throws -> [String] {
    try await clock.decode(ShowCalendar.Reply.self, "calendar", "show", "holidays", "--json").days.map(\.name)
  }

  @Test func observancesAndHolidaysOfRegionsRing() async throws {
    try await run { clock, date in
      let file = try Self.file(
        [
          "Tax Day: Observance\\nTo hide observances\\, go to Google Calendar Settings > Holidays in United States",
          "Christmas: Public holiday", "Friday: Public holiday in California\\, Florida",
        ], date, in: clock)
      let added = try await clock.rouse("calendar", "add", file, "--yes")
      #expect(added.code == 0)
      #expect(added.output.contains("It skips 1 ring:") && added.output.contains(": Christmas\n"), "\(added.output)")
      let unfolded = added.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(unfolded.contains("left out, so alarms ring: 1 x \"Observance\" (as Tax Day)"), "\(added.errors)")
      #expect(try await Self.names(clock) == ["Christmas"])
      #expect(try await clock.status.next?.time.hasPrefix(date.description) == true)
      try await clock.succeed("calendar", "add", file, "--only", "observ", "--only", "Florida", "--except", "friday")
      #expect(try await Self.names(clock) == ["Tax Day"])
    }
  }

  @Test func wordsThatAreNotKnownAreAskedAbout() async throws {
    try await run { clock, date in
      let file = try Self.file(["One: Vapaa", "Two: Muu", "Three: Vapaa"], date, in: clock)
      for words in [["calendar", "add", file], ["calendar", "add", file, "--yes"], ["calendar", "add", "-"]] {
        let refused = try await clock.rouse(words, input: file)
        #expect(refused.code == ExitCode.usage.rawValue, "\(refused.errors)")
        let unfolded = refused.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(unfolded.contains("2 x \"Vapaa\" (as One), 1 x \"Muu\" (as Two)"), "\(refused.errors)")
        #expect(unfolded.contains("`--only TEXT`") && unfolded.contains("--only '\"Vapaa\"'"), "\(refused.errors)")
      }
      #expect(try await Self.calendars(clock).isEmpty)

      let terminal = try clock.atTerminal(["calendar", "add", file])
      try await terminal.untilSaid("all or none: ")
      terminal.type("3\n")
      try await terminal.untilSaid("from 1 to 2")
      terminal.type("1\n")
      #expect(try await terminal.code() == 0)
      #expect(try await Self.names(clock) == ["One", "Three"])
      // The next file of that name is filtered the same way.
      try await clock.succeed("calendar", "add", try Self.file(["X: Muu", "Y: Vapaa", "Z: Uusi"], date, in: clock))
      #expect(try await Self.names(clock) == ["Y"])
      #expect(try await clock.succeed("calendar", "show", "holidays").contains("whose description has: \"Vapaa\"."))
    }
  }

  @Test func theCommandThatIsNamedKeepsThePublicHolidays() async throws {
    try await run { clock, date in
      let events = ["Day: Public holiday", "Far: Public holiday in Utah", "Odd: Strange", "Half: Strange in Utah"]
      let refused = try await clock.rouse("calendar", "add", try Self.file(events, date, in: clock))
      #expect(refused.code == ExitCode.usage.rawValue)
      #expect(refused.errors.contains("--only '\"Public holiday\"' --only '\"Strange\"'"), "\(refused.errors)")
      try await clock.succeed(
        "calendar", "add", clock.folder + "/holidays.ics", "--only", "\"Public holiday\"", "--only", "\"Strange\"")
      #expect(try await Self.names(clock) == ["Day", "Odd"])
    }
  }

  @Test func anEndlessDayCountsOnAndTheEndOfTheOthersIsTold() async throws {
    try await run { clock, date in
      let day = { (days: Int) in date.adding(days: days).description.filter { $0 != "-" } }
      let file = try Self.write(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:\(day(2))\nRRULE:FREQ=YEARLY\nSUMMARY:Christmas\nEND:VEVENT\n"
          + [3, 9].map { "BEGIN:VEVENT\nDTSTART:\(day($0))\nSUMMARY:Feast\nEND:VEVENT\n" }.joined()
          + "END:VCALENDAR\n", in: clock)
      let added = try await clock.rouse("calendar", "add", file)
      #expect(added.errors.contains("its other days end \(date.adding(days: 9))"), "\(added.errors)")
      #expect(try await Self.names(clock).count { $0 == "Christmas" } >= 9)
      #expect(try await clock.status.endingCalendars.map(\.end) == [date.adding(days: 9).description])
    }
  }
}
