import AlarmClock
import Testing

/// Rules with differing weeks, months and shifts, with a beginning and an end.
@Suite struct DatedRuleTests {
  private static let seven = LocalTime(secondsOfDay: 7 * 3600)

  private static func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

  private static func rule(_ days: DatedRule.Days, _ from: String? = nil, _ until: String? = nil) throws -> DatedRule {
    DatedRule(days, from: try from.map(date), until: try until.map(date))
  }

  private static func shifts(_ text: String) -> DatedRule.Days {
    .cycle(text.split(separator: " ").map { LocalTime(String($0)) })
  }

  private static func months(_ text: String) throws -> DatedRule.Days {
    .months(try #require(MonthDays(text)), at: seven)
  }

  private static func keys(
    _ rule: DatedRule, after: String, in name: String = "UTC", count: Int, moved: [LocalDate: LocalTime] = [:]
  ) throws -> [String] {
    let zone = try Zones.rules(name)
    var (last, keys) = (try instant(after), [String]())
    while keys.count < count, let next = Recurrence.dated(rule).next(after: last, in: zone, moved: moved) {
      keys.append(next.key.description)
      last = next.due
    }
    return keys
  }

  // MARK: Weeks

  @Test func everySecondWeekIsCountedFromTheWeekOfItsFirstDate() throws {
    let mondays = try Self.rule(.weeks(Weekdays(.monday), every: 2, at: Self.seven), "2026-11-30")
    #expect(
      try Self.keys(mondays, after: "2026-11-25T00:00:00Z", count: 4)
        == ["2026-11-30T07:00", "2026-12-14T07:00", "2026-12-28T07:00", "2027-01-11T07:00"])
    // From the middle of a week: the rest of it, and then every third week.
    let several = try Self.rule(.weeks(Weekdays(.monday, .friday), every: 3, at: Self.seven), "2026-12-02")
    #expect(
      try Self.keys(several, after: "2026-11-25T00:00:00Z", count: 4)
        == ["2026-12-04T07:00", "2026-12-21T07:00", "2026-12-25T07:00", "2027-01-11T07:00"])
    #expect(
      try Self.keys(several, after: "2026-12-25T07:00:00Z", count: 1) == ["2027-01-11T07:00"])
  }

  @Test func aDateThatIsLongPastOrFarAwayCountsAllTheSame() throws {
    let past = try Self.rule(.weeks(Weekdays(.sunday), every: 52, at: Self.seven), "1970-01-04")
    #expect(try Self.keys(past, after: "2026-01-01T00:00:00Z", count: 2) == ["2026-10-25T07:00", "2027-10-24T07:00"])
    let future = try Self.rule(.weeks(.daily, every: 1, at: Self.seven), "2199-12-31")
    #expect(try Self.keys(future, after: "2026-01-01T00:00:00Z", count: 1) == ["2199-12-31T07:00"])
    let never = try Self.rule(.weeks(.daily, every: 1, at: Self.seven), "2262-06-01")
    #expect(try Self.keys(never, after: "2026-01-01T00:00:00Z", count: 1) == [])
  }

  @Test func itEndsBeforeTheDateThatIsNamed() throws {
    let rule = try Self.rule(.weeks(.daily, every: 1, at: Self.seven), "2026-12-01", "2026-12-03")
    #expect(
      try Self.keys(rule, after: "2026-11-25T00:00:00Z", count: 9) == ["2026-12-01T07:00", "2026-12-02T07:00"])
    let empty = try Self.rule(.weeks(Weekdays(.monday), every: 1, at: Self.seven), "2026-12-01", "2026-12-03")
    #expect(try Self.keys(empty, after: "2026-11-25T00:00:00Z", count: 9) == [])
  }

  // MARK: Months

  @Test(
    arguments: [
      ("first-mon", ["2026-12-07", "2027-01-04", "2027-02-01", "2027-03-01"]),
      ("second-tue", ["2026-12-08", "2027-01-12", "2027-02-09", "2027-03-09"]),
      ("third-sun", ["2026-12-20", "2027-01-17", "2027-02-21", "2027-03-21"]),
      ("fourth-thu", ["2026-11-26", "2026-12-24", "2027-01-28", "2027-02-25"]),
      ("last-fri", ["2026-11-27", "2026-12-25", "2027-01-29", "2027-02-26"]),
      ("first-tue,last-mon", ["2026-11-30", "2026-12-01", "2026-12-28", "2027-01-05"]),
      ("fourth-sat,last-sat", ["2026-11-28", "2026-12-26", "2027-01-23", "2027-01-30"]),
    ])
  func aDayOfAMonthIsFoundByItsName(_ text: String, _ dates: [String]) throws {
    let rule = try Self.rule(Self.months(text))
    #expect(try Self.keys(rule, after: "2026-11-25T12:00:00Z", count: 4) == dates.map { "\($0)T07:00" })
    #expect(MonthDays(text)?.description == text)
  }

  @Test func theLastDayOfALeapYearsFebruaryIsTheLast() throws {
    let rule = try Self.rule(Self.months("last-tue"))
    #expect(try Self.keys(rule, after: "2028-02-22T07:00:00Z", count: 1) == ["2028-02-29T07:00"])
    #expect(MonthDays("fifth-mon") == nil && MonthDays("first") == nil && MonthDays("first-mon,") == nil)
  }

  // MARK: Shifts

  @Test func aCycleGoesRoundFromItsFirstDay() throws {
    let rule = try Self.rule(Self.shifts("05:30 05:30 13:30 13:30 - -"), "2026-12-01")
    #expect(
      try Self.keys(rule, after: "2026-11-25T00:00:00Z", count: 6) == [
        "2026-12-01T05:30", "2026-12-02T05:30", "2026-12-03T13:30", "2026-12-04T13:30", "2026-12-07T05:30",
        "2026-12-08T05:30",
      ])
    #expect(try Self.keys(rule, after: "2026-12-03T13:30:00Z", count: 1) == ["2026-12-04T13:30"])
  }

  // MARK: Zones

  @Test func gapsAndOverlapsAreAsEver() throws {
    let night = try Self.rule(.weeks(Weekdays(.sunday), every: 2, at: try time("02:30")), "2026-03-15")
    let berlin = try Zones.rules("Europe/Berlin")
    let gap = try #require(Recurrence.dated(night).next(after: try instant("2026-03-20T00:00:00Z"), in: berlin))
    #expect(gap.due == (try instant("2026-03-29T01:00:00Z")) && gap.adjustment == .movedByGap)
    let overlap = try #require(Recurrence.dated(night).next(after: try instant("2026-10-20T00:00:00Z"), in: berlin))
    #expect(overlap.due == (try instant("2026-10-25T00:30:00Z")) && overlap.adjustment == .firstOfOverlap)
    // Friday 2011-12-30 was skipped in Apia.
    let fridays = try Self.rule(.weeks(Weekdays(.friday), every: 2, at: Self.seven), "2011-12-16")
    #expect(
      try Self.keys(fridays, after: "2011-12-20T00:00:00Z", in: "Pacific/Apia", count: 1) == ["2012-01-13T07:00"])
    let shifts = try Self.rule(Self.shifts("07:00 08:00"), "2011-12-28")
    #expect(
      try Self.keys(shifts, after: "2011-12-29T19:00:00Z", in: "Pacific/Apia", count: 2)
        == ["2011-12-31T08:00", "2012-01-01T07:00"])
    let last = try Self.rule(Self.months("last-fri"))
    #expect(
      try Self.keys(last, after: "2011-12-20T00:00:00Z", in: "Pacific/Apia", count: 1) == ["2012-01-27T07:00"])
  }

  /// Compares with a search day by day.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"])
  func jumpsFindWhatAWalkFinds(_ name: String) throws {
    let zone = try Zones.rules(name)
    let rules = [
      try Self.rule(.weeks(Weekdays(.monday, .sunday), every: 3, at: try time("02:15")), "2011-10-05", "2012-03-01"),
      try Self.rule(.weeks(.workdays, every: 2, at: try time("00:00")), "2011-11-01"),
      try Self.rule(Self.months("first-sun,third-fri,last-sat")),
      try Self.rule(Self.shifts("02:30 - 23:59 - - 00:10 12:00"), "2011-09-30", "2012-02-29"),
    ]
    let moved = [try Self.date("2011-12-31"): try time("02:45"), try Self.date("2011-11-06"): try time("22:00")]
    for rule in rules {
      var expected: [Instant] = []
      for day in 0..<240 {
        let date = try Self.date("2011-09-01").adding(days: day)
        guard let usual = rule.time(on: date) else { continue }
        let resolved = zone.resolve(LocalDateTime(date: date, time: moved[date] ?? usual))
        let isSkipped = name == "Pacific/Apia" && date.description == "2011-12-30"
        if !isSkipped { expected.append(resolved.instant) }
      }
      var (found, last) = ([Instant](), try instant("2011-08-31T00:00:00Z"))
      while let next = Recurrence.dated(rule).next(after: last, in: zone, moved: moved), found.count < expected.count {
        found.append(next.due)
        last = next.due
      }
      #expect(found == expected)
    }
  }

  @Test func whatNobodyCanHaveSetIsToldApart() throws {
    #expect(try Self.rule(.weeks(.daily, every: 1, at: Self.seven)).problem == nil)
    #expect(try Self.rule(.weeks(.daily, every: 2, at: Self.seven)).problem != nil)
    #expect(try Self.rule(.weeks(.daily, every: 53, at: Self.seven), "2026-12-01").problem != nil)
    #expect(try Self.rule(.weeks([], every: 1, at: Self.seven)).problem != nil)
    #expect(DatedRule(.months(MonthDays(), at: Self.seven)).problem != nil)
    #expect(try Self.rule(Self.shifts("- -"), "2026-12-01").problem != nil)
    #expect(try Self.rule(Self.shifts("07:00 -")).problem != nil)
    #expect(try Self.rule(.cycle(Array(repeating: Self.seven, count: 61)), "2026-12-01").problem != nil)
    #expect(try Self.rule(.cycle(Array(repeating: Self.seven, count: 60)), "2026-12-01").problem == nil)
    #expect(try Self.rule(Self.months("last-fri"), "2026-12-01", "2026-12-01").problem != nil)
  }
}
