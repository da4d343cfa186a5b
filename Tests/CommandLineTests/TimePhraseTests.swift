import AlarmClock
import Testing

@testable import rouse

struct TimePhraseTests {
  @Test(arguments: [
    ("Mon-Fri 07:30", "Mon-Fri 7:30am"), ("22:00-07:00", "10:00pm-7:00am"),
    ("2026-12-24 00:05", "2026-12-24 12:05am"),
    ("once 12:00:05", "once 12:00:05pm"), ("daily", "daily"), ("off", "off"), ("", ""), ("80", "80"),
    ("24:00", "24:00"),
    ("1:30", "1:30"), ("x07:30x", "x7:30amx"), ("a:b", "a:b"),
  ])
  func timesInATextAreReadOnTwelveHours(text: String, shown: String) {
    #expect(TimePhrase.twelveHours(in: text) == shown)
  }

  @Test(arguments: [
    (0, "now"), (5, "5 s"), (60, "1 min"), (125, "2 min 5 s"), (3600, "1 h"), (3605, "1 h"), (33_120, "9 h 12 min"),
    (86_400, "1 day"), (90_061, "1 day 1 h"), (200_000, "2 days 7 h"), (-90, "1 min 30 s ago"),
  ])
  func spansTakeTheTwoLargestUnits(seconds: Int, text: String) {
    #expect(TimePhrase.span(seconds) == text)
  }

  @Test(arguments: [
    ("2026-11-22T07:30:00+01:00", "Sun 2026-11-22 07:30"), ("2026-11-22T07:30:05+01:00", "Sun 2026-11-22 07:30:05"),
    ("2024-02-29T00:00:00Z", "Thu 2024-02-29 00:00"), ("2026-11-22T07:30:00.123-09:30", "Sun 2026-11-22 07:30"),
    ("tomorrow\u{7}", "tomorrow?"), ("2026-13-22T07:30:00+01:00", "2026-13-22T07:30:00+01:00"),
  ])
  func timesKeepTheZoneTheyCameIn(time: String, text: String) {
    #expect(TimePhrase.stamp(time) == text)
  }

  @Test(arguments: [
    ("2026-11-22T07:30:00+01:00", "07:30:00.000"), ("2026-11-22T07:30:00.5Z", "07:30:00.500"),
    ("2026-11-22T07:30:00.1239+01:00", "07:30:00.123"),
  ])
  func historyHasMilliseconds(time: String, text: String) {
    #expect(TimePhrase.clock(time, .milliseconds) == text)
  }

  @Test func aDurationOutOfBoundsIsRefused() throws {
    #expect(throws: InvalidValue.self) { try Span.seconds("11m", field: "--for", in: 1...600) }
    #expect(throws: InvalidValue.self) { try Span.seconds("0s", field: "--for", in: 1...600) }
    #expect(throws: InvalidValue.self) { try Span.seconds("5", field: "--for", in: 1...600) }
    #expect(try Span.seconds("1m30s", field: "--for", in: 1...600) == 90)
  }
}
