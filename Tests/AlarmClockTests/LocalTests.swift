import AlarmClock
import FoundationEssentials
import Testing

@Suite struct LocalTests {
  @Test(arguments: [
    ("1970-01-01", Weekday.thursday), ("2026-11-21", .saturday), ("2000-02-29", .tuesday), ("2028-02-29", .tuesday),
    ("1600-02-29", .tuesday), ("0001-01-01", .monday), ("9999-12-31", .friday), ("1969-12-31", .wednesday),
  ])
  func aDateKnowsItsTextAndItsWeekday(text: String, weekday: Weekday) throws {
    let date = try date(text)
    #expect(date.description == text)
    #expect(date.weekday == weekday)
  }

  @Test(arguments: [
    "", "2026-02-29", "1900-02-29", "2026-00-01", "2026-13-01", "2026-04-31", "2026-01-00", "0000-01-01", "2026-1-1",
    "26-01-01", "02026-01-01", "2026-01-01 ", " 2026-01-01", "2026/01/01", "2026-01-01T", "-026-01-01", "+2026-01-01",
    "２０２６-01-01", "10000-01-01",
  ])
  func whatIsNoDateIsRefused(text: String) {
    #expect(LocalDate(text) == nil)
  }

  @Test func datesCountInDaysAndSaturate() throws {
    var day = try date("1999-12-31")
    var weekday = day.weekday.rawValue
    for _ in 0..<150_000 {
      let next = day.adding(days: 1)
      #expect(next > day)
      #expect(next.adding(days: -1) == day)
      weekday = weekday % 7 + 1
      #expect(next.weekday.rawValue == weekday)
      #expect(next.day == day.day + 1 || next.day == 1)
      day = next
    }
    #expect(try date("2000-01-01").adding(days: 146_097).description == "2400-01-01")
    day = try date("2026-11-21")
    #expect(day.adding(days: .max).description == "9999-12-31")
    #expect(day.adding(days: .min).description == "0001-01-01")
    #expect(try date("9999-12-31").adding(days: 1).description == "9999-12-31")
  }

  @Test(arguments: ["00:00", "07:30", "07:30:05", "23:59:59"])
  func aTimeKeepsItsText(text: String) throws {
    #expect(try time(text).description == text)
    #expect(try local("2026-11-21T\(text)").description == "2026-11-21T\(text)")
  }

  @Test(arguments: ["", "7:30", "24:00", "07:60", "07:30:60", "07:30:5", "07:30:", "0730", "07:30 ", "-7:30", "07-30"])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(LocalTime(text) == nil)
    #expect(LocalDateTime("2026-11-21T\(text)") == nil)
  }

  @Test func secondsOfZeroAreLeftOut() throws {
    #expect(try time("07:30:00").description == "07:30")
    #expect(LocalTime(hour: 7, minute: 30, second: 60) == nil)
    #expect(LocalTime(hour: -1, minute: 0) == nil)
    #expect(LocalDate(year: 2026, month: 2, day: 29) == nil)
  }

  @Test func orderIsThatOfTheCalendar() throws {
    let texts = [
      "2025-12-31T23:59:59", "2026-01-01T00:00", "2026-01-01T00:00:01", "2026-01-02T00:00", "2026-02-01T00:00",
    ]
    #expect(try texts.shuffled().map(local).sorted().map(\.description) == texts)
    #expect(Weekday.allCases == Weekday.allCases.shuffled().sorted())
  }

  @Test(arguments: [
    (Weekdays.daily, "daily"), (.workdays, "Mon-Fri"), (.weekend, "Sat Sun"), (Weekdays(), "none"),
    (Weekdays(.monday, .wednesday, .friday), "Mon Wed Fri"), (Weekdays(.monday, .tuesday), "Mon Tue"),
    (Weekdays(.monday, .tuesday, .wednesday, .saturday), "Mon-Wed Sat"),
    (Weekdays(.sunday, .saturday, .monday), "Mon Sat Sun"), (Weekdays(rawValue: 0xFF), "daily"),
  ])
  func weekdaysReadCompactly(days: Weekdays, text: String) {
    #expect(days.description == text)
  }
}

@Suite struct InstantTests {
  @Test func arithmeticSaturatesNeverTrapsAndIsExactAcrossTheWholeRange() {
    let longest = Duration.seconds(Int64.max) + .seconds(Int64.max)
    for instant in [Instant.min, Instant(nanoseconds: -1), Instant(nanoseconds: 0), .max] {
      #expect(instant + longest == .max)
      #expect(instant - longest == .min)
      #expect(instant + (.zero - longest) == .min)
      #expect(instant - (.zero - longest) == .max)
    }
    #expect(Instant.max + .nanoseconds(1) == .max)
    #expect(Instant.min - .nanoseconds(1) == .min)
    #expect(Instant(nanoseconds: -1) - .nanoseconds(Int64.min) == .max)
    #expect(Instant(nanoseconds: -2) - .nanoseconds(Int64.min) == Instant(nanoseconds: .max - 1))
    #expect(Instant(seconds: .max) == .max)
    #expect(Instant(seconds: .min) == .min)
    #expect(Instant.min + (Instant.max - Instant.min) == .max)
    #expect(Instant.max - Instant.min == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(Instant(seconds: 5) - Instant(nanoseconds: 1) == .nanoseconds(4_999_999_999))
  }

  @Test(arguments: [(0, 0), (1, 0), (999_999_999, 0), (1_000_000_000, 1), (-1, -1), (-1_000_000_000, -1)])
  func secondsRoundTowardsThePast(nanoseconds: Int64, seconds: Int64) {
    #expect(Instant(nanoseconds: nanoseconds).seconds == seconds)
  }
}

@Suite struct TimeCodingTests {
  @Test(arguments: [(Weekdays.weekend, #"["sat","sun"]"#), (Weekdays(), "[]")])
  func weekdaysKeepTheirEncodedForm(days: Weekdays, json: String) throws {
    #expect(String(decoding: try JSONEncoder().encode(days), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Weekdays.self, from: Data(json.utf8)) == days)
  }

  @Test(arguments: [#"["mon","Tuesday"]"#, "3"])
  func whatAreNoWeekdaysIsADecodingError(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Weekdays.self, from: Data(json.utf8)) }
  }

  @Test(arguments: [
    ("2026-11-21T07:30", true), ("2026-11-21T07:30:05", true), ("@1763710200000000000", true), ("@-1", true),
    ("@", false), ("tomorrow", false), ("2026-11-21", false), ("", false),
  ])
  func aKeyKeepsItsTextAndOtherTextIsNoKey(text: String, isKey: Bool) {
    #expect(Occurrence.Key(text)?.description == (isKey ? text : nil))
  }
}
