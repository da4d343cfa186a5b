import AlarmClock
import TestSupport
import Testing

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
    #expect(error?.name == "Nowhere/Land" && error?.reason.contains("no TZif data") == true)
    #expect(error?.description.contains("timedatectl") == true)
  }
}
