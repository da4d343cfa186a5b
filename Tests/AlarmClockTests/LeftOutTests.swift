import Testing

@testable import AlarmClock

/// Alarms that an import leaves out. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct LeftOutTests {
  @Test func anAlarmThatCanNeverRingAgainIsLeftOut() throws {
    let (past, day) = (try date("2026-11-20"), try date("2026-12-01"))
    let work = Alarm(id: "work01", label: "Work", recurrence: .weekly(.workdays, at: try time("07:30")))
    let here = AlarmBook(alarms: [work], cards: [.made("bath01", "bath")], salt: [1])
    var theirs = here
    let rule = DatedRule(.weeks(.daily, every: 1, at: try time("07:30")), until: past)
    theirs.alarms += [
      Alarm(id: "once01", label: "Train", recurrence: .once(try local("2026-11-20T05:00")), isEnabled: false),
      // It has the label and time of an alarm here, but is another alarm.
      Alarm(id: "ended1", label: "Work", recurrence: .dated(rule)),
      Alarm(id: "nap001", label: "Nap", recurrence: .weekly(.daily, at: try time("14:00")), isEnabled: false),
    ]
    for (name, id) in [("train", "once01"), ("nap", "nap001")] {
      theirs.pauses.append(Pause(name: name, from: day, until: day.adding(days: 1), scope: .alarm(id: id)))
    }
    theirs.holidays = Holidays([
      HolidayCalendar(name: "c", scope: .alarm(id: "ended1"), days: [HolidayCalendar.Day(day, "Christmas")])
    ])
    let comparison = try BookComparison(here, theirs, at: saturday, in: .utc)
    #expect(comparison.leftOut.map(\.id) == ["once01", "ended1"])
    let book = try comparison.merged(ImportChoices(all: .theirs)).book
    #expect(book.alarms.map(\.id) == ["work01", "nap001"] && book.alarms[0] == work)
    #expect(book.pauses.map(\.name) == ["nap"] && book.holidays.calendars.isEmpty)
    #expect(try BookComparison(book, theirs, at: saturday, in: .utc).differences.isEmpty)
  }
}
