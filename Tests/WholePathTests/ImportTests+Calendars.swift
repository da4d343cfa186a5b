import AlarmClock
import Control
import TestSupport
import Testing

/// Imported calendars that skip more than holidays.
extension ImportTests {
  @Test func aCalendarThatSkipsMoreThanHolidaysDoHasToBeConfirmed() async throws {
    try await twoClocks { bedroom, kitchen in
      let file = bedroom.folder + "/all.ics"
      let today = try await bedroom.type(["date +%Y%m%d"]).output.filter(\.isNumber)
      let event = "DTSTART;VALUE=DATE:\(today)\nRRULE:FREQ=DAILY;COUNT=21\nSUMMARY:Off"
      try Files.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n", to: file)
      try await bedroom.succeed("calendar", "add", file, "--name", "all", "--yes", "--socket", kitchen)
      for choice in ImportChoice.allCases {
        let refused = try await pipe("--\(choice)", bedroom, from: kitchen)
        #expect(refused.code == (choice == .theirs ? 64 : 1) && refused.errors.contains("`--yes`"), "\(refused)")
        #expect(choice == .theirs || refused.errors.contains("its calendar all: it would skip "))
      }
      #expect(try await rules(bedroom) == ["Work Mon-Fri 07:30"])
      #expect(try await !bedroom.succeed("calendar", "list").contains("all"))
      let done = try await pipe("--theirs --yes", bedroom, from: kitchen)
      #expect(done.code == 0 && done.output.contains("look twice: it would skip "), "\(done)")
      #expect(try await bedroom.succeed("calendar", "list").contains("all"))
    }
  }

  @Test func calendarsThatOnlyTogetherSkipMoreHaveToBeConfirmedToo() async throws {
    try await twoClocks { bedroom, kitchen in
      // Two weeks from today; each calendar takes every second day.
      for (name, first) in [("odd", 1), ("even", 2)] {
        let start = try await bedroom.type(["date -d '+\(first) days' +%Y%m%d"]).output.filter(\.isNumber)
        let event = "DTSTART;VALUE=DATE:\(start)\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=7\nSUMMARY:Off"
        let file = bedroom.folder + "/\(name).ics"
        try Files.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n", to: file)
        try await bedroom.succeed("calendar", "add", file, "--name", name, "--yes", "--socket", kitchen)
      }
      let refused = try await pipe("--mine", bedroom, from: kitchen)
      #expect(refused.code == 1, "\(refused)")
      #expect(refused.output.contains("  Look twice: its 2 calendars together would skip "), "\(refused)")
      #expect(refused.errors.contains("its 2 calendars together would skip ") && refused.errors.contains("`--yes`"))
      #expect(try await !bedroom.succeed("calendar", "list").contains("odd"))
      try #require(try await pipe("--theirs --yes", bedroom, from: kitchen).code == 0)
      #expect(try await bedroom.succeed("calendar", "list").contains("even"))
    }
  }
}
