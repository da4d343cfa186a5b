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
