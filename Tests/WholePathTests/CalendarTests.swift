import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@Suite struct CalendarTests {
  /// Runs a test with a clock that rings every morning, and with the date of its next ring.
  func run(_ test: (Clock, LocalDate) async throws -> Void) async throws {
    try await Clock.run { clock in
      _ = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work")
      try await test(clock, try await Self.nextDate(clock))
    }
  }

  static func nextDate(_ clock: Clock) async throws -> LocalDate {
    let next = try #require(try await next(clock).first)
    return try #require(LocalDate(String(next.time.prefix(10))))
  }

  static func next(_ clock: Clock) async throws -> [OccurrenceView] {
    try await clock.decode(NextOccurrences.Reply.self, "next", "--json").occurrences
  }

  static func write(
    _ days: [(LocalDate, String)], to name: String = "holidays.ics", in clock: Clock
  ) throws -> String {
    let events = days.map { date, title in
      "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:\(date.description.filter { $0 != "-" })\r\nSUMMARY:\(title)\r\nEND:VEVENT\r\n"
    }
    return try write(
      "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Feasts\r\n\(events.joined())END:VCALENDAR\r\n", to: name, in: clock)
  }

  static func write(_ text: String, to name: String = "holidays.ics", in clock: Clock) throws -> String {
    let path = clock.folder + "/" + name
    try Files.write(text, to: path)
    return path
  }

  static func calendars(_ clock: Clock) async throws -> [CalendarView] {
    try await clock.decode(ListCalendars.Reply.self, "calendar", "list", "--json").calendars
  }

  @Test func aHolidaySkipsARingAndIsNamedUntilItIsTakenBack() async throws {
    try await run { clock, date in
      let file = try Self.write([(date, "1st day of Christmas"), (date.adding(days: 400), "Far")], in: clock)
      let added = try await clock.rouse(["calendar", "add", "-"], input: file)
      #expect(added.code == 0 && added.output.hasPrefix("The calendar Feasts has 2 days until "), "\(added)")
      #expect(added.output.contains("It skips 2 rings:") && added.output.contains(": 1st day of Christmas\n"))
      let shown = try await clock.decode(ShowCalendar.Reply.self, "calendar", "show", "Feasts", "--json")
      #expect(shown.days.map(\.name) == ["1st day of Christmas", "Far"])
      #expect(shown.days.first?.date == date.description)
      #expect(try await clock.succeed("calendar", "show", "Feasts").contains("1st day of Christmas"))
      #expect(try await Self.next(clock).first?.special.contains { $0.hasPrefix("skipped") } == true)
      #expect(try await clock.status.next?.time.hasPrefix(date.adding(days: 1).description) == true)
      try await clock.succeed("alarm", "unskip", "Work")
      #expect(try await clock.status.next?.time.hasPrefix(date.description) == true)
    }
  }

  @Test func whatSkipsMoreThanHolidaysDoHasToBeConfirmed() async throws {
    try await run { clock, date in
      let file = try Self.write((0..<5).map { (date.adding(days: $0), "Trap \($0)") }, in: clock)
      try await clock.expect(
        ["calendar", "add", file], code: ExitCode.nothingFound.rawValue, says: "5 rings of Work", "`--yes`")
      #expect(try await Self.calendars(clock).isEmpty)

      for (answer, code, days) in [("no", ExitCode.nothingFound.rawValue, [Int]()), ("yes", 0, [5])] {
        let terminal = try clock.atTerminal(["calendar", "add", file])
        try await terminal.answer("Type yes to go on: ", answer)
        #expect(try await terminal.code() == code)
        #expect(try await Self.calendars(clock).map(\.dayCount) == days)
      }

      // The same calendar again needs no confirmation, and undo brings a removed one back.
      try await clock.succeed("calendar", "add", file)
      try await clock.succeed("calendar", "remove", "holidays")
      #expect(try await Self.calendars(clock).isEmpty)
      try await clock.succeed("undo")
      #expect(try await Self.calendars(clock).count == 1)
      try await clock.succeed("calendar", "add", file, "--name", "other", "--skip", "Work", "--yes")
      #expect(try await Self.calendars(clock).map(\.name) == ["holidays", "other"])
    }
  }

  @Test func aCalendarThatRunsOutSaysSoUntilTheNextYearIsAddedAlsoBesideAnEndlessDay() async throws {
    try await run { clock, date in
      let file = try Self.write([(date.adding(days: 3), "Last")], in: clock)
      try await clock.expect(
        ["calendar", "add", file], code: 0, says: "add next year's: `rouse calendar add FILE --name holidays`")
      let status = try await clock.status
      #expect(status.endingCalendars == [.init(name: "holidays", end: date.adding(days: 3).description)])
      #expect(try await clock.succeed("status").contains("ENDING: the calendar holidays ends"))
      #expect(try await clock.rouse("doctor", "--json").output.contains("\"check\":\"holidays\""))
      #expect(try await Self.calendars(clock).first?.ending == true)

      let longer = try Self.write([(date.adding(days: 300), "Next year")], to: "next.ics", in: clock)
      try await clock.succeed("calendar", "add", longer, "--name", "holidays")
      #expect(try await clock.status.endingCalendars.isEmpty)
      #expect(try await Self.calendars(clock).map(\.dayCount) == [1])

      let day = { (days: Int) in date.adding(days: days).description.filter { $0 != "-" } }
      let endless = try Self.write(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:\(day(2))\nRRULE:FREQ=YEARLY\nSUMMARY:Christmas\nEND:VEVENT\n"
          + [3, 9].map { "BEGIN:VEVENT\nDTSTART:\(day($0))\nSUMMARY:Feast\nEND:VEVENT\n" }.joined()
          + "END:VCALENDAR\n", in: clock)
      let added = try await clock.rouse("calendar", "add", endless)
      #expect(added.errors.contains("its other days end \(date.adding(days: 9))"), "\(added.errors)")
      #expect(try await Self.names(clock).count { $0 == "Christmas" } >= 9)
      #expect(try await clock.status.endingCalendars.map(\.end) == [date.adding(days: 9).description])
    }
  }

  private static let hostile: [(text: String, reason: String)] = [
    ("", "not an iCalendar file"), ("<html>", "not an iCalendar file"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T100000Z\nEND:VEVENT\nEND:VCALENDAR\n", "has no days off"),
    (
      "BEGIN:VCALENDAR\n"
        + String(repeating: "BEGIN:VEVENT\nDTSTART:20000101\nRRULE:FREQ=DAILY\nSUMMARY:x\nEND:VEVENT\n", count: 2000)
        + "END:VCALENDAR\n", "more days than can be checked"
    ),
    ("BEGIN:VCALENDAR\n" + String(repeating: "x\n", count: 300_000), "more than 200000 lines"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "x", count: 5_100_000), "longer than 5 MB"),
    (String(repeating: "BEGIN:VCALENDAR\n", count: 1000), "more than 20 deep"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 10_001), "more than 10000 events"),
  ]

  @Test func whatIsOutOfBoundsIsRefusedWithItsReasonAndTheServiceTakesNothingOnTrust() async throws {
    try await run { clock, date in
      for (text, reason) in Self.hostile {
        let file = try Self.write(text, in: clock)
        for words in [["calendar", "add", file, "--yes"], ["calendar", "add", "-", "--yes"]] {
          let refused = try await clock.rouse(words, input: file)
          #expect(refused.code == ExitCode.badData.rawValue, "\(reason): \(refused.errors)")
          #expect(refused.errors.contains(reason) && refused.errors.contains("nothing was changed"), "\(refused)")
        }
      }
      let missing = clock.folder + "/missing.ics"
      #expect(try await clock.rouse("calendar", "add", missing).code == ExitCode.noSuchFile.rawValue)
      #expect(try await clock.rouse("calendar", "show", "nothing").code == ExitCode.nothingFound.rawValue)
      #expect(try await Self.calendars(clock).isEmpty)

      let client = try ControlClient(path: clock.socketPath, isGiven: true)
      let good = CalendarInput(calendarName: "a", alarm: nil, group: nil, days: [date.description: "Day"])
      func refusal(_ change: (inout CalendarInput) -> Void) -> ControlError? {
        var input = good
        change(&input)
        do throws(ControlError) { _ = try client.send(AddCalendar(input: input, confirmed: true)) } catch {
          return error
        }
        return nil
      }
      #expect(refusal { $0.days = [:] }?.code == .badData)
      #expect(refusal { $0.days = ["tomorrow": "Day"] }?.code == .usage)
      #expect(refusal { $0.days = [date.description: String(repeating: "x", count: 101)] }?.code == .usage)
      #expect(refusal { $0.days = [date.description: "a\u{1B}[2J"] }?.code == .usage)
      #expect(refusal { $0.calendarName = "" }?.code == .usage)
      #expect(refusal { $0.calendarName = String(repeating: "x", count: 41) }?.code == .usage)
      #expect(refusal { $0.alarm = "nobody" }?.code == .nothingFound)
      #expect(refusal { ($0.alarm, $0.group) = ("Work", "all") }?.code == .usage)
      let start = LocalDate(year: 2000, month: 1, day: 1)
      let many = (0...HolidayCalendar.mostDays).compactMap { start?.adding(days: $0).description }
      #expect(refusal { $0.days = Dictionary(uniqueKeysWithValues: many.map { ($0, "") }) }?.code == .tryAgain)
      #expect(try await Self.calendars(clock).isEmpty)
      for number in 0..<HolidayCalendar.most { #expect(refusal { $0.calendarName = "c\(number)" } == nil) }
      #expect(refusal { $0.calendarName = "one more" }?.code == .tryAgain)
    }
  }

  @Test func whatIsNotUnderstoodIsNamedAndTheComingRingsAreWrittenAlikeEachTime() async throws {
    try await run { clock, date in
      let read = try Self.write([(date.adding(days: 1), "\u{1B}[31mRed\\nDay")], in: clock)
      try Files.write(Files.text(read).replacing("X-WR-CALNAME", with: "nonsense\r\nX-WR-CALNAME"), to: read)
      let added = try await clock.rouse("calendar", "add", read)
      #expect(added.code == 0 && added.output.contains("?[31mRed Day"), "\(added)")
      #expect(added.errors.contains("line 2: `nonsense` is not a calendar line"))
      let file = clock.folder + "/rings.ics"
      try await clock.succeed("calendar", "export", "--days", "5", "--output", file)
      let written = Files.text(file)
      let printed = try await clock.succeed("calendar", "export", "--days", "5")
      func uids(_ text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") }
      }
      #expect(uids(written).count == 4 && uids(written) == uids(printed))
      #expect(try await uids(clock.succeed("calendar", "export", "--days", "5", "--output", "-")) == uids(printed))
      #expect(written.hasPrefix("BEGIN:VCALENDAR\r\n") && written.hasSuffix("END:VCALENDAR\r\n"))
      #expect(!written.contains("-\(date.adding(days: 1).description.filter { $0 != "-" })T073000@"))
    }
  }

  /// Writes a calendar with an event every second day from `date`, each given as `Name: description`.
  private static func file(_ events: [String], _ date: LocalDate, in clock: Clock) throws -> String {
    let days = events.enumerated().map { number, event in
      (date.adding(days: number * 2), event.replacing(": ", with: "\r\nDESCRIPTION:", maxReplacements: 1))
    }
    return try write(days, in: clock)
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
      try await terminal.answer("all or none: ", "3")
      try await terminal.answer("from 1 to 2", "1")
      #expect(try await terminal.code() == 0)
      #expect(try await Self.names(clock) == ["One", "Three"])
      // The next file of that name is filtered the same way.
      try await clock.succeed("calendar", "add", try Self.file(["X: Muu", "Y: Vapaa", "Z: Uusi"], date, in: clock))
      #expect(try await Self.names(clock) == ["Y"])
      #expect(try await clock.succeed("calendar", "show", "holidays").contains("one of these count: \"Vapaa\"."))
    }
  }

  @Test func theCommandThatIsNamedKeepsThePublicHolidays() async throws {
    try await run { clock, date in
      let events = ["Day: Public holiday", "Far: Public holiday in Utah", "Odd: Strange", "Half: Strange in Utah"]
      try await clock.expect(
        ["calendar", "add", try Self.file(events, date, in: clock)], code: ExitCode.usage.rawValue,
        says: "--only '\"Public holiday\"' --only '\"Strange\"'")
      try await clock.succeed(
        "calendar", "add", clock.folder + "/holidays.ics", "--only", "\"Public holiday\"", "--only", "\"Strange\"")
      #expect(try await Self.names(clock) == ["Day", "Odd"])
    }
  }
}
