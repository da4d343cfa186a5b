import AlarmClock
import Testing

@testable import Faces

@Suite struct SolarDayTests {
  enum Published: Sendable {
    /// UTC, rounded to minutes.
    case times(String, String)
    case up, down
  }

  /// The US Naval Observatory's "Sun and Moon Data for One Day" of Tromsø (E 19.0, N 69.5) in 2014.
  static let observatory: [(date: String, rise: String, set: String)] = [
    ("2014-04-01", "2014-04-01T03:50", "2014-04-01T17:49"), ("2014-04-30", "2014-04-30T01:29", "2014-04-30T19:58"),
    ("2014-05-17", "2014-05-16T23:29", "2014-05-17T22:06"),
  ]

  @Test(arguments: observatory)
  func sunriseAndSunsetAreThoseOfTheNavalObservatory(date: String, rise: String, set: String) throws {
    try verify("69.5,19.0", date, .times(rise, set))
  }

  @Test(arguments: SolarTables.years.indices) func aWholeYearIsThatOfThePublishedTable(index: Int) throws {
    let table = SolarTables.years[index]
    for (number, times) in table.times.enumerated() {
      let (month, day) = (number / 2 + 1, number % 2 == 0 ? 1 : 15)
      try verify(table.location, year: table.year, month, day, hours: table.hours, times)
    }
  }

  @Test func anAprilIsThatOfThePublishedTable() throws {
    for (number, times) in SolarTables.toronto.enumerated() {
      try verify("43.6667,-79.4167", year: 2001, 4, 1 + 3 * number, hours: -4, times)
    }
  }

  /// Compares with a table's date; its sunrise or sunset may belong to the solar day before or after.
  private func verify(
    _ location: String, year: Int, _ month: Int, _ day: Int, hours: Int, _ times: String
  ) throws {
    let place = try #require(Location(location))
    let date = try #require(LocalDate(year: year, month: month, day: day))
    let days = (-1...1).map { SolarDay(day: date.daysSinceEpoch + $0, at: place).course }
    let what = "\(location) on \(date): \(times)"
    guard times.contains(where: \.isNumber) else {
      #expect(days[1] == (times == "**** ****" ? .staysUp : .staysDown), "\(what)")
      return
    }
    func check(_ published: Substring, _ pick: (SolarDay.Course) -> Instant?) throws {
      // No time is given for that day.
      guard let digits = Int(published) else { return }
      let clock = LocalTime(secondsOfDay: Int64(digits / 100 * 3600 + digits % 100 * 60))
      let moment = ZoneRules.utc.resolve(LocalDateTime(date: date, time: clock)).instant - .seconds(hours * 3600)
      let nearest = days.compactMap(pick).map { (($0 - moment) / .seconds(60)).magnitude }.min() ?? .infinity
      #expect(nearest <= 2, "\(what), \(nearest) minutes")
    }
    try check(times.prefix(4)) { if case .rises(let rise, _) = $0 { rise } else { nil } }
    try check(times.suffix(4)) { if case .rises(_, let set) = $0 { set } else { nil } }
  }

