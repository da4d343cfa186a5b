import AlarmClock
import Testing

@testable import Faces

@Suite struct SolarDayTests {
  enum Published: Sendable {
    /// In UTC, to the minute.
    case times(String, String)
    case up, down
  }

  /// From the US Naval Observatory's "Sun and Moon Data for One Day" of Tromsø (E 19.0, N 69.5), in 2014; `---` where it
  /// has none.
  static let observatory: [(date: String, rise: String, set: String)] = [
    ("2014-04-01", "2014-04-01T02:50", "2014-04-01T16:49"), ("2014-04-30", "2014-04-30T00:29", "2014-04-30T18:58"),
    ("2014-05-17", "2014-05-16T22:29", "2014-05-17T21:06"),
  ]

  @Test(arguments: observatory)
  func sunriseAndSunsetAreThoseOfTheNavalObservatory(date: String, rise: String, set: String) throws {
    try verify("69.5,19.0", date, .times(rise, set))
  }

  /// Made by PyEphem 4 (XEphem's VSOP87, no code of NOAA's) for a horizon at -0:50 without refraction, as almanacs have it.
  static let almanac: [(place: String, location: String, date: String, course: Published)] = [
    ("Berlin", "52.52,13.405", "2026-03-20", .times("2026-03-20T05:08", "2026-03-20T17:21")),
    ("Berlin", "52.52,13.405", "2026-06-21", .times("2026-06-21T02:41", "2026-06-21T19:36")),
    ("Berlin", "52.52,13.405", "2026-09-23", .times("2026-09-23T04:52", "2026-09-23T17:04")),
    ("Berlin", "52.52,13.405", "2026-12-21", .times("2026-12-21T07:13", "2026-12-21T14:56")),
    ("Berlin", "52.52,13.405", "2026-11-23", .times("2026-11-23T06:40", "2026-11-23T15:05")),
    ("Berlin", "52.52,13.405", "2027-02-01", .times("2027-02-01T06:47", "2027-02-01T15:54")),
    ("London", "51.5074,-0.1278", "2026-03-20", .times("2026-03-20T06:02", "2026-03-20T18:15")),
    ("London", "51.5074,-0.1278", "2026-06-21", .times("2026-06-21T03:41", "2026-06-21T20:24")),
    ("London", "51.5074,-0.1278", "2026-09-23", .times("2026-09-23T05:46", "2026-09-23T17:58")),
    ("London", "51.5074,-0.1278", "2026-12-21", .times("2026-12-21T08:02", "2026-12-21T15:56")),
    ("London", "51.5074,-0.1278", "2026-11-23", .times("2026-11-23T07:30", "2026-11-23T16:04")),
    ("London", "51.5074,-0.1278", "2027-02-01", .times("2027-02-01T07:37", "2027-02-01T16:51")),
    ("New York", "40.7128,-74.006", "2026-03-20", .times("2026-03-20T10:58", "2026-03-20T23:10")),
    ("New York", "40.7128,-74.006", "2026-06-21", .times("2026-06-21T09:23", "2026-06-22T00:32")),
    ("New York", "40.7128,-74.006", "2026-09-23", .times("2026-09-23T10:43", "2026-09-23T22:53")),
    ("New York", "40.7128,-74.006", "2026-12-21", .times("2026-12-21T12:15", "2026-12-21T21:33")),
    ("New York", "40.7128,-74.006", "2026-11-23", .times("2026-11-23T11:51", "2026-11-23T21:34")),
    ("New York", "40.7128,-74.006", "2027-02-01", .times("2027-02-01T12:05", "2027-02-01T22:15")),
    ("Tokyo", "35.6895,139.6917", "2026-03-20", .times("2026-03-19T20:44", "2026-03-20T08:54")),
    ("Tokyo", "35.6895,139.6917", "2026-06-21", .times("2026-06-20T19:24", "2026-06-21T10:02")),
    ("Tokyo", "35.6895,139.6917", "2026-09-23", .times("2026-09-22T20:28", "2026-09-23T08:39")),
    ("Tokyo", "35.6895,139.6917", "2026-12-21", .times("2026-12-20T21:45", "2026-12-21T07:33")),
    ("Tokyo", "35.6895,139.6917", "2026-11-23", .times("2026-11-22T21:23", "2026-11-23T07:32")),
    ("Tokyo", "35.6895,139.6917", "2027-02-01", .times("2027-01-31T21:40", "2027-02-01T08:09")),
    ("Sydney", "-33.8688,151.2093", "2026-03-20", .times("2026-03-19T19:57", "2026-03-20T08:08")),
    ("Sydney", "-33.8688,151.2093", "2026-06-21", .times("2026-06-20T20:59", "2026-06-21T06:55")),
    ("Sydney", "-33.8688,151.2093", "2026-09-23", .times("2026-09-22T19:43", "2026-09-23T07:53")),
    ("Sydney", "-33.8688,151.2093", "2026-12-21", .times("2026-12-20T18:39", "2026-12-21T09:07")),
    ("Sydney", "-33.8688,151.2093", "2026-11-23", .times("2026-11-22T18:38", "2026-11-23T08:45")),
    ("Sydney", "-33.8688,151.2093", "2027-02-01", .times("2027-01-31T19:15", "2027-02-01T09:02")),
    ("Nairobi", "-1.2864,36.8172", "2026-03-20", .times("2026-03-20T03:36", "2026-03-20T15:45")),
    ("Nairobi", "-1.2864,36.8172", "2026-06-21", .times("2026-06-21T03:32", "2026-06-21T15:37")),
    ("Nairobi", "-1.2864,36.8172", "2026-09-23", .times("2026-09-23T03:21", "2026-09-23T15:29")),
    ("Nairobi", "-1.2864,36.8172", "2026-12-21", .times("2026-12-21T03:24", "2026-12-21T15:38")),
    ("Nairobi", "-1.2864,36.8172", "2026-11-23", .times("2026-11-23T03:12", "2026-11-23T15:26")),
    ("Nairobi", "-1.2864,36.8172", "2027-02-01", .times("2027-02-01T03:40", "2027-02-01T15:52")),
    ("Reykjavik", "64.1466,-21.9426", "2026-03-20", .times("2026-03-20T07:26", "2026-03-20T19:46")),
    ("Reykjavik", "64.1466,-21.9426", "2026-06-21", .times("2026-06-21T02:48", "2026-06-22T00:11")),
    ("Reykjavik", "64.1466,-21.9426", "2026-09-23", .times("2026-09-23T07:11", "2026-09-23T19:28")),
    ("Reykjavik", "64.1466,-21.9426", "2026-12-21", .times("2026-12-21T11:17", "2026-12-21T15:35")),
    ("Reykjavik", "64.1466,-21.9426", "2026-11-23", .times("2026-11-23T10:18", "2026-11-23T16:09")),
    ("Reykjavik", "64.1466,-21.9426", "2027-02-01", .times("2027-02-01T10:06", "2027-02-01T17:18")),
    ("Ushuaia", "-54.8019,-68.303", "2026-03-20", .times("2026-03-20T10:33", "2026-03-20T22:47")),
    ("Ushuaia", "-54.8019,-68.303", "2026-06-21", .times("2026-06-21T12:56", "2026-06-21T20:14")),
    ("Ushuaia", "-54.8019,-68.303", "2026-09-23", .times("2026-09-23T10:17", "2026-09-23T22:35")),
    ("Ushuaia", "-54.8019,-68.303", "2026-12-21", .times("2026-12-21T07:49", "2026-12-22T01:14")),
    ("Ushuaia", "-54.8019,-68.303", "2026-11-23", .times("2026-11-23T08:03", "2026-11-24T00:38")),
    ("Ushuaia", "-54.8019,-68.303", "2027-02-01", .times("2027-02-01T08:54", "2027-02-02T00:38")),
    ("Tromsø", "69.6492,18.9553", "2026-03-20", .times("2026-03-20T04:41", "2026-03-20T17:05")),
    ("Tromsø", "69.6492,18.9553", "2026-06-21", .up),
    ("Tromsø", "69.6492,18.9553", "2026-09-23", .times("2026-09-23T04:25", "2026-09-23T16:46")),
    ("Tromsø", "69.6492,18.9553", "2026-12-21", .down),
    ("Tromsø", "69.6492,18.9553", "2026-11-23", .times("2026-11-23T09:12", "2026-11-23T11:48")),
    ("Tromsø", "69.6492,18.9553", "2027-02-01", .times("2027-02-01T08:20", "2027-02-01T13:36")),
    ("Quito", "-0.1807,-78.4678", "2026-03-20", .times("2026-03-20T11:17", "2026-03-20T23:26")),
    ("Quito", "-0.1807,-78.4678", "2026-06-21", .times("2026-06-21T11:11", "2026-06-21T23:20")),
    ("Quito", "-0.1807,-78.4678", "2026-09-23", .times("2026-09-23T11:02", "2026-09-23T23:10")),
    ("Quito", "-0.1807,-78.4678", "2026-12-21", .times("2026-12-21T11:07", "2026-12-21T23:17")),
    ("Quito", "-0.1807,-78.4678", "2026-11-23", .times("2026-11-23T10:55", "2026-11-23T23:05")),
    ("Quito", "-0.1807,-78.4678", "2027-02-01", .times("2027-02-01T11:23", "2027-02-01T23:32")),
    ("Longyearbyen", "78.2232,15.6267", "2026-03-20", .times("2026-03-20T04:47", "2026-03-20T17:27")),
    ("Longyearbyen", "78.2232,15.6267", "2026-06-21", .up),
    ("Longyearbyen", "78.2232,15.6267", "2026-09-23", .times("2026-09-23T04:30", "2026-09-23T17:06")),
    ("Longyearbyen", "78.2232,15.6267", "2026-12-21", .down),
    ("Longyearbyen", "78.2232,15.6267", "2026-11-23", .down),
    ("Longyearbyen", "78.2232,15.6267", "2027-02-01", .down),
    ("McMurdo", "-77.8419,166.6863", "2026-03-20", .times("2026-03-19T18:34", "2026-03-20T07:24")),
    ("McMurdo", "-77.8419,166.6863", "2026-06-21", .down),
    ("McMurdo", "-77.8419,166.6863", "2026-09-23", .times("2026-09-22T18:27", "2026-09-23T07:09")),
    ("McMurdo", "-77.8419,166.6863", "2026-12-21", .up),
    ("McMurdo", "-77.8419,166.6863", "2026-11-23", .up),
    ("McMurdo", "-77.8419,166.6863", "2027-02-01", .up),
  ]

