import TestSupport
import Testing

@testable import AlarmClock

@Suite struct ZoneRulesTests {
  /// Values from an independent implementation (Python's zoneinfo on the same data).
  static let wallClocks: [(String, Int64, String)] = [
    ("Europe/Berlin", 1_768_458_600, "2026-01-15T07:30"),
    ("Europe/Berlin", 1_774_745_999, "2026-03-29T01:59:59"),
    ("Europe/Berlin", 1_774_746_000, "2026-03-29T03:00"),
    ("Europe/Berlin", 1_792_889_999, "2026-10-25T02:59:59"),
    ("Europe/Berlin", 1_792_890_000, "2026-10-25T02:00"),
    ("Europe/Berlin", 4_086_590_400, "2099-07-01T14:00"),
    ("Europe/Berlin", 4_102_443_000, "2100-01-01T00:30"),
    ("Europe/Berlin", -776_561_400, "1945-05-24T03:30"),
    ("Europe/Berlin", -5_364_662_400, "1800-01-01T00:53:28"),
    ("America/New_York", 1_772_953_199, "2026-03-08T01:59:59"),
    ("America/New_York", 1_772_953_200, "2026-03-08T03:00"),
    ("America/New_York", 1_793_512_799, "2026-11-01T01:59:59"),
    ("America/New_York", 1_793_512_800, "2026-11-01T01:00"),
    ("America/New_York", 5_696_222_400, "2150-07-04T08:00"),
    ("America/New_York", -1, "1969-12-31T18:59:59"),
    ("Australia/Lord_Howe", 1_775_314_799, "2026-04-05T01:59:59"),
    ("Australia/Lord_Howe", 1_775_314_800, "2026-04-05T01:30"),
    ("Australia/Lord_Howe", 1_791_041_399, "2026-10-04T01:59:59"),
    ("Australia/Lord_Howe", 1_791_041_400, "2026-10-04T02:30"),
    ("Australia/Lord_Howe", 4_070_908_800, "2099-01-01T11:00"),
    ("Australia/Sydney", 1_775_318_399, "2026-04-05T02:59:59"),
    ("Australia/Sydney", 1_775_318_400, "2026-04-05T02:00"),
    ("Australia/Sydney", 1_791_043_200, "2026-10-04T03:00"),
    ("Australia/Sydney", 4_083_955_200, "2099-06-01T10:00"),
    ("America/Sao_Paulo", 1_508_036_399, "2017-10-14T23:59:59"),
    ("America/Sao_Paulo", 1_508_036_400, "2017-10-15T01:00"),
    ("America/Sao_Paulo", 1_518_919_199, "2018-02-17T23:59:59"),
    ("America/Sao_Paulo", 1_518_919_200, "2018-02-17T23:00"),
    ("America/Sao_Paulo", 4_101_537_600, "2099-12-21T09:00"),
    ("Pacific/Apia", 1_325_239_199, "2011-12-29T23:59:59"),
    ("Pacific/Apia", 1_325_239_200, "2011-12-31T00:00"),
    ("Pacific/Apia", 1_617_458_400, "2021-04-04T03:00"),
    ("Pacific/Apia", 4_070_908_800, "2099-01-01T13:00"),
    ("Asia/Kathmandu", 504_901_799, "1985-12-31T23:59:59"),
    ("Asia/Kathmandu", 504_901_800, "1986-01-01T00:15"),
    ("Africa/Casablanca", 1_771_120_799, "2026-02-15T02:59:59"),
    ("Africa/Casablanca", 1_771_120_800, "2026-02-15T02:00"),
    ("Africa/Casablanca", 1_774_144_799, "2026-03-22T01:59:59"),
    ("Africa/Casablanca", 1_774_144_800, "2026-03-22T03:00"),
    ("Africa/Cairo", 1_682_632_799, "2023-04-27T23:59:59"),
    ("Africa/Cairo", 1_682_632_800, "2023-04-28T01:00"),
    ("Africa/Cairo", 1_698_353_999, "2023-10-26T23:59:59"),
    ("Africa/Cairo", 1_698_354_000, "2023-10-26T23:00"),
    ("Europe/Dublin", 1_767_225_600, "2026-01-01T00:00"),
    ("Europe/Dublin", 1_782_864_000, "2026-07-01T01:00"),
    ("Europe/Dublin", 4_070_908_800, "2099-01-01T00:00"),
    ("Europe/Dublin", 4_086_547_200, "2099-07-01T01:00"),
    ("UTC", 1_795_240_565, "2026-11-21T05:56:05"),
  ]

