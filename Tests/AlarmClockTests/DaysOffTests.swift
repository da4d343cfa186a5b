import TestSupport
import Testing

@testable import AlarmClock

/// Skipped rings, the reasons, and changes of days off. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct DaysOffTests {
  private static let bath = Card.made("bath")

  private let daily: Alarm
  private let once: Alarm
  private let book: AlarmBook

  init() throws {
    daily = Alarm(id: "daily", recurrence: .weekly(.daily, at: try time("07:00")), days: AlarmDays(group: "work"))
    once = Alarm(id: "once", recurrence: .once(try local("2026-12-24T08:00")))
    book = AlarmBook(alarms: [daily, once], cards: [Self.bath])
  }

  private static func christmas(_ scope: DaysOff.Scope = .all) throws -> HolidayCalendar {
    HolidayCalendar(
      name: "england", scope: scope,
      days: [
        HolidayCalendar.Day(try date("2026-12-26"), "Boxing Day"),
        HolidayCalendar.Day(try date("2026-12-25"), "Christmas"), HolidayCalendar.Day(try date("2026-12-25"), "again"),
      ])
  }

  // MARK: Reasons

  @Test func eachReasonIsNamedAndTheFirstOneCounts() throws {
    let until = try date("2026-12-01")
    var daysOff = DaysOff(
      pausedUntil: until,
      pauses: [
        Pause(name: "skiing", from: try date("2027-02-01"), until: try date("2027-02-08")),
        Pause(name: "other", from: try date("2027-03-01"), until: try date("2027-03-08"), scope: .group("sport")),
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
    // A one-time alarm rings in spite of days off.
    daysOff.pausedUntil = try date("2027-01-01")
    #expect(daysOff.reason(for: try key("2026-12-24T08:00"), of: once) == nil)
  }

  @Test func aCalendarIsForWhomItSays() throws {
    for (scope, isSkipped) in [
      (.all, true), (.alarm(id: "daily"), true), (.alarm(id: "other"), false), (.group("work"), true),
      (.group("sport"), false),
    ] as [(DaysOff.Scope, Bool)] {
      let holidays = Holidays([try Self.christmas(.alarm(id: "nobody")), try Self.christmas(scope)])
      let reason = DaysOff(holidays: holidays).reason(for: try key("2026-12-25T07:00"), of: daily)
      #expect((reason != nil) == isSkipped, "\(scope)")
    }
  }

  @Test func whatIsArmedFollowsTheDaysOffToo() throws {
    var schedule = Schedule()
    let armed = try #require(book.next(of: daily, at: moment(of: daily, in: book)))
    schedule.arm(armed)
    let calendar = HolidayCalendar(name: "x", days: [HolidayCalendar.Day(try date("2026-11-22"), "")])
    schedule.daysOff = DaysOff(holidays: Holidays([calendar]))
    _ = schedule.takeDue(at: armed.due, in: .utc)
    #expect(schedule.first?.isSkipped == true)
    _ = schedule.takeDue(at: armed.due + .seconds(86_400), in: .utc)
    #expect(schedule.first?.isSkipped == false)
  }

  @Test func theNextOneThatIsHeardLiesBehindAllOfThem() throws {
    var book = book
    book.pauses = [Pause(name: "p", from: try date("2026-11-01"), until: try date("2026-12-25"))]
    book.holidays = Holidays([try Self.christmas()])
    func heard(_ alarm: Alarm) -> String? {
      let armed = book.next(of: alarm, at: moment(of: alarm, in: book))
      return book.nextHeard(of: alarm, armed: armed, in: .utc)?.key.description
    }
    #expect(heard(daily) == "2026-12-27T07:00")
    var asked = daily
    asked.days.exceptions = [try date("2026-12-10"): .moves(to: try time("09:00"))]
    #expect(heard(asked) == "2026-12-10T09:00")
  }

  // MARK: One date

  @Test func aMovedDateHasItsNewTimeAndNotItsOldOne() throws {
    let today = try date("2026-11-21")
    let moved = try book.moving(daily, on: today, to: try time("09:00"), at: moment(of: daily, in: book))
    let next = try #require(book.next(of: moved, at: moment(of: moved, in: book)))
    #expect(next.occurrence.key == (try key("2026-11-21T09:00")))
    let after = try #require(next.successor(at: next.due, in: .utc))
    #expect(after.occurrence.key == (try key("2026-11-22T07:00")))
    // The successors know the move even if nothing can be stored.
    let tomorrow = today.adding(days: 1)
    let later = try book.moving(daily, on: tomorrow, to: try time("05:00"), at: moment(of: daily, in: book))
    let first = try #require(book.next(of: later, at: moment(of: later, in: book)))
    #expect(first.successor(at: first.due, in: .utc)?.occurrence.key == (try key("2026-11-22T05:00")))
    // After moving it back nothing remains, but it is refused once its old time has passed.
    let back = try book.unskipping(moved, on: today, at: moment(of: moved, in: book))
    #expect(back == daily)
    let late = moment(of: moved, in: book, at: saturday + .seconds(2 * 3600))
    let refusal = try refused { try book.unskipping(moved, on: today, at: late) }
    #expect(refusal == .hasPassed(try local("2026-11-21T07:00"), moved))
  }

  @Test func whatIsNoDateOfItOrHasPassedIsRefused() throws {
    let moment = moment(of: daily, in: book)
    let work = Alarm(id: "work", recurrence: .weekly(.workdays, at: try time("07:00")))
    let saturday = try date("2026-11-28")
    #expect(try refused { try book.skipping(work, on: [saturday], at: moment) } == .nothingOn(saturday, work))
    #expect(try refused { try book.skipping(once, on: [saturday], at: moment) } == .ringsOnce(once))
    let yesterday = try date("2026-11-20")
    let passed = try refused { try book.skipping(daily, on: [yesterday], at: moment) }
    #expect(passed == .hasPassed(try local("2026-11-20T07:00"), daily))
    let early = try refused { try book.moving(daily, on: date("2026-11-21"), to: time("05:59"), at: moment) }
    #expect(early == .hasPassed(try local("2026-11-21T05:59"), daily))
    let all = (0..<101).map { saturday.adding(days: $0) }
    #expect(try book.skipping(daily, on: Array(all.dropLast()), at: moment).days.exceptions.count == 100)
    let tooMany = try refused { try book.skipping(daily, on: all, at: moment) }
    guard case .tooManyExceptions? = tooMany else { throw Failure("\(String(describing: tooMany))") }
  }

  @Test func aHolidayIsTakenBackForOneDate() throws {
    var book = book
    book.holidays = Holidays([
      HolidayCalendar(name: "x", days: ["2026-11-21", "2026-11-22"].compactMap { LocalDate($0) }.map { .init($0, "") })
    ])
    let rings = book.unskipping(daily, at: moment(of: daily, in: book))
    let next = try #require(book.next(of: rings, at: moment(of: rings, in: book)))
    #expect(!next.isSkipped)
    #expect(next.occurrence.key == (try key("2026-11-21T07:00")))
    #expect(next.successor(at: next.due, in: .utc, daysOff: book.daysOff)?.isSkipped == true)
    // A pause affects all alarms, but a single ring can be requested by its date.
    book.settings.pausedUntil = try date("2026-12-01")
    let monday = try date("2026-11-23")
    let asked = try book.unskipping(daily, on: monday, at: moment(of: daily, in: book))
    #expect(asked.days.exceptions == [monday: .rings])
  }

  // MARK: Changes

  @Test func aLockedRingIsNotTakenBackByAnyOfThem() throws {
    var locked = daily
    locked.overrides.cancelLock = .seconds(2 * 3600)
    let book = AlarmBook(alarms: [locked], cards: [Self.bath])
    let moment = moment(of: locked, in: book)
    let today = try date("2026-11-21")
    let tomorrow = today.adding(days: 1)
    func pause(_ from: LocalDate, _ scope: DaysOff.Scope = .all) -> Pause {
      Pause(name: "p", from: from, until: from.adding(days: 3), scope: scope)
    }
    let refusal = AlarmBook.Refusal.locked(locked, .ringsSoon)
    #expect(try refused { try book.saving(pause(today), at: moment) } == refusal)
    #expect(try refused { try book.saving(pause(today, .group("work")), at: moment) } == refusal)
    #expect(try refused { try book.saving(pause(today, .group("sport")), at: moment) } == nil)
    #expect(try refused { try book.saving(pause(tomorrow), at: moment) } == nil)
    let calendar = HolidayCalendar(name: "c", days: [HolidayCalendar.Day(today, "today")])
    #expect(try refused { try book.saving(calendar, at: moment) } == refusal)
    var moved = locked
    moved.days.exceptions = [today: .moves(to: try time("07:30"))]
    let other = AlarmBook(alarms: [moved], cards: [Self.bath])
    let back = try refused { try other.unskipping(moved, on: today, at: AlarmClockTests.moment(of: moved, in: other)) }
    #expect(back == .locked(moved, .ringsSoon))
  }

  @Test func pausesAndCalendarsAreKeptByNameAndTakenBack() throws {
    let moment = moment(of: daily, in: book)
    let pause = Pause(name: "now", from: try date("2026-11-20"), until: try date("2026-11-30"))
    let change = try book.saving(pause, at: moment)
    #expect(change.book.pauses == [pause] && change.writes.first == .savePause(pause))
    #expect(change.armings.map(\.next?.isSkipped) == [true])
    let step = try #require(book.step(of: change))
    let paused = AlarmClockTests.moment(of: daily, in: change.book)
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
    let big = HolidayCalendar(name: "big", days: days)
    #expect(try refused { try book.saving(big, at: moment) } == .tooManyHolidays)
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

  @Test func anAlarmIsDisabledByItsLastRing() throws {
    let rule = DatedRule(.weeks(Weekdays(.monday), every: 1, at: try time("07:00")), until: try date("2026-12-01"))
    let alarm = Alarm(id: "ends", recurrence: .dated(rule))
    let book = AlarmBook(alarms: [alarm], cards: [Self.bath])
    let first = try #require(book.next(of: alarm, at: moment(of: alarm, in: book)))
    let end = AlarmBook.Moment(now: try instant("2026-11-30T07:05:00Z"), zone: .utc)
    #expect(book.ending([first], at: end).book.alarms.map(\.isEnabled) == [true])
    let last = try #require(first.successor(at: first.due, in: .utc))
    #expect(last.occurrence.key == (try key("2026-11-30T07:00")))
    #expect(last.successor(at: last.due, in: .utc) == nil)
    let change = book.ending([last], at: end)
    #expect(change.book.alarms.map(\.isEnabled) == [false])
    #expect(change.book.reviving(last.id, alarm.recurrence)?.book == book)
    // The clock was set back during the ring, so later rings are still to come.
    #expect(book.ending([last], at: moment(of: alarm, in: book)).writes.isEmpty)
    // The clock was set back after the end, so the Monday before has no outcome. With an outcome, or without the step,
    // the alarm stays disabled.
    var back = moment(of: alarm, in: book)
    back.standings[alarm.id] = AlarmBook.Standing(ended: [last.occurrence.key])
    #expect(change.book.enablingWhatHasNotEnded(at: back).book == book)
    var after = back
    after.now = end.now
    #expect(change.book.enablingWhatHasNotEnded(at: after).writes.isEmpty)
    back.standings[alarm.id]?.ended.insert(first.occurrence.key)
    #expect(change.book.enablingWhatHasNotEnded(at: back).writes.isEmpty)
    // An outcome that belongs to an earlier rule.
    back.standings[alarm.id] = AlarmBook.Standing(ended: [try key("2026-11-30T08:00")])
    #expect(change.book.enablingWhatHasNotEnded(at: back).writes.isEmpty)
    back.standings[alarm.id] = AlarmBook.Standing()
    #expect(change.book.enablingWhatHasNotEnded(at: back).writes.isEmpty)
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
    book.alarms = (0..<1000).map { Alarm(id: "a\($0)", recurrence: daily.recurrence, days: daily.days) }
    let moment = AlarmBook.Moment(now: saturday, zone: .utc)
    let taken = ContinuousClock().measure {
      for alarm in book.alarms { #expect(book.next(of: alarm, at: moment)?.isSkipped == false) }
    }
    // A few microseconds each; looking at every date would take minutes.
    #expect(taken < .seconds(5))
  }
}
