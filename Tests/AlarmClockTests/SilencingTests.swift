import Testing

@testable import AlarmClock

/// Which rings a calendar skips, and when that needs a confirmation.
struct SilencingTests {
  /// 2026-11-25T09:46:40Z, a Wednesday.
  private static let now = Instant(seconds: 1_795_600_000)

  private static let moment = AlarmBook.Moment(now: now, zone: .utc)

  private static func book(_ recurrences: Recurrence...) -> AlarmBook {
    AlarmBook(
      alarms: recurrences.enumerated().map {
        Alarm(id: "alarm\($0)", label: "Alarm \($0)", recurrence: $1)
      })
  }

  private static func calendar(
    _ name: String, _ dates: [String], scope: DaysOff.Scope = .all
  ) throws -> HolidayCalendar {
    HolidayCalendar(name: name, scope: scope, days: try dates.map { .init(try date($0), "Day \($0)") })
  }

  private static func silencing(
    _ book: AlarmBook, _ dates: [String], scope: DaysOff.Scope = .all
  ) throws -> AlarmBook.Silencing {
    let calendar = try calendar("holidays", dates, scope: scope)
    return try book.saving(calendar, at: moment).book
      .silencing(by: [calendar], over: book.holidays, at: now, in: .utc)
  }

  private static let half = LocalTime(hour: 7, minute: 30) ?? .midnight

  @Test(
    arguments: [
      (["2026-12-24", "2026-12-25", "2026-12-26"], 3, nil),
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
    #expect(try Self.silencing(book, ["2026-12-24", "2026-12-25", "2026-12-29", "2026-12-30"]).doubt == nil)
  }

  @Test func twentyWithinSixtyDaysAreLookedAtTwice() throws {
    let daily = Recurrence.weekly(.daily, at: Self.half)
    let book = AlarmBook(alarms: (0..<10).map { Alarm(id: "alarm\($0)", recurrence: daily) })
    let first = try date("2026-12-01")
    #expect(try Self.silencing(book, ["2026-12-01", "2027-01-29"]).doubt == .often(20, from: first))
    #expect(try Self.silencing(book, ["2026-12-01", "2027-01-30"]).doubt == nil)
  }

  @Test func whatWasSkippedBeforeIsNotAskedAboutAgainAndWhatAPauseSkipsForNowIsCounted() throws {
    let book = Self.book(.weekly(.daily, at: Self.half))
    let dates = ["2026-12-21", "2026-12-22", "2026-12-23", "2026-12-24"]
    let before = try book.saving(try Self.calendar("holidays", dates), at: Self.moment).book
    let again = try Self.silencing(before, dates)
    #expect(again.count == 4 && again.doubt == nil)
    #expect(try Self.silencing(before, dates + ["2026-12-25"]).doubt == .inARow(5, alarm: "Alarm 0 (alarm0)"))
    var paused = book
    paused.settings.pausedUntil = LocalDate("2027-03-01")
    paused.pauses = [Pause(name: "a", from: try date("2026-12-01"), until: try date("2027-01-01"))]
    let silencing = try Self.silencing(paused, dates)
    #expect(silencing.count == 4 && silencing.doubt == .inARow(4, alarm: "Alarm 0 (alarm0)"))
  }

  @Test(arguments: ["a", "z"])
  func whatAnotherCalendarSkipsTooIsCountedAndARowGoesThroughIt(name: String) throws {
    var book = Self.book(.weekly(.daily, at: Self.half))
    let other = try Self.calendar(name, ["2026-12-22", "2026-12-23", "2026-12-24"])
    book = try book.saving(other, at: Self.moment).book
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
    let first = try date("2026-12-01")
    let days = (0..<19).map { HolidayCalendar.Day(first.adding(days: 2 * $0), "") }
    book = try book.saving(HolidayCalendar(name: "other", days: days), at: Self.moment).book
    #expect(try Self.silencing(book, ["2027-01-29"]).doubt == .often(20, from: first))
    #expect(try Self.silencing(book, ["2027-01-30"]).doubt == nil)
    let alarm = book.alarms[0]
    #expect(book.doubt(about: alarm, at: Self.now, in: .utc) == nil)
    let next = HolidayCalendar(name: "more", days: [.init(first.adding(days: 38), "")])
    let more = try book.saving(next, at: Self.moment).book
    #expect(more.doubt(about: alarm, at: Self.now, in: .utc) == .often(20, from: first))
  }

  @Test func onlyItsOwnAlarmsAreTaken() throws {
    let daily = Recurrence.weekly(.daily, at: Self.half)
    let book = Self.book(daily, daily, .once(try local("2026-12-24T09:00")))
    #expect(try Self.silencing(book, ["2026-12-24"], scope: .alarm(id: "alarm1")).first.map(\.alarmID) == ["alarm1"])
    #expect(try Self.silencing(book, ["2026-12-24"]).count == 2)
  }

  @Test(
    arguments: [
      ([["2026-12-21", "2026-12-23"], ["2026-12-22", "2026-12-24"]], .inARow(4, alarm: "Alarm 0 (alarm0)")),
      ([["2026-12-21", "2026-12-22"], ["2026-12-22", "2026-12-23"]], nil),
      ([["2026-12-21", "2026-12-22"], ["2026-12-23"], ["2026-12-01"]], nil),
    ] as [([[String]], AlarmBook.Silencing.Doubt?)])
  func calendarsThatComeTogetherAreLookedAtTogether(days: [[String]], doubt: AlarmBook.Silencing.Doubt?) throws {
    let mine = Self.book(.weekly(.daily, at: Self.half))
    var theirs = mine
    for (number, dates) in days.enumerated() {
      theirs = try theirs.saving(try Self.calendar("calendar\(number)", dates), at: Self.moment).book
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
    let start = try date("2026-12-01")
    let dates = (0..<3600).map { start.adding(days: $0).description }
    #expect(try Self.silencing(AlarmBook(alarms: many), dates).doubt == .tooMuch)
  }

  @Test(arguments: [("2026-12-24", true), ("2026-12-25", false), ("2020-01-01", true)])
  func aCalendarEndsAMonthBeforeItsLastDay(last: String, isEnding: Bool) throws {
    let today = try date("2026-11-25")
    let day = try date(last)
    let calendar = HolidayCalendar(name: "a", days: [.init(day, "")])
    #expect(calendar.ending(by: today) == (isEnding ? day : nil))
    #expect(HolidayCalendar(name: "a", days: []).ending(by: today) == nil)
    let far = HolidayCalendar.Day(today.adding(days: 3000), "")
    let yearly = HolidayCalendar(name: "a", days: [.init(day, ""), far], ends: day)
    #expect(yearly.ending(by: today) == (isEnding ? day : nil))
  }
}