  @Test(arguments: wallClocks)
  func theWallClockShows(zone: String, seconds: Int64, expected: String) throws {
    #expect(try Zones.rules(zone).local(Instant(seconds: seconds)).description == expected)
  }

  static let wallClockTimes: [(String, String, String, TimeAdjustment)] = [
    ("UTC", "2026-11-21T07:30", "2026-11-21T07:30:00Z", .none),
    ("Europe/Berlin", "2026-11-21T07:30", "2026-11-21T07:30:00+01:00", .none),
    ("Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00", .none),
    ("Europe/Berlin", "2026-03-29T02:00", "2026-03-29T03:00:00+02:00", .movedByGap),
    ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:00:00+02:00", .movedByGap),
    ("Europe/Berlin", "2026-03-29T02:59:59", "2026-03-29T03:00:00+02:00", .movedByGap),
    ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T03:00:00+02:00", .none),
    ("Europe/Berlin", "2026-10-25T01:59:59", "2026-10-25T01:59:59+02:00", .none),
    ("Europe/Berlin", "2026-10-25T02:00", "2026-10-25T02:00:00+02:00", .firstOfOverlap),
    ("Europe/Berlin", "2026-10-25T02:59:59", "2026-10-25T02:59:59+02:00", .firstOfOverlap),
    ("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T03:00:00+01:00", .none),
    ("Europe/Berlin", "2099-03-29T02:30", "2099-03-29T03:00:00+02:00", .movedByGap),
    ("Europe/Berlin", "2099-10-25T02:30", "2099-10-25T02:30:00+02:00", .firstOfOverlap),
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T03:00:00-04:00", .movedByGap),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T01:30:00-04:00", .firstOfOverlap),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:30:00+11:00", .movedByGap),
    ("Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-04T02:30:00+11:00", .none),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-05T01:45:00+11:00", .firstOfOverlap),
    ("Australia/Lord_Howe", "2026-04-05T01:29", "2026-04-05T01:29:00+11:00", .none),
    ("Australia/Sydney", "2026-10-04T02:30", "2026-10-04T03:00:00+11:00", .movedByGap),
    ("Australia/Sydney", "2026-04-05T02:30", "2026-04-05T02:30:00+11:00", .firstOfOverlap),
    ("America/Sao_Paulo", "2017-10-15T00:00", "2017-10-15T01:00:00-02:00", .movedByGap),
    ("America/Sao_Paulo", "2018-02-17T23:30", "2018-02-17T23:30:00-02:00", .firstOfOverlap),
    ("America/Sao_Paulo", "2026-10-18T00:00", "2026-10-18T00:00:00-03:00", .none),
    ("Africa/Cairo", "2023-04-28T00:00", "2023-04-28T01:00:00+03:00", .movedByGap),
    ("Africa/Cairo", "2023-10-26T23:30", "2023-10-26T23:30:00+03:00", .firstOfOverlap),
    ("Pacific/Apia", "2011-12-29T23:59:59", "2011-12-29T23:59:59-10:00", .none),
    ("Pacific/Apia", "2011-12-30T00:00", "2011-12-31T00:00:00+14:00", .movedByGap),
    ("Pacific/Apia", "2011-12-30T23:59:59", "2011-12-31T00:00:00+14:00", .movedByGap),
    ("Pacific/Apia", "2011-12-31T00:00", "2011-12-31T00:00:00+14:00", .none),
    ("Asia/Kathmandu", "1986-01-01T00:10", "1986-01-01T00:15:00+05:45", .movedByGap),
    ("Africa/Casablanca", "2026-02-15T02:30", "2026-02-15T02:30:00+01:00", .firstOfOverlap),
    ("Africa/Casablanca", "2026-03-22T02:30", "2026-03-22T03:00:00+01:00", .movedByGap),
  ]

  @Test(arguments: wallClockTimes)
  func aWallClockTimeResolves(zone: String, text: String, expected: String, adjustment: TimeAdjustment) throws {
    let resolved = try Zones.rules(zone).resolve(try local(text))
    #expect(try resolved.instant == instant(expected) && resolved.adjustment == adjustment)
  }

  @Test(arguments: Zones.names)
  func resolvingWhatTheWallClockShowsComesBackToItsFirstTime(zone: String) throws {
    let rules = try Zones.rules(zone)
    for step in Int64(0)..<5000 {
      // From 1960 to 2113, at varying times of day.
      let instant = Instant(seconds: -315_619_200 + step * 966_619)
      let shown = rules.local(instant)
      let resolved = rules.resolve(shown)
      #expect(rules.local(resolved.instant) == shown)
      #expect(resolved.adjustment == .firstOfOverlap ? resolved.instant <= instant : resolved.instant == instant)
    }
  }

  @Test(arguments: Zones.names)
  func aLaterWallClockTimeNeverComesEarlier(zone: String) throws {
    let rules = try Zones.rules(zone)
    var day = try date("2010-01-01")
    var previous = Instant.min
    for _ in 0..<800 {
      for minutes in stride(from: 0, to: 1440, by: 15) {
        let time = try #require(LocalTime(hour: minutes / 60, minute: minutes % 60))
        let resolved = rules.resolve(LocalDateTime(date: day, time: time)).instant
        #expect(resolved >= previous)
        previous = resolved
      }
      day = day.adding(days: 1)
    }
  }

  @Test func fractionsOfASecondCountTowardsTheSecondThatRuns() throws {
    let rules = try Zones.rules("Europe/Berlin")
    #expect(rules.local(Instant(nanoseconds: 1_774_745_999_999_999_999)).description == "2026-03-29T01:59:59")
    #expect(rules.local(Instant(nanoseconds: -1)).description == "1970-01-01T00:59:59")
  }

  @Test func beyondTheRangeOfInstantTheNearestEndStands() throws {
    let rules = try Zones.rules("America/New_York")
    #expect(rules.resolve(try local("9999-12-31T23:59")).instant == .max)
    #expect(rules.resolve(try local("0001-01-01T00:00")).instant == .min)
    #expect(rules.local(.max).date.year == 2262)
    #expect(rules.local(.min).date.year == 1677)
  }

  @Test(arguments: [
    ("UTC", true), ("Etc/UTC", true), ("Etc/GMT", true), ("GMT", true), ("Zulu", true), ("Etc/GMT+0", true),
    ("Etc/GMT+5", false), ("Europe/London", false), ("Atlantic/Reykjavik", false), ("Africa/Abidjan", false),
  ])
  func whichNamesAreUTC(name: String, isUTC: Bool) { #expect(ZoneAdvice.isUTC(name) == isUTC) }

  @Test(arguments: ["timezone", "Time-Zone", "zone", "TZ"])
  func aSettingForTheZoneIsRefusedWithTheCommandThatSetsIt(word: String) throws {
    let error = try #require(try refusal { try SettingKey.named(word) })
    #expect(error.remedy.contains("`sudo timedatectl set-timezone Europe/Berlin`"))
  }
}

