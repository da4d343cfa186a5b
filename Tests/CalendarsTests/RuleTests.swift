import Testing

@testable import Calendars

/// Rules of RFC 5545, expanded from November 2025 on.
@Suite struct RuleTests {
  @Test(arguments: [
    ("20241225", "FREQ=YEARLY;COUNT=4", "2025-12-25 2026-12-25 2027-12-25"),
    ("20240229", "FREQ=YEARLY;UNTIL=20330101", "2028-02-29 2032-02-29"),
    ("20251127", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3", "2025-11-27 2026-11-26 2027-11-25"),
    ("20260525", "FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;COUNT=2", "2026-05-25 2027-05-31"),
    (
      "20260107", "FREQ=YEARLY;INTERVAL=2;BYMONTH=1,3;BYMONTHDAY=7;COUNT=4",
      "2026-01-07 2026-03-07 2028-01-07 2028-03-07"
    ),
    ("20260520", "FREQ=YEARLY;BYDAY=20WE;COUNT=2", "2026-05-20 2027-05-19"),
    ("20260410", "FREQ=YEARLY;BYYEARDAY=100,-1;COUNT=3", "2026-04-10 2026-12-31 2027-04-10"),
    ("20260511", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=2", "2026-05-11 2027-05-17"),
    ("20251229", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=2", "2025-12-29 2027-01-04"),
    ("20260512", "FREQ=YEARLY;BYWEEKNO=20;COUNT=2", "2026-05-12 2027-05-18"),
    ("20260131", "FREQ=MONTHLY;COUNT=3", "2026-01-31 2026-03-31 2026-05-31"),
    ("20260131", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", "2026-01-31 2026-02-28 2026-03-31"),
    ("20260213", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR;COUNT=3", "2026-02-13 2026-03-13 2026-11-13"),
    ("20260130", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2", "2026-01-30 2026-02-27"),
    ("20260106", "FREQ=MONTHLY;INTERVAL=18;BYDAY=1TU;COUNT=2", "2026-01-06 2027-07-06"),
    ("20260106", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4", "2026-01-06 2026-01-11 2026-01-20 2026-01-25"),
    ("20260106", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4", "2026-01-06 2026-01-18 2026-01-20 2026-02-01"),
    ("20260101", "FREQ=DAILY;INTERVAL=10;COUNT=3", "2026-01-01 2026-01-11 2026-01-21"),
    ("20260101", "FREQ=DAILY;BYMONTH=1;BYDAY=TH;UNTIL=20260110", "2026-01-01 2026-01-08"),
    // Times of day are ignored.
    ("20260101", "freq=daily;until=20260102T235959Z;byhour=9;", "2026-01-01 2026-01-02"),
    ("20260101", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01"),
    // DTSTART counts even if it does not match the rule.
    ("20260102", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;UNTIL=20270201", "2026-01-02 2027-01-01"),
  ])
  func aRuleComesToItsDays(start: String, rule: String, days: String) throws {
    let calendar = try Reading.event("DTSTART;VALUE=DATE:\(start) RRULE:\(rule)")
    #expect(calendar.dates.joined(separator: " ") == days)
    #expect(calendar.told == [])
  }

  @Test(arguments: [
    ("FREQ=HOURLY", "FREQ=HOURLY does not work with whole days"), ("COUNT=3", "FREQ is missing"),
    ("FREQ=YEARLY;RSCALE=HEBREW", "RSCALE is not known"), ("FREQ=YEARLY;COUNT=0", "COUNT=0 is not understood"),
    ("FREQ=YEARLY;INTERVAL=X", "INTERVAL=X is not understood"), ("FREQ=YEARLY;FREQ=DAILY", "FREQ occurs twice"),
    ("FREQ=YEARLY;BYMONTH=13", "BYMONTH=13 is not understood"),
    ("FREQ=YEARLY;BYDAY=54MO", "BYDAY=54MO is not understood"),
    ("FREQ=YEARLY;BYDAY=,", "BYDAY= is not understood"),
    ("FREQ=DAILY;BYDAY=1MO", "BYDAY with a number does not go with FREQ=DAILY"),
    ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY does not go with FREQ=WEEKLY"),
    ("FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY does not go with FREQ=MONTHLY"),
    ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO does not go with FREQ=MONTHLY"),
    ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", "BYDAY with a number does not go with BYWEEKNO"),
    ("FREQ=YEARLY;UNTIL=20270101;COUNT=1", "COUNT and UNTIL are both given"), ("FREQ", "`FREQ` is not part of a rule"),
    ("FREQ=YEARLY;UNTIL=20270231", "UNTIL=20270231 is not understood"),
  ])
  func ofARuleThatIsNotUnderstoodTheFirstDayCounts(rule: String, trouble: String) throws {
    let calendar = try Reading.event("DTSTART;VALUE=DATE:20261224 RRULE:\(rule)")
    #expect(calendar.dates == ["2026-12-24"])
    #expect(calendar.told == ["line 5: RRULE: \(trouble); its days beyond the first do not count"])
  }

  @Test func severalRulesAddUp() throws {
    let calendar = try Reading.event(
      "DTSTART;VALUE=DATE:20260101 RRULE:FREQ=MONTHLY;COUNT=2 RRULE:FREQ=DAILY;COUNT=2 RDATE;VALUE=DATE:20260301,20260101"
    )
    #expect(calendar.dates == ["2026-01-01", "2026-01-02", "2026-02-01", "2026-03-01"])
  }

  @Test func aRuleOfLongAgoIsNotFollowedFromItsBeginning() throws {
    var limits = CalendarLimits()
    limits.steps = 1000
    let text = Reading.calendar("DTSTART;VALUE=DATE:00010101 RRULE:FREQ=YEARLY")
    #expect(try Reading.read(text, limits).days.count == 11)
    let counted = Reading.calendar("DTSTART;VALUE=DATE:00010101 RRULE:FREQ=DAILY;COUNT=900000")
    #expect(try Reading.refusal(counted, limits) == .tooManySteps(most: 1000))
  }
}
