import AlarmClock
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    ("07:30", "07:30"), ("7:30", "07:30"), ("07:30:15", "07:30:15"), ("7:30am", "07:30"), ("7:30pm", "19:30"),
    ("12:00am", "00:00"), ("12:00pm", "12:00"), ("12am", "00:00"), ("7am", "07:00"), ("7PM", "19:00"),
    ("0:00", "00:00"),
    ("23:59:59", "23:59:59"), ("11:59:59pm", "23:59:59"),
  ])
  func aTimeOfDayIsRead(text: String, expected: String) throws {
    #expect(try TimeText.parse(text) == .clock(try time(expected)))
  }

  @Test(arguments: [("+5s", 5), ("+20m", 1200), ("+1h30m", 5400), ("+7d", 604_800), ("+168h", 604_800), ("+0h5s", 5)])
  func aDelayIsRead(text: String, seconds: Int) throws {
    #expect(try TimeText.parse(text) == .relative(.seconds(seconds)))
  }

  @Test(arguments: [
    ("25:00", "hour"), ("24:00", "hour"), ("07:60", "59"), ("07:30:60", "59"), ("7:5pm", "two digits"),
    ("7:", "two digits"),
    ("13:00pm", "1 to 12"), ("0:30am", "1 to 12"), ("+0s", "more than zero"), ("+", "duration is missing"),
    ("+-5s", "negative"),
    ("-5m", "past"), ("", "empty"), ("7", "missing"), ("0730", "not a time"), ("007:30", "not a time"),
    ("7:30xm", "not a time"),
    ("7:30 ", "not a time"), (" 7:30", "starts with the hour"), ("07:30:15:00", "not a time"), ("noon", "hour"),
    ("٠٧:٣٠", "hour"), ("07:３０", "two digits"), ("+５s", "whole numbers"), ("+8d", "7 days"), ("+169h", "7 days"),
    ("+99999999999999999999s", "too long"), ("+5", "unit"), ("+5x", "units"), ("+5m1h", "order"), ("+1h1h", "order"),
    ("+1.5h", "units"), ("07:30\u{0}", "not a time"), (String(repeating: "7", count: 10_000), "not a time"),
    (String(repeating: "+", count: 10_000), "whole numbers"), ("7:30am+", "not a time"),
  ])
  func aWrongTimeSaysWhy(text: String, reason: String) throws {
    let error = try #require(try refusal { try TimeText.parse(text) })
    #expect(error.field == "TIME")
    #expect(error.value == text)
    #expect(error.reason.contains(reason))
    #expect(!error.remedy.isEmpty)
    #expect(error.description.unicodeScalars.count < 250)
  }

  @Test(arguments: [
    ("0s", 0, "0s"), ("90s", 90, "1m30s"), ("20m", 1200, "20m"), ("1h30m", 5400, "1h30m"), ("1d", 86_400, "1d"),
    ("36h", 129_600, "1d12h"), ("1d2h3m4s", 93_784, "1d2h3m4s"), ("3600s", 3600, "1h"), ("0h0m0s", 0, "0s"),
    ("00090s", 90, "1m30s"), ("9223372036s", 9_223_372_036, "106751d23h47m16s"),
  ])
  func aDurationIsReadAndWritten(text: String, seconds: Int64, written: String) throws {
    let duration = try DurationText.parse(text, field: "--for")
    #expect(duration == .seconds(seconds))
    #expect(DurationText.format(duration) == written)
    #expect(try DurationText.parse(written, field: "--for") == duration)
  }

  @Test(arguments: [
    "", "s", "90", "1h30", "-5s", "1m1h", "1s1s", "5S", "5 s", " 5s", "1w", "9223372037s", "106752d", "1h9223372036s",
    "9223372036854775807d", "99999999999999999999999s", "1e3s", "５s", "+5s", "5ms",
    "1.5h", "1,5h", "0.5m",
  ])
  func aWrongDurationIsRefusedAndAFractionAsSuch(text: String) throws {
    let error = try #require(try refusal { try DurationText.parse(text, field: "--silence-after") })
    #expect(error.field == "--silence-after" && error.value == text)
    #expect(error.description.contains("--silence-after"))
    if text.contains(where: { ".,".contains($0) }) { #expect(error.reason.contains("fraction")) }
  }

  @Test func oddDurationsAreWrittenToo() {
    #expect(DurationText.format(.milliseconds(90_999)) == "1m30s")
    #expect(DurationText.format(.milliseconds(-500)) == "0s")
    #expect(DurationText.format(.seconds(-3600)) == "-1h")
    #expect(DurationText.format(.seconds(Int64.max)) == "106751d23h47m16s")
  }

  @Test(arguments: [
    ("daily", Weekdays.daily), ("Weekdays", .workdays), ("weekend", .weekend), ("WEEKENDS", .weekend),
    ("mon,wed,fri", Weekdays(.monday, .wednesday, .friday)), ("mon wed  fri", Weekdays(.monday, .wednesday, .friday)),
    ("mon-fri", .workdays), ("sat-mon", Weekdays(.saturday, .sunday, .monday)), ("Mon-Mon", Weekdays(.monday)),
    ("Thursday", Weekdays(.thursday)), ("tues, thurs", Weekdays(.tuesday, .thursday)), ("mon-sun", .daily),
    ("tue-mon", .daily), ("weekend,friday", Weekdays(.friday, .saturday, .sunday)),
    ("monday-Fri,sun,", Weekdays.workdays.union(Weekdays(.sunday))),
  ])
  func daysAreRead(text: String, expected: Weekdays) throws {
    #expect(try DaysText.parse(text) == expected)
  }

  @Test func writtenDaysAreReadBack() throws {
    for rawValue in UInt8(1)...127 {
      let days = Weekdays(rawValue: rawValue)
      #expect(try DaysText.parse(days.description) == days)
    }
  }

  @Test(arguments: [
    "", " ", ",", "mo", "m", "monk", "mondays", "montag", "mon-", "-fri", "-", "mon-wed-fri", "mon--fri", "none", "1,2",
    "mon;tue", "everyday", "ｍｏｎ", String(repeating: "x", count: 10_000),
  ])
  func wrongDaysAreRefused(text: String) throws {
    let error = try #require(try refusal { try DaysText.parse(text) })
    #expect(error.field == "--days" && error.value == text)
    #expect(error.description.unicodeScalars.count < 250)
  }

  @Test(arguments: [
    ("2026-12-24", "2026-12-24"), ("today", "2026-11-30"), ("Tomorrow", "2026-12-01"), ("2028-02-29", "2028-02-29"),
    ("Yesterday", "2026-11-29"),
  ])
  func aDateIsRead(text: String, expected: String) throws {
    #expect(try DateText.parse(text, today: try date("2026-11-30")).description == expected)
  }

  /// November 30, 2026 is a Monday.
  @Test(arguments: [
    ("monday", "2026-12-07"), ("Tue", "2026-12-01"), ("sunday", "2026-12-06"), ("2026-12-24", "2026-12-24"),
    ("today", "2026-11-30"),
  ])
  func aDayOfTheWeekIsTheNextOneAfterToday(text: String, expected: String) throws {
    #expect(try DateText.parseComing(text, today: try date("2026-11-30")).description == expected)
  }

  @Test(arguments: [
    ("2026-02-29", "no such day"), ("2026-13-01", "no such day"), ("0000-01-01", "no such day"),
    ("24.12.2026", "not a date"),
    ("2026-2-3", "not a date"), ("", "not a date"), ("monday", "not a date"), ("2026-12-24T07:30", "not a date"),
  ])
  func aWrongDateSaysWhy(text: String, reason: String) throws {
    let today = try date("2026-11-30")
    let error = try #require(try refusal { try DateText.parse(text, today: today) })
    #expect(error.field == "--date" && error.reason.contains(reason))
    #expect(error.remedy.contains("2026-11-30"))
  }

  @Test func anErrorIsSafeToPrint() {
    let text = "\u{1B}[31m\n" + String(repeating: "ä", count: 100)
    let error = InvalidValue(field: "--label", value: text, reason: "it is too long", remedy: "shorten it")
    let shown = error.description
    #expect(shown == "--label '?[31m?\(String(repeating: "ä", count: 34))…': it is too long; shorten it")
  }
}