@Suite struct TZifTests {
  @Test(arguments: Zones.names)
  func truncatedDataIsRefusedAtEveryByte(zone: String) throws {
    let bytes = Zones.bytes(zone)
    for count in 0..<bytes.count {
      #expect(throws: ZoneError.self) { try ZoneRules(name: zone, tzif: Array(bytes[..<count])) }
    }
  }

  @Test func aZoneWithoutAFooterKeepsItsLastOffset() throws {
    var zone = MadeUpZone()
    zone.types = [(3600, 0, 0), (7200, 0, 4)]
    zone.names = "ONE\0TWO\0"
    zone.transitions = [(1_000_000, 1)]
    for (version, footer) in [(UInt8(0), ""), (UInt8(ascii: "2"), "\n\n"), (UInt8(ascii: "4"), "\n\n")] {
      zone.version = version
      zone.footer = footer
      let rules = try ZoneRules(name: "Made/Up", tzif: zone.bytes)
      #expect(rules.offset(at: Instant(seconds: 999_999)) == 3600)
      #expect(rules.offset(at: Instant(seconds: 1_000_000)) == 7200)
      #expect(rules.offset(at: .max) == 7200)
    }
  }

  static let malformed: [(String, @Sendable (inout MadeUpZone) -> Void)] = [
    ("leap seconds", { $0.leapCount = 1 }),
    ("a huge count", { $0.leapCount = .max }),
    ("no types", { $0.types = [] }),
    ("no names", { $0.names = "" }),
    ("a name without an end", { $0.names = "UTC" }),
    ("a name index past the end", { $0.types = [(0, 0, 4)] }),
    ("an offset of a day", { $0.types = [(86_400, 0, 0)] }),
    ("the smallest offset", { $0.types = [(.min, 0, 0)] }),
    ("a daylight flag of 2", { $0.types = [(0, 2, 0)] }),
    ("a type past the end", { $0.transitions = [(0, 1)] }),
    ("equal transitions", { $0.transitions = [(5, 0), (5, 0)] }),
    ("descending transitions", { $0.transitions = [(5, 0), (4, 0)] }),
    ("a transition at the end of time", { $0.transitions = [(.max - 1, 0)] }),
    ("a transition at the beginning of time", { $0.transitions = [(.min, 0)] }),
    ("an unknown version", { $0.version = UInt8(ascii: "1") }),
    ("a footer without an end", { $0.footer = "\nUTC0" }),
    ("no footer", { $0.footer = "" }),
  ]

