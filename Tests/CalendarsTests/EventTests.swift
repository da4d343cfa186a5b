import Testing

@Suite struct EventTests {
  @Test(arguments: [
    ("", "2026-12-24"), ("DTEND;VALUE=DATE:20261225", "2026-12-24"),
    ("DTEND;VALUE=DATE:20261227", "2026-12-24 2026-12-25 2026-12-26"), ("DTEND:20261226", "2026-12-24 2026-12-25"),
    // One day, as some programs write it.
    ("DTEND;VALUE=DATE:20261224", "2026-12-24"), ("DURATION:P2D", "2026-12-24 2026-12-25"),
    ("DURATION:+P1W", "2026-12-24 2026-12-25 2026-12-26 2026-12-27 2026-12-28 2026-12-29 2026-12-30"),
    ("DURATION:PT48H", "2026-12-24 2026-12-25"), ("DURATION:P1DT24H", "2026-12-24 2026-12-25"),
  ])
  func anEventLastsItsDays(length: String, days: String) throws {
    let calendar = try Reading.event("DTSTART;VALUE=DATE:20261224 \(length)")
    #expect(calendar.dates.joined(separator: " ") == days)
    #expect(calendar.told == [])
    #expect(calendar.end?.description == calendar.dates.last)
  }

  @Test(arguments: [
    ("DTEND;VALUE=DATE:20261220", "the event ends before it has lasted a day; it lasts one day"),
    ("DURATION:-P1D", "the event ends before it has lasted a day; it lasts one day"),
    ("DURATION:PT5H", "the event ends before it has lasted a day; it lasts one day"),
    ("DTEND:tomorrow", "DTEND: `tomorrow` is not a date; the event lasts one day"),
    ("RDATE;VALUE=DATE:x", "RDATE: `x` is not a date; it does not count"),
    (
      "RDATE;VALUE=PERIOD:20260101T000000Z/P1D",
      "RDATE with periods does not fit an event of whole days; it does not count"
    ),
    ("RDATE:20260101T100000", "RDATE with a time of day does not fit an event of whole days; it does not count"),
    ("EXRULE:FREQ=YEARLY", "EXRULE is obsolete and not understood; its days count anyway"),
    ("DTSTART;VALUE=DATE:20260101", "DTSTART occurs twice; the first one counts"),
    ("nonsense", "`nonsense` is not a calendar line"),
    ("X;A=\"b:c", "`X;A=\"b:c` is not a calendar line"),
    ("END:VALARM", "END:VALARM ends a part that has not begun"),
    ("RECURRENCE-ID:x", "RECURRENCE-ID: `x` is not a date; the event counts by itself"),
    (
      "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261224",
      "RANGE=THISANDFUTURE is not understood; of what it changes, only this one day counts"
    ),
  ])
  func whatIsNotUnderstoodIsNamedWithItsLineAndTheRestCounts(line: String, note: String) throws {
    let calendar = try Reading.event("DTSTART;VALUE=DATE:20261224 \(line)")
    #expect(calendar.dates == ["2026-12-24"])
    #expect(calendar.told == ["line 5: \(note)"])
  }

  @Test(arguments: [
    ("DTSTART:20261332", "line 4: DTSTART: `20261332` is not a date; the event"),
    ("DTSTART;VALUE=DATE:20261224T250000", "line 4: DTSTART: `20261224T250000` is not a date; the event"),
    ("UID:a", "line 2: the event has no DTSTART; it"),
  ])
  func anEventWithoutADateDoesNotCount(line: String, note: String) throws {
    let calendar = try Reading.event(line)
    #expect(calendar.days == [] && calendar.end == nil)
    #expect(calendar.told == ["\(note) does not count"])
  }

  @Test func daysAreTakenOutOfASeries() throws {
    let calendar = try Reading.event(
      "DTSTART;VALUE=DATE:20261201 RRULE:FREQ=DAILY;COUNT=5 EXDATE;VALUE=DATE:20261201,20261203 EXDATE:20261204T080000Z"
    )
    #expect(calendar.dates == ["2026-12-02", "2026-12-05"])
    #expect(calendar.told == [])
  }

