import AlarmClock
import Testing

@Suite struct RecurrenceTests {
  @Test func theSecondPassOfADoubledHourRingsNothing() throws {
    let (rules, daily) = (try Zones.rules("Europe/Berlin"), Recurrence.weekly(.daily, at: try time("02:30")))
    let first = daily.next(after: try instant("2026-10-25T02:10:00+02:00"), in: rules)
    #expect(first?.key.description == "2026-10-25T02:30" && first?.adjustment == .firstOfOverlap)
    let next = daily.next(after: try instant("2026-10-25T02:10:00+01:00"), in: rules)
    #expect(next?.key.description == "2026-10-26T02:30")
  }

  @Test func aOneOffIsDueOnceAndOnASkippedDateAtTheFirstInstantAfterIt() throws {
    let rules = try Zones.rules("Europe/Berlin")
    let recurrence = Recurrence.once(try local("2028-02-29T07:30"))
    let due = try instant("2028-02-29T07:30:00+01:00")
    #expect(recurrence.next(after: try instant("2026-11-21T00:00:00Z"), in: rules)?.due == due)
    #expect(recurrence.next(after: due - .nanoseconds(1), in: rules)?.due == due)
    #expect(recurrence.next(after: due, in: rules) == nil)
    #expect(recurrence.isOneOff)
    let next = Recurrence.once(try local("2011-12-30T07:30")).next(after: .min, in: try Zones.rules("Pacific/Apia"))
    #expect(next?.due == (try instant("2011-12-31T00:00:00+14:00")))
    #expect(next?.adjustment == .movedByGap)
    #expect(next?.key.description == "2011-12-30T07:30")
  }

  @Test func aRelativeAlarmIsAnInstantInAnyZone() throws {
    let due = Instant(nanoseconds: 1_763_710_200_000_000_001)
    for zone in Zones.names {
      let next = Recurrence.instant(due).next(after: due - .seconds(1), in: try Zones.rules(zone))
      #expect(next == Occurrence(key: .instant(due), due: due, adjustment: .none))
    }
    #expect(Recurrence.instant(due).next(after: due, in: .utc) == nil)
    #expect(Recurrence.instant(due).isOneOff)
  }

  @Test func excludedOccurrencesAreSkipped() throws {
    let rules = try Zones.rules("Europe/Berlin")
    let now = try instant("2026-11-21T00:00:00+01:00")
    let daily = Recurrence.weekly(.daily, at: try time("07:30"))
    var excluded: Set<Occurrence.Key> = []
    for day in 21...30 {
      let next = try #require(daily.next(after: now, in: rules, excluding: excluded))
      #expect(next.key.description == "2026-11-\(day)T07:30")
      excluded.insert(next.key)
    }
    let once = try local("2026-12-24T07:30")
    #expect(Recurrence.once(once).next(after: now, in: rules, excluding: [.local(once)]) == nil)
    let later = now + .seconds(5)
    #expect(Recurrence.instant(later).next(after: now, in: rules, excluding: [.instant(later)]) == nil)
    #expect(!daily.isOneOff)
  }

  @Test func anEmptySetOfDaysAndTheEndOfTimeHaveNoNext() throws {
    let noon = try time("12:00")
    #expect(Recurrence.weekly([], at: noon).next(after: .min, in: .utc) == nil)
    #expect(Recurrence.weekly(.daily, at: noon).next(after: .max, in: .utc) == nil)
    #expect(Recurrence.weekly(.daily, at: noon).next(after: .min, in: .utc)?.key.description == "1677-09-21T12:00")
  }
}

/// Rules with differing weeks, months and shifts, beyond what `RecurrenceModelTests` draws.
@Suite struct DatedRuleTests {
  private static let seven = LocalTime(secondsOfDay: 7 * 3600)

  private static func rule(_ days: DatedRule.Days, _ from: String? = nil, _ until: String? = nil) throws -> DatedRule {
    DatedRule(days, from: try from.map { try date($0) }, until: try until.map { try date($0) })
  }

  private static func shifts(_ text: String) -> DatedRule.Days {
    .cycle(text.split(separator: " ").map { LocalTime(String($0)) })
  }

  private static func months(_ text: String) throws -> DatedRule.Days {
    .months(try #require(MonthDays(text)), at: seven)
  }

  private static func keys(
    _ rule: DatedRule, after: String, in name: String = "UTC", count: Int
  ) throws -> [String] {
    let zone = try Zones.rules(name)
    var (last, keys) = (try instant(after), [String]())
    while keys.count < count, let next = Recurrence.dated(rule).next(after: last, in: zone) {
      keys.append(next.key.description)
      last = next.due
    }
    return keys
  }

  @Test func aDateThatIsLongPastOrFarAwayCountsAllTheSame() throws {
    let past = try Self.rule(.weeks(Weekdays(.sunday), every: 52, at: Self.seven), "1970-01-04")
    #expect(try Self.keys(past, after: "2026-01-01T00:00:00Z", count: 2) == ["2026-10-25T07:00", "2027-10-24T07:00"])
    let future = try Self.rule(.weeks(.daily, every: 1, at: Self.seven), "2199-12-31")
    #expect(try Self.keys(future, after: "2026-01-01T00:00:00Z", count: 1) == ["2199-12-31T07:00"])
    let never = try Self.rule(.weeks(.daily, every: 1, at: Self.seven), "2262-06-01")
    #expect(try Self.keys(never, after: "2026-01-01T00:00:00Z", count: 1) == [])
  }

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

  @Test(arguments: [
    "first-mon", "second-tue", "third-sun", "fourth-thu", "last-fri", "first-tue,last-mon", "fourth-sat,last-sat",
  ])
  func daysOfAMonthKeepTheirText(text: String) { #expect(MonthDays(text)?.description == text) }

  @Test func whatNobodyCanHaveSetIsToldApart() throws {
    #expect(MonthDays("fifth-mon") == nil && MonthDays("first") == nil && MonthDays("first-mon,") == nil)
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
