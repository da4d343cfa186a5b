import AlarmClock
import TestSupport
import Testing

@testable import Faces

@Suite struct SolarDayTests {
  /// The US Naval Observatory's "Sun and Moon Data for One Day" of Tromsø (E 19.0, N 69.5) in 2014.
  @Test(arguments: [
    ("2014-04-01", "2014-04-01T03:50", "2014-04-01T17:49"), ("2014-04-30", "2014-04-30T01:29", "2014-04-30T19:58"),
    ("2014-05-17", "2014-05-16T23:29", "2014-05-17T22:06"),
  ])
  func sunriseAndSunsetAreThoseOfTheNavalObservatory(date: String, rise: String, set: String) throws {
    let noon = try instant("\(date)T12:00")
    let day = SolarDay(day: noon.seconds / 86_400, at: try #require(Location("69.5,19.0")))
    guard case .rises(let rises, let sets) = day.course else { throw Failure("it is \(day.course)") }
    // Two minutes are the accuracy of the published table.
    let errors = [rises - (try instant(rise)), sets - (try instant(set))].map { ($0 / .seconds(60)).magnitude }
    #expect(errors.allSatisfy { $0 <= 2 }, "\(errors) minutes")
  }

  @Test(arguments: SolarTables.years.indices) func aWholeYearIsThatOfThePublishedTable(index: Int) throws {
    let table = SolarTables.years[index]
    for (number, times) in SolarTables.times(ofYear: index).enumerated() {
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
  private func verify(_ location: String, year: Int, _ month: Int, _ day: Int, hours: Int, _ times: String) throws {
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

  @Test("at the poles themselves there is half a year of each", arguments: ["90,0", "-90,0"])
  func thePolesHaveHalfAYearOfEach(location: String) throws {
    let pole = try #require(Location(location))
    let courses = (20_454..<20_819).map { SolarDay(day: $0, at: pole).course }
    #expect((178...196).contains(courses.filter { $0 == .staysUp }.count))
    #expect((169...187).contains(courses.filter { $0 == .staysDown }.count))
  }

  private func instant(_ text: String) throws -> Instant {
    ZoneRules.utc.resolve(try #require(LocalDateTime(text))).instant
  }
}
