import AlarmClock
import Testing

@Suite struct MomentTests {
  @Test(arguments: [
    ("UTC", Int64(1_795_240_565_000_000_000), "2026-11-21T05:56:05+00:00"),
    ("Europe/Berlin", 1_795_240_565_250_000_000, "2026-11-21T06:56:05.250+01:00"),
    ("Europe/Berlin", 1_795_240_565_000_999_999, "2026-11-21T06:56:05+01:00"),
    ("America/New_York", 1_795_240_565_001_000_000, "2026-11-21T00:56:05.001-05:00"),
    ("Asia/Kathmandu", 0, "1970-01-01T05:30:00+05:30"),
    ("Europe/Berlin", -1_000_000, "1970-01-01T00:59:59.999+01:00"),
    // Local mean time, 53 min 28 s east and 4 h 56 min 2 s west, in whole minutes.
    ("Europe/Berlin", -5_364_662_400_000_000_000, "1800-01-01T00:53:00+00:53"),
    ("America/New_York", -5_364_662_400_000_000_000, "1799-12-31T19:03:00-04:57"),
  ])
  func aTimestampIsWrittenAndReadBack(zone: String, nanoseconds: Int64, text: String) throws {
    let instant = Instant(nanoseconds: nanoseconds)
    #expect(RFC3339.format(instant, in: try Zones.rules(zone)) == text)
    let milliseconds = nanoseconds - (nanoseconds % 1_000_000 + 1_000_000) % 1_000_000
    #expect(RFC3339.parse(text) == Instant(nanoseconds: milliseconds))
  }