  @Test(arguments: malformed)
  func malformedDataIsRefused(what: String, change: @Sendable (inout MadeUpZone) -> Void) throws {
    var zone = MadeUpZone()
    #expect(throws: Never.self) { try ZoneRules(name: "Made/Up", tzif: zone.bytes) }
    change(&zone)
    #expect(throws: ZoneError.self) { try ZoneRules(name: "Made/Up", tzif: zone.bytes) }
  }

  /// Footer, instant, seconds east, abbreviation.
  static let footers: [(String, String, Int64)] = [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2099-03-29T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2099-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2099-10-25T01:00:00Z", 3600),
    ("<+0330>-3:30", "2030-06-01T00:00:00Z", 12_600),
    ("<-0330>3:30:15", "2030-06-01T00:00:00Z", -12_615),
    ("EST5EDT4,M3.2.0/2:00:00,M11.1.0", "2030-07-01T00:00:00Z", -14_400),
    // The southern hemisphere: daylight saving over New Year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2029-12-31T20:00:00Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2030-06-30T20:00:00Z", 36_000),
    // Negative daylight saving.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-01-01T00:00:00Z", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-07-01T00:00:00Z", 3600),
    // Hours outside a day: Nuuk's last Sunday at -1, Gaza's Saturday after the fourth Thursday at 50.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00:00Z", -3600),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-29T23:59:59Z", 7200),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-30T00:00:00Z", 10_800),
    // A change that falls into the previous year, and one that falls into the next.
    ("AAA0BBB,J1/-167,J200", "2029-12-25T00:59:59Z", 0),
    ("AAA0BBB,J1/-167,J200", "2029-12-25T01:00:00Z", 3600),
    ("AAA0BBB,J100,J365/167", "2030-01-06T21:59:59Z", 3600),
    ("AAA0BBB,J100,J365/167", "2030-01-06T22:00:00Z", 0),
    // Day 60 is March 1 for Jn in every year; n counts February 29.
    ("AAA0BBB,J60/0,J300", "2028-02-29T23:59:59Z", 0),
    ("AAA0BBB,J60/0,J300", "2028-03-01T00:00:00Z", 3600),
    ("AAA0BBB,59/0,300", "2028-02-28T23:59:59Z", 0),
    ("AAA0BBB,59/0,300", "2028-02-29T00:00:00Z", 3600),
    // Daylight saving all year (RFC 9636, section 3.3.1).
    ("XXX3EDT4,0/0,J365/23", "2030-01-01T03:00:00Z", -14_400),
    ("XXX3EDT4,0/0,J365/23", "2030-07-01T00:00:00Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2030-01-01T05:00:00Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2030-01-01T04:59:59Z", -14_400),
  ]

  @Test(arguments: footers)
  func aFooterRulesWhatThereIsNoTableFor(footer: String, moment: String, east: Int64) throws {
    var zone = MadeUpZone()
    zone.footer = "\n\(footer)\n"
    #expect(try ZoneRules(name: "Made/Up", tzif: zone.bytes).offset(at: try instant(moment)) == east)
  }

  @Test(arguments: [
    "CET", "CE-1", "CET-25", "CET-24", "CET-1:60", "CET-1:5", "CET-1CEST", "CET-1CEST,M3.5.0",
    "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0/168,M10.5.0",
    "CET-1CEST,M3.5.0/-168,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,J1,J366", "CET-1CEST,1,366",
    "CET-1CEST,M3.5.0,M10.5.0/3x", "<+01-1", "<+0>-1", "<+01>", "+01-1", "CET-1CEST24,M3.5.0,M10.5.0", "ÄÖÜ0", "-",
    "CET-1111111111111111111111",
  ])
  func aMalformedFooterIsRefused(footer: String) {
    var zone = MadeUpZone()
    zone.footer = "\n\(footer)\n"
    #expect(throws: ZoneError.self) { try ZoneRules(name: "Made/Up", tzif: zone.bytes) }
  }

  @Test func aZoneErrorSaysWhichZoneWhyAndWhatToDo() {
    let error = #expect(throws: ZoneError.self) {
      try ZoneRules(name: "Nowhere/Land", tzif: Array("hello world".utf8))
    }
    #expect(error?.name == "Nowhere/Land" && error?.reason.contains("not TZif data") == true)
    #expect(error?.description.contains("timedatectl") == true)
  }
}
