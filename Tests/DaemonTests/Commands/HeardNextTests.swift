import Machine
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct HeardNextTests {
  /// Compares the cached answer with the book's own after each change.
  @Test func followsEachChange() throws {
    let heard = HeardNext()
    let monday = try #require(LocalDate("2026-11-23"))
    var alarms = [
      Alarm(id: "a", recurrence: .weekly(.daily, at: try #require(LocalTime("07:00")))),
      Alarm(id: "b", recurrence: .weekly(Weekdays(.monday), at: try #require(LocalTime("08:00")))),
    ]
    let now = Instant(seconds: 1_795_240_800)
    var zone = ZoneRules.utc
    var book = AlarmBook(alarms: alarms)
    var answers: Set<Instant> = []
    func check(_ what: String) {
      for alarm in book.alarms {
        let armed = book.next(of: alarm, at: AlarmBook.Moment(now: now, zone: zone))
        for _ in 0..<2 {
          let next = heard.next(of: alarm, armed: armed, in: book, zone)
          #expect(next == book.nextHeard(of: alarm, armed: armed, in: zone), "\(what)")
          if let next { answers.insert(next.due) }
        }
      }
    }
    check("no days off")
    for weeks in [2, 5, 1] {
      let days = (-7..<weeks * 7).map { HolidayCalendar.Day(monday.adding(days: $0), "") }
      book.holidays = Holidays([HolidayCalendar(name: "c", days: days)])
      check("\(weeks) weeks")
    }
    book.settings.pausedUntil = monday.adding(days: 20)
    check("a pause")
    alarms[0].recurrence = .weekly(.daily, at: try #require(LocalTime("09:00")))
    book = AlarmBook(alarms: alarms, holidays: book.holidays)
    check("another time")
    zone = try ZoneDatabase.rules(named: "Asia/Tokyo")
    check("another zone")
    // Guards against comparing the same answer again and again.
    #expect(answers.count > 8)
  }
}
