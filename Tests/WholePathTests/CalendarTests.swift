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
      #expect(added.code == 0, "\(added.errors)")
      #expect(added.output.hasPrefix("The calendar Feasts has 2 days until "))
      #expect(added.output.contains("It skips 2 rings:"))
      #expect(added.output.contains(": 1st day of Christmas\n"))

      let shown = try await clock.decode(ShowCalendar.Reply.self, "calendar", "show", "Feasts", "--json")
      #expect(shown.days.map(\.name) == ["1st day of Christmas", "Far"])
      #expect(shown.days.first?.date == date.description)
      #expect(try await clock.succeed("calendar", "show", "Feasts").contains("1st day of Christmas"))
      #expect(try await Self.next(clock).first?.special.contains { $0.hasPrefix("skipped") } == true)
      let next = try #require(try await clock.status.next)
      #expect(next.time.hasPrefix(date.adding(days: 1).description))

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

      let terminal = try clock.atTerminal(["calendar", "add", file])
      try await terminal.untilSaid("Type yes to go on: ")
      terminal.type("no\n")
      #expect(try await terminal.code() == ExitCode.nothingFound.rawValue)
      #expect(try await Self.calendars(clock).isEmpty)
      let again = try clock.atTerminal(["calendar", "add", file])
      try await again.untilSaid("Type yes to go on: ")
      again.type("yes\n")
      #expect(try await again.code() == 0)
      #expect(try await Self.calendars(clock).map(\.dayCount) == [5])

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

  @Test func aCalendarThatRunsOutSaysSoUntilTheNextYearIsAdded() async throws {
    try await run { clock, date in
      let file = try Self.write([(date.adding(days: 3), "Last")], in: clock)
      let added = try await clock.rouse("calendar", "add", file)
      #expect(added.errors.contains("add the next year's: `rouse calendar add FILE --name holidays`"))
      let status = try await clock.status
      #expect(status.endingCalendars == [.init(name: "holidays", end: date.adding(days: 3).description)])
      #expect(try await clock.succeed("status").contains("ENDING: the calendar holidays ends"))
      let findings = try await clock.rouse("doctor", "--json").output
      #expect(findings.contains("\"check\":\"holidays\""))
      #expect(try await Self.calendars(clock).first?.ending == true)

      let longer = try Self.write([(date.adding(days: 300), "Next year")], to: "next.ics", in: clock)
      try await clock.succeed("calendar", "add", longer, "--name", "holidays")
      #expect(try await clock.status.endingCalendars.isEmpty)
      #expect(try await Self.calendars(clock).map(\.dayCount) == [1])
    }
  }

  private static let hostile: [(text: String, reason: String)] = [
    ("", "no iCalendar file"), ("<html>", "no iCalendar file"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T100000Z\nEND:VEVENT\nEND:VCALENDAR\n", "has no days off"),
    (
      "BEGIN:VCALENDAR\n"
        + String(repeating: "BEGIN:VEVENT\nDTSTART:20000101\nRRULE:FREQ=DAILY\nSUMMARY:x\nEND:VEVENT\n", count: 2000)
        + "END:VCALENDAR\n", "more days than can be looked at"
    ),
    ("BEGIN:VCALENDAR\n" + String(repeating: "x\n", count: 300_000), "more than 200000 lines"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "x", count: 5_100_000), "longer than 5 MB"),
    (String(repeating: "BEGIN:VCALENDAR\n", count: 1000), "more than 20 deep"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 10_001), "more than 10000 events"),
  ]

  @Test func whatIsOutOfBoundsIsRefusedWithItsReason() async throws {
    try await run { clock, _ in
      for (text, reason) in Self.hostile {
        let file = try Self.write(text, in: clock)
        for words in [["calendar", "add", file, "--yes"], ["calendar", "add", "-", "--yes"]] {
          let refused = try await clock.rouse(words, input: file)
          #expect(refused.code == ExitCode.badData.rawValue, "\(reason): \(refused.errors)")
          #expect(refused.errors.contains(reason), "\(refused.errors)")
          #expect(refused.errors.contains("nothing was changed"))
        }
      }
      let missing = try await clock.rouse("calendar", "add", clock.folder + "/missing.ics")
      #expect(missing.code == ExitCode.noSuchFile.rawValue)
      #expect(try await clock.rouse("calendar", "show", "nothing").code == ExitCode.nothingFound.rawValue)
      #expect(try await Self.calendars(clock).isEmpty)
    }
  }

  @Test func whatIsNotUnderstoodIsNamedAndTheComingRingsAreWrittenAlikeEachTime() async throws {
    try await run { clock, date in
      let read = try Self.write([(date.adding(days: 1), "\u{1B}[31mRed\\nDay")], in: clock)
      try Files.write(Files.text(read).replacing("X-WR-CALNAME", with: "nonsense\r\nX-WR-CALNAME"), to: read)
      let added = try await clock.rouse("calendar", "add", read)
      #expect(added.code == 0)
      #expect(added.errors.contains("line 2: `nonsense` has no form that a calendar has"))
      #expect(added.output.contains("?[31mRed Day"))
      let file = clock.folder + "/rings.ics"
      try await clock.succeed("calendar", "export", "--days", "5", "--output", file)
      let written = Files.text(file)
      let printed = try await clock.succeed("calendar", "export", "--days", "5")
      func uids(_ text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") }
      }
      #expect(uids(written).count == 4)
      #expect(uids(written) == uids(printed))
      #expect(try await uids(clock.succeed("calendar", "export", "--days", "5", "--output", "-")) == uids(printed))
      #expect(written.hasPrefix("BEGIN:VCALENDAR\r\n") && written.hasSuffix("END:VCALENDAR\r\n"))
      #expect(!written.contains("-\(date.adding(days: 1).description.filter { $0 != "-" })T073000@"))
    }
  }

  @Test func theServiceTakesNothingOnTrust() async throws {
    try await run { clock, date in
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
}
