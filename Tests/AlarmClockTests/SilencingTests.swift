import Testing

@testable import AlarmClock

/// Which rings a calendar skips, and when that needs a confirmation.
struct SilencingTests {
  /// 2026-11-25T09:46:40Z, a Wednesday.
  private static let now = Instant(seconds: 1_795_600_000)

  private static func book(_ recurrences: Recurrence...) -> AlarmBook {
    var book = AlarmBook()
    for (number, recurrence) in recurrences.enumerated() {
      book.alarms.append(Alarm(id: "alarm\(number)", label: "Alarm \(number)", recurrence: recurrence))
    }
    return book
  }

  private static func silencing(
    _ book: AlarmBook, _ dates: [String], over before: AlarmBook? = nil, scope: DaysOff.Scope = .all
  ) throws -> AlarmBook.Silencing {
    let days = try dates.map { HolidayCalendar.Day(try #require(LocalDate($0)), "Day \($0)") }
    let calendar = HolidayCalendar(name: "holidays", scope: scope, days: days)
    let change = try book.saving(calendar, at: AlarmBook.Moment(now: now, zone: .utc))
    return change.book.silencing(by: [calendar], over: (before ?? book).holidays, at: now, in: .utc)
  }

  private static let half = LocalTime(hour: 7, minute: 30) ?? .midnight

  @Test(
    arguments: [
      (["2026-12-24", "2026-12-25", "2026-12-26"], 3, nil),
      // Past dates skip nothing.
      (["2026-11-24", "2026-11-25", "2026-12-24"], 1, nil),
      (["2026-12-21", "2026-12-22", "2026-12-23", "2026-12-24"], 4, .inARow(4, alarm: "Alarm 0 (alarm0)")),
      (["2026-12-21", "2026-12-22", "2026-12-24", "2026-12-25"], 4, nil),
    ] as [([String], Int, AlarmBook.Silencing.Doubt?)])
  func moreThanThreeInARowAreLookedAtTwice(
    dates: [String], count: Int, doubt: AlarmBook.Silencing.Doubt?
  ) throws {
    let silencing = try Self.silencing(Self.book(.weekly(.daily, at: Self.half)), dates)
    #expect(silencing.count == count)
    #expect(silencing.first.count == count)
    #expect(silencing.doubt == doubt)
    #expect(silencing.first.first?.title == "Day \(dates[dates.count - count])")
  }

  @Test func daysOnWhichNothingRingsLieBetweenRingsOfARow() throws {
    let book = Self.book(.weekly(.workdays, at: Self.half))
    let dates = ["2026-12-24", "2026-12-25", "2026-12-28", "2026-12-29"]
    #expect(try Self.silencing(book, dates).doubt == .inARow(4, alarm: "Alarm 0 (alarm0)"))
    // A ring between two of them breaks the row.
    #expect(try Self.silencing(book, ["2026-12-24", "2026-12-25", "2026-12-29", "2026-12-30"]).doubt == nil)
  }

  @Test func twentyWithinSixtyDaysAreLookedAtTwice() throws {
    let rings = Array(repeating: Recurrence.weekly(.daily, at: Self.half), count: 10)
    var book = AlarmBook()
    for (number, recurrence) in rings.enumerated() {
      book.alarms.append(Alarm(id: "alarm\(number)", recurrence: recurrence))
    }
    let first = try #require(LocalDate("2026-12-01"))
    #expect(try Self.silencing(book, ["2026-12-01", "2027-01-29"]).doubt == .often(20, from: first))
    #expect(try Self.silencing(book, ["2026-12-01", "2027-01-30"]).doubt == nil)
  }

  @Test func whatWasSkippedBeforeIsNotAskedAboutAgain() throws {
    let book = Self.book(.weekly(.daily, at: Self.half))
    let dates = ["2026-12-21", "2026-12-22", "2026-12-23", "2026-12-24"]
    let days = try dates.map { HolidayCalendar.Day(try #require(LocalDate($0)), "") }
    let calendar = HolidayCalendar(name: "holidays", days: days)
    let before = try book.saving(calendar, at: AlarmBook.Moment(now: Self.now, zone: .utc)).book
    let again = try Self.silencing(before, dates)
    #expect(again.count == 4 && again.doubt == nil)
    #expect(try Self.silencing(before, dates + ["2026-12-25"]).doubt == .inARow(5, alarm: "Alarm 0 (alarm0)"))
  }

  @Test func whatAPauseSkipsForNowIsCounted() throws {
    var book = Self.book(.weekly(.daily, at: Self.half))
    let dates = ["2026-12-21", "2026-12-22", "2026-12-23", "2026-12-24"]
    book.settings.pausedUntil = LocalDate("2027-03-01")
    book.pauses = [
      Pause(name: "a", from: try #require(LocalDate("2026-12-01")), until: try #require(LocalDate("2027-01-01")))
    ]
    let silencing = try Self.silencing(book, dates)
    #expect(silencing.count == 4 && silencing.doubt == .inARow(4, alarm: "Alarm 0 (alarm0)"))
  }

  @Test(arguments: ["a", "z"])
  func whatAnotherCalendarSkipsTooIsCountedAndARowGoesThroughIt(name: String) throws {
    var book = Self.book(.weekly(.daily, at: Self.half))
    let moment = AlarmBook.Moment(now: Self.now, zone: .utc)
    let days = try ["2026-12-22", "2026-12-23", "2026-12-24"].map {
      HolidayCalendar.Day(try #require(LocalDate($0)), "")
    }
    book = try book.saving(HolidayCalendar(name: name, days: days), at: moment).book
    let same = try Self.silencing(book, ["2026-12-22", "2026-12-23"])
    #expect(same.count == 2 && same.doubt == nil)
    for (date, count) in [("2026-12-21", 4), ("2026-12-25", 4)] {
      let next = try Self.silencing(book, [date])
      #expect(next.count == 1 && next.doubt == .inARow(count, alarm: "Alarm 0 (alarm0)"))
    }
    #expect(try Self.silencing(book, ["2026-12-26"]).doubt == nil)
  }

  @Test func twentyOfSeveralCalendarsAreLookedAtTwice() throws {
    var book = Self.book(.weekly(.daily, at: Self.half))
    let (moment, first) = (AlarmBook.Moment(now: Self.now, zone: .utc), try #require(LocalDate("2026-12-01")))
    let days = (0..<19).map { HolidayCalendar.Day(first.adding(days: 2 * $0), "") }
    book = try book.saving(HolidayCalendar(name: "other", days: days), at: moment).book
    #expect(try Self.silencing(book, ["2027-01-29"]).doubt == .often(20, from: first))
    #expect(try Self.silencing(book, ["2027-01-30"]).doubt == nil)
    let alarm = book.alarms[0]
    #expect(book.doubt(about: alarm, at: Self.now, in: .utc) == nil)
    let more = try book.saving(HolidayCalendar(name: "more", days: [.init(first.adding(days: 38), "")]), at: moment)
      .book
    #expect(more.doubt(about: alarm, at: Self.now, in: .utc) == .often(20, from: first))
  }

  @Test func onlyItsOwnAlarmsAreTaken() throws {
    let once = LocalDateTime("2026-12-24T09:00")
    let book = Self.book(
      .weekly(.daily, at: Self.half), .weekly(.daily, at: Self.half), .once(try #require(once)))
    #expect(try Self.silencing(book, ["2026-12-24"], scope: .alarm(id: "alarm1")).first.map(\.alarmID) == ["alarm1"])
    #expect(try Self.silencing(book, ["2026-12-24"]).count == 2)
  }

  @Test(
    arguments: [
      ([["2026-12-21", "2026-12-23"], ["2026-12-22", "2026-12-24"]], .inARow(4, alarm: "Alarm 0 (alarm0)")),
      ([["2026-12-21", "2026-12-22"], ["2026-12-22", "2026-12-23"]], nil),
      // Dates that a calendar here skips already do not count.
      ([["2026-12-21", "2026-12-22"], ["2026-12-23"], ["2026-12-01"]], nil),
    ] as [([[String]], AlarmBook.Silencing.Doubt?)])
  func calendarsThatComeTogetherAreLookedAtTogether(days: [[String]], doubt: AlarmBook.Silencing.Doubt?) throws {
    let mine = Self.book(.weekly(.daily, at: Self.half))
    var theirs = mine
    for (number, dates) in days.enumerated() {
      let days = try dates.map { HolidayCalendar.Day(try #require(LocalDate($0)), "") }
      let calendar = HolidayCalendar(name: "calendar\(number)", days: days)
      theirs = try theirs.saving(calendar, at: AlarmBook.Moment(now: Self.now, zone: .utc)).book
    }
    let books = try BookComparison(mine, theirs, at: Self.now, in: .utc)
    #expect(books.silencings(at: Self.now, in: .utc).values.allSatisfy { $0.doubt == nil })
    let merged = try books.merged(ImportChoices(all: .mine), at: Self.now, in: .utc) { _ in "" }.book
    let found = books.doubt(about: merged, at: Self.now, in: .utc)
    #expect(found?.doubt == doubt)
    #expect(found?.calendars == (doubt == nil ? nil : days.indices.map { "calendar\($0)" }))
  }

  @Test(.takesLong) func moreThanCanBeLookedAtIsLookedAtTwice() throws {
    let many = (0..<100).map { Alarm(id: "a\($0)", recurrence: .weekly(.daily, at: Self.half)) }
    let start = try #require(LocalDate("2026-12-01"))
    let dates = (0..<3600).map { start.adding(days: $0).description }
    #expect(try Self.silencing(AlarmBook(alarms: many), dates).doubt == .tooMuch)
  }

  @Test(arguments: [("2026-12-24", true), ("2026-12-25", false), ("2020-01-01", true)])
  func aCalendarEndsAMonthBeforeItsLastDay(last: String, isEnding: Bool) throws {
    let today = try #require(LocalDate("2026-11-25"))
    let day = try #require(LocalDate(last))
    let calendar = HolidayCalendar(name: "a", days: [.init(day, "")])
    #expect(calendar.ending(by: today) == (isEnding ? day : nil))
    #expect(HolidayCalendar(name: "a", days: []).ending(by: today) == nil)
    // Days that return every year hide nothing.
    let far = HolidayCalendar.Day(today.adding(days: 3000), "")
    let yearly = HolidayCalendar(name: "a", days: [.init(day, ""), far], ends: day)
    #expect(yearly.ending(by: today) == (isEnding ? day : nil))
  }
}