  /// By PyEphem 4 (XEphem's VSOP87, no NOAA code) for a horizon at -0:50 without refraction, as in almanacs.
  static let almanac: [(place: String, location: String, date: String, course: Published)] = [
    ("Berlin", "52.52,13.405", "2026-03-20", .times("2026-03-20T05:09", "2026-03-20T17:19")),
    ("Berlin", "52.52,13.405", "2026-06-21", .times("2026-06-21T02:43", "2026-06-21T19:33")),
    ("Berlin", "52.52,13.405", "2026-09-23", .times("2026-09-23T04:54", "2026-09-23T17:03")),
    ("Berlin", "52.52,13.405", "2026-12-21", .times("2026-12-21T07:15", "2026-12-21T14:54")),
    ("Berlin", "52.52,13.405", "2026-11-23", .times("2026-11-23T06:42", "2026-11-23T15:03")),
    ("Berlin", "52.52,13.405", "2027-02-01", .times("2027-02-01T06:49", "2027-02-01T15:52")),
    ("London", "51.5074,-0.1278", "2026-03-20", .times("2026-03-20T06:03", "2026-03-20T18:13")),
    ("London", "51.5074,-0.1278", "2026-06-21", .times("2026-06-21T03:43", "2026-06-21T20:22")),
    ("London", "51.5074,-0.1278", "2026-09-23", .times("2026-09-23T05:48", "2026-09-23T17:57")),
    ("London", "51.5074,-0.1278", "2026-12-21", .times("2026-12-21T08:04", "2026-12-21T15:53")),
    ("London", "51.5074,-0.1278", "2026-11-23", .times("2026-11-23T07:32", "2026-11-23T16:02")),
    ("London", "51.5074,-0.1278", "2027-02-01", .times("2027-02-01T07:39", "2027-02-01T16:49")),
    ("New York", "40.7128,-74.006", "2026-03-20", .times("2026-03-20T10:59", "2026-03-20T23:08")),
    ("New York", "40.7128,-74.006", "2026-06-21", .times("2026-06-21T09:25", "2026-06-22T00:31")),
    ("New York", "40.7128,-74.006", "2026-09-23", .times("2026-09-23T10:45", "2026-09-23T22:51")),
    ("New York", "40.7128,-74.006", "2026-12-21", .times("2026-12-21T12:17", "2026-12-21T21:32")),
    ("New York", "40.7128,-74.006", "2026-11-23", .times("2026-11-23T11:52", "2026-11-23T21:32")),
    ("New York", "40.7128,-74.006", "2027-02-01", .times("2027-02-01T12:06", "2027-02-01T22:13")),
    ("Tokyo", "35.6895,139.6917", "2026-03-20", .times("2026-03-19T20:46", "2026-03-20T08:53")),
    ("Tokyo", "35.6895,139.6917", "2026-06-21", .times("2026-06-20T19:26", "2026-06-21T10:00")),
    ("Tokyo", "35.6895,139.6917", "2026-09-23", .times("2026-09-22T20:30", "2026-09-23T08:37")),
    ("Tokyo", "35.6895,139.6917", "2026-12-21", .times("2026-12-20T21:47", "2026-12-21T07:31")),
    ("Tokyo", "35.6895,139.6917", "2026-11-23", .times("2026-11-22T21:24", "2026-11-23T07:30")),
    ("Tokyo", "35.6895,139.6917", "2027-02-01", .times("2027-01-31T21:42", "2027-02-01T08:08")),
    ("Sydney", "-33.8688,151.2093", "2026-03-20", .times("2026-03-19T19:58", "2026-03-20T08:07")),
    ("Sydney", "-33.8688,151.2093", "2026-06-21", .times("2026-06-20T21:00", "2026-06-21T06:54")),
    ("Sydney", "-33.8688,151.2093", "2026-09-23", .times("2026-09-22T19:44", "2026-09-23T07:52")),
    ("Sydney", "-33.8688,151.2093", "2026-12-21", .times("2026-12-20T18:41", "2026-12-21T09:05")),
    ("Sydney", "-33.8688,151.2093", "2026-11-23", .times("2026-11-22T18:40", "2026-11-23T08:44")),
    ("Sydney", "-33.8688,151.2093", "2027-02-01", .times("2027-01-31T19:16", "2027-02-01T09:01")),
    ("Nairobi", "-1.2864,36.8172", "2026-03-20", .times("2026-03-20T03:37", "2026-03-20T15:43")),
    ("Nairobi", "-1.2864,36.8172", "2026-06-21", .times("2026-06-21T03:33", "2026-06-21T15:36")),
    ("Nairobi", "-1.2864,36.8172", "2026-09-23", .times("2026-09-23T03:22", "2026-09-23T15:28")),
    ("Nairobi", "-1.2864,36.8172", "2026-12-21", .times("2026-12-21T03:25", "2026-12-21T15:37")),
    ("Nairobi", "-1.2864,36.8172", "2026-11-23", .times("2026-11-23T03:14", "2026-11-23T15:25")),
    ("Nairobi", "-1.2864,36.8172", "2027-02-01", .times("2027-02-01T03:41", "2027-02-01T15:51")),
    ("Reykjavik", "64.1466,-21.9426", "2026-03-20", .times("2026-03-20T07:29", "2026-03-20T19:43")),
    ("Reykjavik", "64.1466,-21.9426", "2026-06-21", .times("2026-06-21T02:55", "2026-06-22T00:04")),
    ("Reykjavik", "64.1466,-21.9426", "2026-09-23", .times("2026-09-23T07:14", "2026-09-23T19:25")),
    ("Reykjavik", "64.1466,-21.9426", "2026-12-21", .times("2026-12-21T11:22", "2026-12-21T15:29")),
    ("Reykjavik", "64.1466,-21.9426", "2026-11-23", .times("2026-11-23T10:22", "2026-11-23T16:06")),
    ("Reykjavik", "64.1466,-21.9426", "2027-02-01", .times("2027-02-01T10:09", "2027-02-01T17:15")),
    ("Ushuaia", "-54.8019,-68.303", "2026-03-20", .times("2026-03-20T10:35", "2026-03-20T22:46")),
    ("Ushuaia", "-54.8019,-68.303", "2026-06-21", .times("2026-06-21T12:59", "2026-06-21T20:11")),
    ("Ushuaia", "-54.8019,-68.303", "2026-09-23", .times("2026-09-23T10:19", "2026-09-23T22:33")),
    ("Ushuaia", "-54.8019,-68.303", "2026-12-21", .times("2026-12-21T07:51", "2026-12-22T01:11")),
    ("Ushuaia", "-54.8019,-68.303", "2026-11-23", .times("2026-11-23T08:05", "2026-11-24T00:35")),
    ("Ushuaia", "-54.8019,-68.303", "2027-02-01", .times("2027-02-01T08:56", "2027-02-02T00:36")),
    ("Tromsø", "69.6492,18.9553", "2026-03-20", .times("2026-03-20T04:44", "2026-03-20T17:02")),
    ("Tromsø", "69.6492,18.9553", "2026-06-21", .up),
    ("Tromsø", "69.6492,18.9553", "2026-09-23", .times("2026-09-23T04:28", "2026-09-23T16:43")),
    ("Tromsø", "69.6492,18.9553", "2026-12-21", .down),
    ("Tromsø", "69.6492,18.9553", "2026-11-23", .times("2026-11-23T09:23", "2026-11-23T11:37")),
    ("Tromsø", "69.6492,18.9553", "2027-02-01", .times("2027-02-01T08:25", "2027-02-01T13:31")),
    ("Quito", "-0.1807,-78.4678", "2026-03-20", .times("2026-03-20T11:18", "2026-03-20T23:24")),
    ("Quito", "-0.1807,-78.4678", "2026-06-21", .times("2026-06-21T11:12", "2026-06-21T23:19")),
    ("Quito", "-0.1807,-78.4678", "2026-09-23", .times("2026-09-23T11:03", "2026-09-23T23:09")),
    ("Quito", "-0.1807,-78.4678", "2026-12-21", .times("2026-12-21T11:08", "2026-12-21T23:16")),
    ("Quito", "-0.1807,-78.4678", "2026-11-23", .times("2026-11-23T10:56", "2026-11-23T23:04")),
    ("Quito", "-0.1807,-78.4678", "2027-02-01", .times("2027-02-01T11:24", "2027-02-01T23:31")),
    ("Longyearbyen", "78.2232,15.6267", "2026-03-20", .times("2026-03-20T04:52", "2026-03-20T17:22")),
    ("Longyearbyen", "78.2232,15.6267", "2026-06-21", .up),
    ("Longyearbyen", "78.2232,15.6267", "2026-09-23", .times("2026-09-23T04:35", "2026-09-23T17:01")),
    ("Longyearbyen", "78.2232,15.6267", "2026-12-21", .down),
    ("Longyearbyen", "78.2232,15.6267", "2026-11-23", .down),
    ("Longyearbyen", "78.2232,15.6267", "2027-02-01", .down),
    ("McMurdo", "-77.8419,166.6863", "2026-03-20", .times("2026-03-19T18:39", "2026-03-20T07:19")),
    ("McMurdo", "-77.8419,166.6863", "2026-06-21", .down),
    ("McMurdo", "-77.8419,166.6863", "2026-09-23", .times("2026-09-22T18:32", "2026-09-23T07:04")),
    ("McMurdo", "-77.8419,166.6863", "2026-12-21", .up),
    ("McMurdo", "-77.8419,166.6863", "2026-11-23", .up),
    ("McMurdo", "-77.8419,166.6863", "2027-02-01", .up),
  ]

