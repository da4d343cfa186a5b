import Testing

@testable import AlarmClock

/// Skipped rings, the reasons, and changes of days off. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct DaysOffTests {
  private let daily: Alarm
  private let once: Alarm
  private let book: AlarmBook

  init() throws {
    daily = Alarm(
      id: "daily", recurrence: .weekly(.daily, at: try time("07:00")), days: AlarmDays(group: "work"))
    once = Alarm(id: "once", recurrence: .once(try local("2026-12-24T08:00")))
    book = AlarmBook(alarms: [daily, once], cards: [.made("bath")])
  }

  private func moment(of alarm: Alarm, in book: AlarmBook) -> AlarmBook.Moment {
    let armed = book.next(of: alarm, at: AlarmBook.Moment(now: saturday, zone: .utc))
    return AlarmBook.Moment(now: saturday, zone: .utc, standings: [alarm.id: AlarmBook.Standing(armed: armed)])
  }

  private static func christmas() throws -> HolidayCalendar {
    HolidayCalendar(
      name: "england",
      days: [
        HolidayCalendar.Day(try date("2026-12-26"), "Boxing Day"),
        HolidayCalendar.Day(try date("2026-12-25"), "Christmas"), HolidayCalendar.Day(try date("2026-12-25"), "again"),
      ])
  }

  @Test func eachReasonIsNamedAndTheFirstOneCounts() throws {
    let until = try date("2026-12-01")
    var daysOff = DaysOff(
      pausedUntil: until,
      pauses: [
        Pause(name: "skiing", from: try date("2027-02-01"), until: try date("2027-02-08")),
        Pause(
          name: "other", from: try date("2027-03-01"), until: try date("2027-03-08"), scope: .group("sport")),
      ], holidays: Holidays([try Self.christmas()]))
    var alarm = daily
    func reason(_ text: String) throws -> DaysOff.Reason? { daysOff.reason(for: try key(text), of: alarm) }
    #expect(try reason("2026-11-30T07:00") == .pause(name: nil, until: until))
    #expect(try reason("2026-12-01T07:00") == nil)
    #expect(try reason("2026-12-25T07:00") == .holiday(title: "Christmas", calendar: "england"))
    #expect(try reason("2027-02-01T07:00") == .pause(name: "skiing", until: try date("2027-02-08")))
    #expect(try reason("2027-02-08T07:00") == nil && reason("2027-01-31T07:00") == nil)
    #expect(try reason("2027-03-01T07:00") == nil)
    alarm.days.group = "sport"
    #expect(try reason("2027-03-01T07:00") == .pause(name: "other", until: try date("2027-03-08")))
    alarm.days.ringsOnHolidays = true
    #expect(try reason("2026-12-25T07:00") == nil)
    alarm.skippedKey = try key("2026-12-25T07:00")
    #expect(try reason("2026-12-25T07:00") == .byHand)
    alarm.days.exceptions = [until: .skips, try date("2026-11-30"): .rings]
    #expect(try reason("2026-12-01T07:00") == .byHand && reason("2026-11-30T07:00") == nil)
    daysOff.pausedUntil = try date("2027-01-01")
    #expect(daysOff.reason(for: try key("2026-12-24T08:00"), of: once) == nil)
  }

  @Test func whatIsNoDateOfItOrHasPassedIsRefused() throws {
    let moment = moment(of: daily, in: book)
    let work = Alarm(id: "work", recurrence: .weekly(.workdays, at: try time("07:00")))
    let saturday = try date("2026-11-28")
    #expect(try refused { try book.skipping(work, on: [saturday], at: moment) } == .nothingOn(saturday, work))
    #expect(try refused { try book.skipping(once, on: [saturday], at: moment) } == .ringsOnce(once))
    let yesterday = try date("2026-11-20")
    #expect(
      try refused { try book.skipping(daily, on: [yesterday], at: moment) }
        == .hasPassed(try local("2026-11-20T07:00"), daily))
    #expect(
      try refused { try book.moving(daily, on: date("2026-11-21"), to: try time("05:59"), at: moment) }
        == .hasPassed(try local("2026-11-21T05:59"), daily))
    let all = (0..<101).map { saturday.adding(days: $0) }
    #expect(try book.skipping(daily, on: Array(all.dropLast()), at: moment).days.exceptions.count == 100)
    let refusal = try refused { try book.skipping(daily, on: all, at: moment) }
    guard case .tooManyExceptions? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func pausesAndCalendarsAreKeptByNameAndTakenBack() throws {
    let moment = moment(of: daily, in: book)
    let pause = Pause(name: "now", from: try date("2026-11-20"), until: try date("2026-11-30"))
    let change = try book.saving(pause, at: moment)
    #expect(change.book.pauses == [pause] && change.writes.first == .savePause(pause))
    #expect(change.armings.map(\.next?.isSkipped) == [true])
    let step = try #require(book.step(of: change))
    let paused = self.moment(of: daily, in: change.book)
    #expect(try change.book.undoing(step, at: paused).book == book)
    let calendar = try Self.christmas()
    let added = try book.saving(calendar, at: moment)
    let undone = try added.book.undoing(try #require(book.step(of: added)), at: moment)
    #expect(undone.book == book && undone.writes == [.removeCalendar(name: "england")])
    #expect(calendar.days.map(\.title) == ["Christmas", "Boxing Day"])
    var full = book
    for number in 0..<Pause.most { full.pauses.append(Pause(name: "\(number)", from: pause.from, until: pause.until)) }
    #expect(try refused { try full.saving(pause, at: moment) } == .tooManyPauses)
    let days = (0...HolidayCalendar.mostDays).map { HolidayCalendar.Day(pause.from.adding(days: $0), "") }
    #expect(
      try refused { try book.saving(HolidayCalendar(name: "big", days: days), at: moment) } == .tooManyHolidays)
  }

  @Test func whatHasPassedIsForgotten() throws {
    var book = book
    book.alarms[0].days.exceptions = [try date("2026-11-01"): .skips, try date("2026-11-21"): .skips]
    book.pauses = [Pause(name: "old", from: try date("2026-10-01"), until: try date("2026-11-01"))]
    let change = book.forgetting(before: try date("2026-11-11"))
    #expect(change.book.pauses.isEmpty && change.book.alarms[0].days.exceptions.count == 1)
    #expect(change.writes == [.removePause(name: "old"), .save(change.book.alarms[0])])
    #expect(change.book.forgetting(before: try date("2026-11-11")).writes.isEmpty)
  }

  /// 100 calendars of 100 dates must be about as fast as none.
  @Test func manyHolidaysCostNothingWhereThereIsNone() throws {
    let start = try date("2030-01-01")
    var book = book
    book.holidays = Holidays(
      (0..<100).map { number in
        HolidayCalendar(
          name: "c\(number)", days: (0..<100).map { HolidayCalendar.Day(start.adding(days: $0 * 100 + number), "h") })
      })
    book.alarms = (0..<1000).map { number in
      var alarm = daily
      alarm.id = "a\(number)"
      return alarm
    }
    let moment = AlarmBook.Moment(now: saturday, zone: .utc)
    let taken = ContinuousClock().measure {
      for alarm in book.alarms { #expect(book.next(of: alarm, at: moment)?.isSkipped == false) }
    }
    // A few microseconds each; looking at every date would take minutes.
    #expect(taken < .seconds(5))
  }
}