  @Test func anEventTakesThePlaceOfADay() throws {
    let calendar = try Reading.events([
      "UID:a SUMMARY:Moved RECURRENCE-ID;VALUE=DATE:20261202 DTSTART;VALUE=DATE:20261212",
      "UID:a SUMMARY:Series DTSTART;VALUE=DATE:20261201 RRULE:FREQ=DAILY;COUNT=6 EXDATE;VALUE=DATE:20261206",
      // This day is taken out as well.
      "UID:a RECURRENCE-ID;VALUE=DATE:20261206 DTSTART;VALUE=DATE:20261216",
      "UID:a RECURRENCE-ID;VALUE=DATE:20261203 DTSTART;VALUE=DATE:20261203 STATUS:CANCELLED",
      "UID:a RECURRENCE-ID;VALUE=DATE:20261204 DTSTART:20261204T080000Z",
      "UID:b RECURRENCE-ID;VALUE=DATE:20261205 DTSTART;VALUE=DATE:20261205",
    ])
    #expect(
      calendar.days.map { "\($0.date) \($0.name)" } == [
        "2026-12-01 Series", "2026-12-05 Holiday", "2026-12-05 Series", "2026-12-12 Moved",
      ])
    #expect((calendar.timedEvents, calendar.cancelledEvents) == (1, 1))
    #expect(calendar.told == [])
  }

  /// Every way in which programs cancel days; in doubt the alarm rings.
  @Test(
    arguments: [
      ("RECURRENCE-ID;VALUE=DATE:20261209 STATUS:CANCELLED", ["08", "10"], 1),
      ("RECURRENCE-ID:20261209T000000 DTSTART;VALUE=DATE:20261209 STATUS:CANCELLED", ["08", "10"], 1),
      ("RECURRENCE-ID;VALUE=DATE:20261209T000000 DTSTART;VALUE=DATE:20261209 STATUS:CANCELLED", ["08", "10"], 1),
      ("RECURRENCE-ID;TZID=Europe/Berlin:20261209T000000 DTSTART:20261209T100000 STATUS:CANCELLED", ["08", "10"], 0),
      ("RECURRENCE-ID:20261209T000000Z DTSTART:x STATUS:CANCELLED", ["08", "10"], 1),
      ("RECURRENCE-ID:20261209", ["08", "10"], 0),
      ("RECURRENCE-ID;RANGE=THISANDFUTURE:20261209 STATUS:CANCELLED", ["08"], 1),
      ("RECURRENCE-ID;RANGE=THISANDFUTURE:20261209 DTSTART:20261211", ["08", "11"], 0),
      ("STATUS:CANCELLED", [], 1), ("STATUS:CANCELLED SEQUENCE:2", [], 1),
      // Only one of several events with the same UID.
      ("DTSTART:20261209 STATUS:CANCELLED", ["08", "09", "10"], 1),
    ] as [(String, [String], Int)])
  func whatATakenBackDayWasIsNoDayOff(lines: String, days: [String], cancelled: Int) throws {
    let events = ["UID:a DTSTART;VALUE=DATE:20261208 RRULE:FREQ=DAILY;COUNT=3", "UID:a \(lines)"]
    for order in [events, events.reversed()] {
      let calendar = try Reading.events(order)
      #expect(calendar.dates == days.map { "2026-12-\($0)" })
      #expect(calendar.cancelledEvents == cancelled)
    }
  }

  @Test func theNewestVersionCounts() throws {
    let versions = ["UID:a DTSTART:20261201 SEQUENCE:1", "UID:a DTSTART:20261202 SEQUENCE:2", "UID:a DTSTART:20261203"]
    #expect(try Reading.events(versions).dates == ["2026-12-02"])
    let alike = versions.map { String($0.prefix("UID:a DTSTART:20261201".count)) }
    #expect(try Reading.events(alike).days.count == 3)
  }

  @Test func whatIsCancelledOrHasATimeIsCountedAndIsNoDayOff() throws {
    let cancelled = try Reading.event("DTSTART:20261201 STATUS:cancelled")
    #expect(cancelled.days == [] && cancelled.cancelledEvents == 1)
    let timed = try Reading.event("DTSTART;TZID=\"Made/Up\":20261201T080000 DURATION:PT1H RRULE:FREQ=DAILY")
    #expect(timed.days == [] && timed.timedEvents == 1 && timed.told == [])
    let method = try Reading.read(
      Reading.calendar("DTSTART:20261201").replacing("BEGIN:VEVENT", with: "METHOD:CANCEL\nBEGIN:VEVENT"))
    #expect(method.days == [] && method.cancelledEvents == 1)
    #expect(method.told == ["line 2: METHOD:CANCEL cancels events: none of its days counts"])
  }

  @Test(arguments: [
    ("DTSTART:20261201", "2026-12-01"), ("DTSTART:20261201 RRULE:FREQ=DAILY;COUNT=3", "2026-12-03"),
    ("DTSTART:20261201 RRULE:FREQ=DAILY;UNTIL=20270101", "2027-01-01"), ("DTSTART:20261201 RRULE:FREQ=YEARLY", nil),
    ("DTSTART:20200101", "2020-01-01"), ("DTSTART:20990101", nil),
    ("DTSTART:20261201 RRULE:FREQ=YEARLY;UNTIL=20990101", nil), ("DTSTART:20261201 DTEND:20990101", nil),
  ])
  func aCalendarEndsWithItsLastDayOrGoesOn(event: String, end: String?) throws {
    #expect(try Reading.event(event).end?.description == end)
  }

  @Test func anEndlessSeriesGoesOnBesideEventsThatEndAndMovableFeastsAreTheEndOfACalendar() throws {
    let events = ["DTSTART:20201225 RRULE:FREQ=YEARLY", "DTSTART:20260405", "DTSTART:20261231"]
    let calendar = try Reading.events(events)
    #expect(calendar.goesOn && calendar.end?.description == "2026-12-31")
    #expect(calendar.dates.suffix(2) == ["2034-12-25", "2035-12-25"])
    let old = try Reading.events(events.map { $0.replacing("DTSTART:2026", with: "DTSTART:2016") })
    #expect(old.goesOn && old.end == nil)
    #expect(try !Reading.event("DTSTART:20261201").goesOn)
    let feasts = ["DTSTART:20201225 RRULE:FREQ=YEARLY", "DTSTART:20260405", "DTSTART:20270328"]
    #expect(try Reading.events(feasts).end?.description == "2027-03-28")
  }
}