  @Test(arguments: almanac)
  func sunriseAndSunsetAreThoseOfAnAlmanac(place: String, location: String, date: String, course: Published) throws {
    try verify(location, date, course)
  }

  @Test func moreThanTenPlacesArePublishedAndHaveBothPolarSeasons() {
    // With Tromsø and Toronto.
    #expect(SolarTables.years.count + 2 == 12)
    #expect(SolarTables.years.flatMap(\.times).contains("**** ****"))
    #expect(SolarTables.years.flatMap(\.times).contains("---- ----"))
    #expect(Set(Self.almanac.map(\.place)).count == 12)
    #expect(Self.almanac.contains { if case .up = $0.course { true } else { false } })
    #expect(Self.almanac.contains { if case .down = $0.course { true } else { false } })
  }

  @Test("at the poles themselves there is half a year of each", arguments: ["90,0", "-90,0"])
  func thePolesHaveHalfAYearOfEach(location: String) throws {
    let pole = try #require(Location(location))
    let courses = (20_454..<20_819).map { SolarDay(day: $0, at: pole).course }
    #expect((178...196).contains(courses.filter { $0 == .staysUp }.count))
    #expect((169...187).contains(courses.filter { $0 == .staysDown }.count))
  }

  /// Within two minutes, the accuracy of the published table.
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
