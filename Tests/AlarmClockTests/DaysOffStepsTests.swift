import TestSupport
import Testing

@testable import AlarmClock

/// Sequences of changes to days off by the clock, the schedule and people. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct DaysOffStepsTests {
  private let daily: Alarm
  private let today: LocalDate

  init() throws {
    daily = Alarm(id: "daily", recurrence: .weekly(.daily, at: try time("07:00")))
    today = try date("2026-11-21")
  }

  /// Otherwise the ring would be skipped without notice when the date is moved there again.
  @Test func aSkipOfAMovedRingIsOverWhenTheDateIsMovedBackOrAgain() throws {
    let book = AlarmBook(alarms: [daily])
    func at(_ alarm: Alarm) -> AlarmBook.Moment { moment(of: alarm, in: AlarmBook(alarms: [alarm])) }
    let moved = try book.moving(daily, on: today, to: try time("09:00"), at: at(daily))
    let skipped = try book.skipping(moved, at: at(moved))
    #expect(skipped.skippedKey == .local(try local("2026-11-21T09:00")))
    let back = try book.unskipping(skipped, on: today, at: at(skipped))
    #expect(back == daily)
    let again = try book.moving(back, on: today, to: try time("09:00"), at: at(back))
    #expect(again == moved && book.next(of: again, at: at(again))?.isSkipped == false)
    #expect(try book.moving(skipped, on: today, to: try time("10:00"), at: at(skipped)).skippedKey == nil)
    #expect(try book.skipping(skipped, on: [today], at: at(skipped)).skippedKey == nil)
  }

  @Test func whatHasEndedIsNotToldAsHeardNext() throws {
    var alarm = daily
    alarm.days.exceptions = [today: .skips]
    let book = AlarmBook(alarms: [alarm])
    // The clock was set back past tomorrow's ring.
    let ended: Set<Occurrence.Key> = [.local(try local("2026-11-22T07:00"))]
    let armed = moment(of: alarm, in: book, ended: ended).standing(of: alarm.id).armed
    let heard = book.nextHeard(of: alarm, armed: armed, in: .utc)
    #expect(heard?.key == .local(try local("2026-11-23T07:00")))
  }

  /// While nothing can be stored, the schedule must find the next rings alone.
  @Test func theScheduleFindsWhatTheBookWouldArm() throws {
    var dice = SeededGenerator(state: 20)
    for _ in 0..<300 {
      let (book, alarm) = try random(&dice)
      var schedule = Schedule()
      schedule.daysOff = book.daysOff
      var now = saturday
      guard let first = book.next(of: alarm, at: moment(of: alarm, in: book, at: now)) else { continue }
      schedule.arm(first)
      var ended: Set<Occurrence.Key> = []
      while let due = schedule.next, ended.count < 25 {
        now = due
        for taken in schedule.takeDue(at: now, in: .utc) {
          ended.insert(taken.occurrence.key)
          schedule.finish(taken.id)
        }
        let armed = schedule.armedOccurrence(of: alarm.id)
        let wanted = book.next(of: alarm, at: moment(of: alarm, in: book, at: now, ended: ended))
        try #require(
          armed?.occurrence == wanted?.occurrence && armed?.isSkipped == wanted?.isSkipped,
          "\(alarm), \(book.pauses), \(book.holidays.calendars)")
      }
    }
  }

  /// The book passes over runs of days off; this compares it with a search ring by ring.
  @Test func nextHeardMatchesALookAtEachRing() throws {
    var dice = SeededGenerator(state: 21)
    for _ in 0..<2000 {
      var (book, alarm) = try random(&dice)
      // Another calendar, so that runs of several scopes overlap.
      let start = today.adding(days: Int.random(in: -2...10, using: &dice))
      let count = Int.random(in: 1...12, using: &dice)
      let days = (0..<count).map { HolidayCalendar.Day(start.adding(days: $0), "") }
      book.holidays = Holidays(book.holidays.calendars + [HolidayCalendar(name: "d", days: days)])
      guard let armed = moment(of: alarm, in: book).standing(of: alarm.id).armed else { continue }
      var wanted: Occurrence? = armed.occurrence
      while let coming = wanted, book.daysOff.reason(for: coming.key, of: alarm) != nil {
        wanted = alarm.next(after: coming.due, in: .utc)
      }
      let heard = book.nextHeard(of: alarm, armed: armed, in: .utc)
      #expect(heard == wanted, "\(alarm), \(book.pauses), \(book.holidays.calendars)")
    }
  }

  private func random(_ dice: inout SeededGenerator) throws -> (AlarmBook, Alarm) {
    let times = try ["02:30", "07:00", "23:50"].map { try time($0) }
    func date(_ dice: inout SeededGenerator) -> LocalDate { today.adding(days: Int.random(in: -3...20, using: &dice)) }
    func scope(_ dice: inout SeededGenerator) -> DaysOff.Scope {
      let scopes: [DaysOff.Scope] = [.all, .alarm(id: "a"), .alarm(id: "b"), .group("work"), .group("home")]
      return scopes[Int.random(in: 0...4, using: &dice)]
    }
    let days: DatedRule.Days =
      switch Int.random(in: 0...2, using: &dice) {
      case 0: .weeks(.workdays, every: Int.random(in: 1...3, using: &dice), at: times[1])
      case 1: .cycle([times[0], nil, times[2], times[1], nil])
      default: .weeks(.daily, every: 1, at: times[2])
      }
    var alarm = Alarm(
      id: "a", recurrence: .dated(DatedRule(days, from: today.adding(days: -5), until: today.adding(days: 30))))
    alarm.days.group = Bool.random(using: &dice) ? "work" : ""
    alarm.days.ringsOnHolidays = Int.random(in: 0...3, using: &dice) == 0
    for _ in 0..<4 {
      let exceptions: [AlarmDays.Exception] = [.skips, .rings, .moves(to: times[0]), .moves(to: times[2])]
      alarm.days.exceptions[date(&dice)] = exceptions[Int.random(in: 0...3, using: &dice)]
    }
    var book = AlarmBook(alarms: [alarm])
    for name in ["p", "q"] {
      let from = date(&dice)
      book.pauses.append(Pause(name: name, from: from, until: from.adding(days: 3), scope: scope(&dice)))
    }
    let holidays = (0..<4).map { _ in HolidayCalendar.Day(date(&dice), "day") }
    book.holidays = Holidays([HolidayCalendar(name: "c", scope: scope(&dice), days: holidays)])
    return (book, alarm)
  }
}