  @Test(arguments: [
    ("2026-11-21T05:56:05Z", 1_795_240_565_000_000_000), ("2026-11-21t05:56:05z", 1_795_240_565_000_000_000),
    ("2026-11-21 05:56:05-00:00", 1_795_240_565_000_000_000), ("1970-01-01T00:00:00.5Z", 500_000_000),
    ("1970-01-01T00:00:00.123456789123Z", 123_456_789), ("1969-12-31T23:59:59.999999999Z", -1),
    ("1970-01-01T23:59:00+23:59", 0),
  ])
  func aTimestampIsRead(text: String, nanoseconds: Int64) {
    #expect(RFC3339.parse(text)?.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T05:56:05", "2026-11-21T05:56Z", "2026-11-21T24:00:00Z", "2026-11-21T05:56:60Z",
    "2026-11-21T05:56:05.Z", "2026-11-21T05:56:05+1:00", "2026-11-21T05:56:05+24:00", "2026-11-21T05:56:05+01:60",
    "2026-11-21T05:56:05+0100", "2026-11-21T05:56:05Z ", "2026-02-29T05:56:05Z", "1500-01-01T00:00:00Z",
    "2300-01-01T00:00:00Z", "2026-11-21T05:56:05,5Z", "2026-11-21T05:56:05.5",
  ])
  func whatIsNoTimestampIsRefused(text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test(arguments: [
    ("2026-12-24T07:30:00+02:00", "2026-12-24T07:30:00+02:00"), ("2026-12-24", "2026-12-24T00:00:00+01:00"),
    ("2026-12-24T07:30", "2026-12-24T07:30:00+01:00"), ("2026-12-24 07:30", "2026-12-24T07:30:00+01:00"),
    ("2026-12-24 07:30:15", "2026-12-24T07:30:15+01:00"), ("today", "2026-11-21T00:00:00+01:00"),
    ("tomorrow", "2026-11-22T00:00:00+01:00"), ("-1h", "2026-11-21T05:56:05+01:00"),
    ("-1d", "2026-11-20T06:56:05+01:00"), ("+2h", "2026-11-21T08:56:05+01:00"), ("-0s", "2026-11-21T06:56:05+01:00"),
    ("2026-03-29T02:30", "2026-03-29T03:00:00+02:00"), ("2026-10-25 02:30", "2026-10-25T02:30:00+02:00"),
  ])
  func aMomentIsRead(text: String, expected: String) throws {
    let (now, berlin) = (try instant("2026-11-21T05:56:05Z"), try Zones.rules("Europe/Berlin"))
    #expect(try MomentText.parse(text, now: now, zone: berlin) == instant(expected))
  }

  /// These exceed the range of an instant, which would wrap around.
  @Test(arguments: [
    "3000-01-01", "9999-12-31", "2262-04-11", "2262-04-11 07:30", "2262-04-12T00:00", "1677-09-21", "0001-01-01",
    "3000-01-01T00:00:00Z", "1500-01-01T00:00:00+01:00", "+106000d", "+2400000h", "+9223372036s",
  ])
  func aMomentThatCannotBeStoredIsRefusedWithTheLastThatCan(text: String) throws {
    let now = try instant("2026-11-21T05:56:05Z")
    for zone in ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"] {
      let error = try refusal { try MomentText.parse(text, now: now, zone: try Zones.rules(zone)) }
      #expect(error?.reason.contains("2262-04-10") == true)
    }
  }

  @Test(arguments: ["2262-04-10", "2262-04-10 23:59:59", "1677-09-22", "1677-09-22 00:00"])
  func theLastMomentsAreWhatTheySay(text: String) throws {
    for name in ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"] {
      let zone = try Zones.rules(name)
      let moment = try MomentText.parse(text, now: Instant(seconds: 0), zone: zone)
      #expect(zone.local(moment).date.description == text.prefix(10))
    }
  }

  @Test(arguments: ["3000-01-01", "2262-04-11", "1600-01-01", "9999-12-31"])
  func aDateThatCannotBeStoredIsRefused(text: String) throws {
    let today = try date("2026-11-21")
    let error = #expect(throws: InvalidValue.self) { try DateText.parse(text, today: today) }
    #expect(error?.reason.contains("2262-04-10") == true)
    var settings = Settings()
    #expect(throws: InvalidValue.self) { try settings.set(.pause, to: text, knownSounds: []) }
    #expect(try DateText.parse("2262-04-10", today: today).description == "2262-04-10")
  }

  @Test func aDateStartsAtItsFirstInstant() throws {
    let cairo = try Zones.rules("Africa/Cairo")
    let moment = try MomentText.parse("2023-04-28", now: Instant(seconds: 0), zone: cairo)
    #expect(RFC3339.format(moment, in: cairo) == "2023-04-28T01:00:00+03:00")
  }

  @Test(arguments: [
    "", "-", "+", "--1h", "someday", "07:30", "2026-12-24T", "2026-12-24T25:00", "2026-02-29", "2026-02-29 07:30",
    "2026-12-24  07:30", "1763710200", "-1x", "2026-12-24T07:30:00+2", "-99999999999999999999d",
  ])
  func aWrongMomentIsRefused(text: String) throws {
    let error = try #require(
      refusal { try MomentText.parse(text, now: Instant(seconds: 0), zone: .utc, field: "--since") })
    #expect(error.field == "--since" && error.value == text)
  }

  /// On a Saturday: the input, and the moments it means as a beginning and as an end.
  @Test(arguments: [
    ("7d", "2026-11-14T06:56:05+01:00", "2026-11-14T06:56:05+01:00"),
    ("2h", "2026-11-21T04:56:05+01:00", "2026-11-21T04:56:05+01:00"),
    ("-2h", "2026-11-21T04:56:05+01:00", "2026-11-21T04:56:05+01:00"),
    ("yesterday", "2026-11-20T00:00:00+01:00", "2026-11-21T00:00:00+01:00"),
    ("Today", "2026-11-21T00:00:00+01:00", "2026-11-22T00:00:00+01:00"),
    ("sat", "2026-11-21T00:00:00+01:00", "2026-11-22T00:00:00+01:00"),
    ("Friday", "2026-11-20T00:00:00+01:00", "2026-11-21T00:00:00+01:00"),
    ("sun", "2026-11-15T00:00:00+01:00", "2026-11-16T00:00:00+01:00"),
    ("2026-11-01", "2026-11-01T00:00:00+01:00", "2026-11-02T00:00:00+01:00"),
    ("2026-10-25", "2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"),
    ("2026-11-01 07:30", "2026-11-01T07:30:00+01:00", "2026-11-01T07:30:00+01:00"),
    ("2262-04-10", "2262-04-10T00:00:00+02:00", "2262-04-11T00:00:00+02:00"),
  ])
  func aMomentOfThePastIsRead(text: String, first: String, last: String) throws {
    let zone = try Zones.rules("Europe/Berlin")
    let now = try instant("2026-11-21T05:56:05Z")
    let moments = try [false, true].map { isEnd in
      RFC3339.format(try MomentText.parsePast(text, now: now, zone: zone, field: "--since", isEnd: isEnd), in: zone)
    }
    #expect(moments == [first, last])
  }

  @Test(arguments: ["", "7", "7x", "someday", "2026-02-30", "9999-12-31", "999999d", "fr", "7d ago"])
  func whatIsNoMomentOfThePastIsRefused(text: String) throws {
    let error = try #require(
      refusal { try MomentText.parsePast(text, now: Instant(seconds: 0), zone: .utc, field: "--since") })
    #expect(
      error.field == "--since" && error.remedy.contains("give a d") || error.remedy.contains("yesterday, friday, 7d"))
  }
}
