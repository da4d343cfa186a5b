import AlarmClock
import Testing

@Suite struct RecurrenceTests {
  /// Zone, days, time, start, then the expected keys and instants.
  static let weekly: [(String, Weekdays, String, String, [(String, String)])] = [
    (
      "Europe/Berlin", .daily, "07:30", "2026-11-21T06:56:05+01:00",
      [("2026-11-21T07:30", "2026-11-21T07:30:00+01:00"), ("2026-11-22T07:30", "2026-11-22T07:30:00+01:00")]
    ),
    (
      "Europe/Berlin", .workdays, "07:30", "2026-11-20T07:30:00+01:00",
      [("2026-11-23T07:30", "2026-11-23T07:30:00+01:00")]
    ),
    (
      "Europe/Berlin", Weekdays(.saturday), "07:30", "2026-11-21T07:30:00+01:00",
      [("2026-11-28T07:30", "2026-11-28T07:30:00+01:00")]
    ),
    (
      "Europe/Berlin", .daily, "02:30", "2026-03-28T12:00:00+01:00",
      [("2026-03-29T02:30", "2026-03-29T03:00:00+02:00"), ("2026-03-30T02:30", "2026-03-30T02:30:00+02:00")]
    ),
    (
      "Europe/Berlin", .daily, "02:30", "2026-10-25T00:00:00+02:00",
      [("2026-10-25T02:30", "2026-10-25T02:30:00+02:00"), ("2026-10-26T02:30", "2026-10-26T02:30:00+01:00")]
    ),
    (
      "Europe/Berlin", .daily, "02:30", "2099-03-28T12:00:00+01:00",
      [("2099-03-29T02:30", "2099-03-29T03:00:00+02:00"), ("2099-03-30T02:30", "2099-03-30T02:30:00+02:00")]
    ),
    (
      "America/New_York", .weekend, "02:30", "2026-03-07T12:00:00-05:00",
      [("2026-03-08T02:30", "2026-03-08T03:00:00-04:00"), ("2026-03-14T02:30", "2026-03-14T02:30:00-04:00")]
    ),
    (
      "Australia/Lord_Howe", .daily, "02:15", "2026-10-03T12:00:00+10:30",
      [("2026-10-04T02:15", "2026-10-04T02:30:00+11:00"), ("2026-10-05T02:15", "2026-10-05T02:15:00+11:00")]
    ),
    (
      "Australia/Sydney", .daily, "02:30", "2026-04-05T00:00:00+11:00",
      [("2026-04-05T02:30", "2026-04-05T02:30:00+11:00"), ("2026-04-06T02:30", "2026-04-06T02:30:00+10:00")]
    ),
    (
      "America/Sao_Paulo", .daily, "00:00", "2017-10-14T12:00:00-03:00",
      [("2017-10-15T00:00", "2017-10-15T01:00:00-02:00"), ("2017-10-16T00:00", "2017-10-16T00:00:00-02:00")]
    ),
    (
      "America/Sao_Paulo", .daily, "23:30", "2018-02-17T12:00:00-02:00",
      [("2018-02-17T23:30", "2018-02-17T23:30:00-02:00"), ("2018-02-18T23:30", "2018-02-18T23:30:00-03:00")]
    ),
    (
      "Africa/Cairo", Weekdays(.friday), "00:15", "2023-04-27T12:00:00+02:00",
      [("2023-04-28T00:15", "2023-04-28T01:00:00+03:00"), ("2023-05-05T00:15", "2023-05-05T00:15:00+03:00")]
    ),
    (
      "Pacific/Apia", .daily, "07:30", "2011-12-29T00:00:00-10:00",
      [("2011-12-29T07:30", "2011-12-29T07:30:00-10:00"), ("2011-12-31T07:30", "2011-12-31T07:30:00+14:00")]
    ),
    (
      "Pacific/Apia", .daily, "00:00", "2011-12-29T12:00:00-10:00",
      [("2011-12-31T00:00", "2011-12-31T00:00:00+14:00"), ("2012-01-01T00:00", "2012-01-01T00:00:00+14:00")]
    ),
    (
      "Pacific/Apia", Weekdays(.friday), "07:30", "2011-12-23T12:00:00-10:00",
      [("2012-01-06T07:30", "2012-01-06T07:30:00+14:00")]
    ),
    (
      "Asia/Kathmandu", .daily, "00:10", "1985-12-31T12:00:00+05:30",
      [("1986-01-01T00:10", "1986-01-01T00:15:00+05:45"), ("1986-01-02T00:10", "1986-01-02T00:10:00+05:45")]
    ),
    (
      "Africa/Casablanca", .daily, "02:30", "2026-02-14T12:00:00+01:00",
      [("2026-02-15T02:30", "2026-02-15T02:30:00+01:00"), ("2026-02-16T02:30", "2026-02-16T02:30:00+00:00")]
    ),
    (
      "UTC", Weekdays(.tuesday), "12:00", "2028-02-28T00:00:00Z",
      [("2028-02-29T12:00", "2028-02-29T12:00:00Z"), ("2028-03-07T12:00", "2028-03-07T12:00:00Z")]
    ),
    (
      "Europe/Berlin", .daily, "00:00", "2026-12-31T23:59:59.999+01:00",
      [("2027-01-01T00:00", "2027-01-01T00:00:00+01:00")]
    ),
  ]

