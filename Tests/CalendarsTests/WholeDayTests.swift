import AlarmClock
import FoundationEssentials
import Testing

@testable import Calendars

/// All-day events in the notation of particular programs.
@Suite struct WholeDayTests {
  @Test(arguments: [
    ("DTSTART:20261224T000000 DTEND:20261225T000000", "24"),
    ("DTSTART;TZID=W._Europe:20261224T000000 DTEND;TZID=W._Europe:20261226T000000", "24 25"),
    ("DTSTART:20261224T000000 DURATION:P2D", "24 25"), ("DTSTART:20261224T000000 DURATION:PT24H", "24"),
    ("DTSTART:20261224T000000 DURATION:PT23H59M", "24"),
    ("DTSTART;TZID=America/New_York:20261228T000100 DTEND;TZID=America/New_York:20261230T235900", "28 29 30"),
    ("DTSTART:20261224T000000 DTEND:20261224T235959", "24"), ("DTSTART:20261224T000100 DTEND:20261225T000000", "24"),
    // As written by Outlook and others.
    ("DTSTART:20261224T000000 DTEND:20261226T000000 X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "24 25"),
    ("X-MICROSOFT-CDO-ALLDAYEVENT:true DTSTART:20261224T000000", "24"),
    ("X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE DTSTART:20261224T080000 DTEND:20261224T170000", "24"),
    ("X-FUNAMBOL-ALLDAY:1 DTSTART:20261224T000000 DTEND:20261225T235900", "24 25"),
    ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE DTSTART;VALUE=DATE:20261224 DTEND;VALUE=DATE:20261226", "24 25"),
    ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE DTSTART:20261224T000000Z DTEND:20261225T000000Z", "24"),
    // A series with its exceptions.
    ("DTSTART:20261207T000000 DURATION:P1D RRULE:FREQ=WEEKLY;COUNT=3 EXDATE:20261214T000000", "07 21"),
    ("DTSTART:20261207T000000 DURATION:P1D RDATE:20261210T000000", "07 10"),
    // A day that is only partly covered does not count.
    ("DTSTART:20261224T000000", ""), ("DTSTART:20261224T000000 DTEND:20261224T000000", ""),
    ("DTSTART:20261224T120000 DTEND:20261224T235900", ""), ("DTSTART:20261224T000000 DTEND:20261224T120000", ""),
    ("DTSTART:20261224T000200 DTEND:20261224T235900", ""), ("DTSTART:20261224T080000 DTEND:20261226T080000", ""),
    ("DTSTART:20261224T000000 DTEND:20261225T060000", ""), ("DTSTART:20261224T000000 DURATION:PT30H", ""),
    ("DTSTART;TZID=A:20261224T000000 DTEND;TZID=B:20261225T000000", ""),
    ("DTSTART:20261224T090000 DTEND:20261224T100000 X-MICROSOFT-CDO-ALLDAYEVENT:FALSE", ""),
  ])
  func anEventThatFillsDaysIsOfWholeDays(event: String, days: String) throws {
    let calendar = try Reading.event(event)
    #expect(calendar.dates.map { $0.suffix(2) }.joined(separator: " ") == days)
    #expect(calendar.timedEvents == (days.isEmpty ? 1 : 0) && calendar.told == [])
  }

  /// Local midnight in UTC, as in Berlin.
  @Test(arguments: [
    ("DTSTART:20261223T230000Z DTEND:20261225T230000Z", "24 25"),
    ("DTSTART:20261223T230000Z DTEND:20261224T225900Z", "24"),
    ("DTSTART:20260623T220000Z DTEND:20260624T220000Z", "24"),
    ("DTSTART:20261223T230000Z DURATION:P1D RRULE:FREQ=DAILY;COUNT=3 EXDATE:20261224T230000Z", "24 26"),
    ("DTSTART;TZID=Europe/Berlin:20261224T000000 DURATION:P1D RRULE:FREQ=DAILY;UNTIL=20261225T230000Z", "24 25 26"),
    ("DTSTART;TZID=Europe/Berlin:20261224T000000 DURATION:P1D RRULE:FREQ=DAILY;UNTIL=20261225T225959Z", "24 25"),
    ("DTSTART:20261224T000000Z DTEND:20261225T000000Z", ""),
    // Midnight in the author's zone: London, New York and Auckland.
    ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE DTSTART:20261224T000000Z DTEND:20261225T000000Z", "24"),
    ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE DTSTART:20261224T050000Z DTEND:20261226T050000Z", "24 25"),
    ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE DTSTART:20261223T110000Z DTEND:20261224T110000Z", "24"),
  ])
  func anEventInUTCFillsTheDaysThatItFillsHere(event: String, days: String) throws {
    let path = "/usr/share/zoneinfo/Europe/Berlin"
    let berlin = try ZoneRules(name: "Europe/Berlin", tzif: Array(Data(contentsOf: URL(filePath: path))))
    let today = try #require(LocalDate(year: 2026, month: 11, day: 25))
    let calendar = try CalendarReader(window: CalendarLimits.window(around: today), zone: berlin)
      .read(Array(Reading.calendar(event).utf8))
    #expect(calendar.dates.map { $0.suffix(2) }.joined(separator: " ") == days)
    #expect(calendar.told == [])
  }

  @Test func aTimedEventTakesTheDayOfASeriesThatBeginsAtMidnight() throws {
    let series = Reading.calendar("UID:a DTSTART:20261207T000000 DURATION:P1D RRULE:FREQ=DAILY;COUNT=3")
    let other = "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20261208T000000\nDTSTART:20261208T090000\nEND:VEVENT\nEND:VCAL"
    let calendar = try Reading.read(series.replacing("END:VCAL", with: other))
    #expect(calendar.dates == ["2026-12-07", "2026-12-09"])
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20261223T000000Z DTEND;VALUE=DATE:20261226T000000Z", "23 24 25"),
    ("DTSTART;VALUE=DATE:20261223T230000 DTEND;VALUE=DATE:20261225T010000", "23 24"),
    ("DTSTART;VALUE=DATE:20261223 DTEND;VALUE=DATE:20261225T000000", "23 24"),
    ("DTSTART;VALUE=DATE:20261223 DTEND:20261225T000000Z", "23 24"), ("DTSTART;VALUE=DATE:2026-12-25", "25"),
    ("DTSTART;VALUE=DATE:2026-12-25 DTEND;VALUE=DATE:2026-12-27", "25 26"), ("DTSTART:2026-12-25", "25"),
    ("DTSTART:2026-12-25T00:00:00 DTEND:2026-12-26T00:00:00", "25"),
    ("DTSTART;VALUE=DATE:2026-12-25T00:00:00.000Z", "25"),
    ("DTSTART:20261223 RRULE:FREQ=DAILY;UNTIL=2026-12-26 EXDATE;VALUE=DATE:2026-12-24T00:00:00", "23 25 26"),
    ("DTSTART:20261223 RDATE;VALUE=DATE:20261225T100000Z", "23 25"),
  ])
  func theDateCountsHoweverItIsWritten(event: String, days: String) throws {
    let calendar = try Reading.event(event)
    #expect(calendar.dates.map { $0.suffix(2) }.joined(separator: " ") == days)
    #expect(calendar.told == [])
  }

  @Test(arguments: ["2026-13-25", "2026--1225", "20261225T2400", "2026-12-25T00:00:00+01:00", "25.12.2026"])
  func whatIsNoDateIsNone(text: String) { #expect(DayValue(text) == nil) }
}