  @Test(arguments: almanac)
  func sunriseAndSunsetAreThoseOfAnAlmanac(place: String, location: String, date: String, course: Published) throws {
    try verify(location, date, course)
  }

  @Test func thereAreTwelvePlacesAndBothPolarSeasons() {
    #expect(Set(Self.almanac.map(\.place)).count == 12)
    #expect(Self.almanac.contains { if case .up = $0.course { true } else { false } })
    #expect(Self.almanac.contains { if case .down = $0.course { true } else { false } })
  }

  @Test("at the poles themselves there is half a year of each", arguments: ["90,0", "-90,0"])
  func thePolesHaveHalfAYearOfEach(location: String) throws {
    let pole = try #require(Location(location))
    let courses = (20_454..<20_819).map { SolarDay(day: $0, at: pole).course }
    #expect((180...195).contains(courses.filter { $0 == .staysUp }.count))
    #expect((170...185).contains(courses.filter { $0 == .staysDown }.count))
  }

  /// Within two minutes, the bound of the published table.
  private func verify(_ location: String, _ date: String, _ published: Published) throws {
    let place = try #require(Location(location))
    let noon = try instant("\(date)T12:00")
    let day = SolarDay(day: noon.seconds / 86_400, at: place)
    switch published {
    case .up: #expect(day.course == .staysUp)
    case .down: #expect(day.course == .staysDown)
    case .times(let rise, let set):
      guard case .rises(let rises, let sets) = day.course else {
        Issue.record("it is \(day.course)")
        return
      }
      let errors = [rises - (try instant(rise)), sets - (try instant(set))].map { ($0 / .seconds(60)).magnitude }
      #expect(errors.allSatisfy { $0 <= 2 }, "\(errors) minutes")
    }
  }

  private func instant(_ text: String) throws -> Instant {
    ZoneRules.utc.resolve(try #require(LocalDateTime(text))).instant
  }
}