  @Test(arguments: weekly)
  func aWeeklyAlarmIsDue(
    zone: String, days: Weekdays, at text: String, after: String, expected: [(key: String, due: String)]
  ) throws {
    let rules = try Zones.rules(zone)
    let recurrence = Recurrence.weekly(days, at: try time(text))
    var now = try instant(after)
    for (key, due) in expected {
      let next = try #require(recurrence.next(after: now, in: rules))
      #expect(next.key.description == key)
      #expect(RFC3339.format(next.due, in: rules) == RFC3339.format(try instant(due), in: rules))
      now = next.due
    }
  }

  @Test func theSecondPassOfADoubledHourRingsNothing() throws {
    let rules = try Zones.rules("Europe/Berlin")
    let betweenThePasses = try instant("2026-10-25T02:10:00+01:00")
    let next = Recurrence.weekly(.daily, at: try time("02:30")).next(after: betweenThePasses, in: rules)
    #expect(next?.key.description == "2026-10-26T02:30")
    let fromTheFirstPass = try instant("2026-10-25T02:10:00+02:00")
    let first = Recurrence.weekly(.daily, at: try time("02:30")).next(after: fromTheFirstPass, in: rules)
    #expect(first?.adjustment == .firstOfOverlap)
  }

  @Test func aSkippedHourRingsAtTheFirstValidInstant() throws {
    let rules = try Zones.rules("Europe/Berlin")
    let next = Recurrence.weekly(.daily, at: try time("02:30")).next(
      after: try instant("2026-03-29T01:59:59.999+01:00"), in: rules)
    let expected = Occurrence(
      key: .local(try local("2026-03-29T02:30")), due: try instant("2026-03-29T03:00:00+02:00"),
      adjustment: .movedByGap)
    #expect(next == expected)
  }

  @Test(arguments: Zones.names)
  func aDailyAlarmRingsOnceOnEveryDateThereIs(zone: String) throws {
    let rules = try Zones.rules(zone)
    for text in ["00:00", "00:30", "02:15", "02:30", "23:30"] {
      let recurrence = Recurrence.weekly(.daily, at: try time(text))
      var now = try instant("2010-12-31T12:00:00Z")
      var previous: LocalDateTime?
      for _ in 0..<800 {
        let next = try #require(recurrence.next(after: now, in: rules))
        guard case .local(let key) = next.key else { throw NotAValue(text: next.key.description) }
        if let previous {
          let isApiaSkip = zone == "Pacific/Apia" && previous.date.description == "2011-12-29"
          #expect(key.date == previous.date.adding(days: isApiaSkip ? 2 : 1))
        }
        #expect(rules.local(next.due).date == key.date)
        #expect(next.due > now)
        (previous, now) = (key, next.due)
      }
    }
  }

  @Test func aOneOffIsDueOnceAndNeverAgain() throws {
    let rules = try Zones.rules("Europe/Berlin")
    let recurrence = Recurrence.once(try local("2028-02-29T07:30"))
    let due = try instant("2028-02-29T07:30:00+01:00")
    #expect(recurrence.next(after: try instant("2026-11-21T00:00:00Z"), in: rules)?.due == due)
    #expect(recurrence.next(after: due - .nanoseconds(1), in: rules)?.due == due)
    #expect(recurrence.next(after: due, in: rules) == nil)
    #expect(recurrence.isOneOff)
  }

  @Test func aOneOffOnASkippedDateRingsAtTheFirstInstantAfterIt() throws {
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

  @Test func aChangeOfZoneKeepsTheKeyAndMovesTheInstant() throws {
    let daily = Recurrence.weekly(.daily, at: try time("07:30"))
    let now = try instant("2026-11-21T12:30:00Z")
    let berlin = try #require(daily.next(after: now, in: try Zones.rules("Europe/Berlin")))
    let sydney = try #require(daily.next(after: now, in: try Zones.rules("Australia/Sydney")))
    #expect(berlin.key == sydney.key)
    #expect(berlin.due - sydney.due == .seconds(10 * 3600))
  }

  @Test func anEmptySetOfDaysAndTheEndOfTimeHaveNoNext() throws {
    let noon = try time("12:00")
    #expect(Recurrence.weekly([], at: noon).next(after: .min, in: .utc) == nil)
    #expect(Recurrence.weekly(.daily, at: noon).next(after: .max, in: .utc) == nil)
    #expect(Recurrence.weekly(.daily, at: noon).next(after: .min, in: .utc)?.key.description == "1677-09-21T12:00")
  }
}
