import Testing

@testable import AlarmClock

/// Imported pauses and calendars for one alarm that differs between the clocks. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct ImportedDaysOffTests {
  private let mine: AlarmBook
  private let theirs: AlarmBook
  private let day: LocalDate

  init() throws {
    func book(_ id: String, _ days: Weekdays) throws -> AlarmBook {
      let alarm = Alarm(id: id, label: "Work", recurrence: .weekly(days, at: try time("07:30")))
      return AlarmBook(alarms: [alarm], cards: [.made("bath01", "bath")], salt: [1])
    }
    day = try date("2026-12-24")
    (mine, theirs) = (try book("work01", .workdays), try book("othr01", .daily))
  }

  private func adding(_ length: Int, for id: String, to book: AlarmBook) -> AlarmBook {
    var book = book
    book.pauses = [Pause(name: "p", from: day, until: day.adding(days: length), scope: .alarm(id: id))]
    let days = (0..<length).map { HolidayCalendar.Day(day.adding(days: $0), "Christmas") }
    book.holidays = Holidays([HolidayCalendar(name: "c", scope: .alarm(id: id), days: days)])
    return book
  }

  private func merged(
    _ theirs: AlarmBook, into mine: AlarmBook, _ alarm: ImportChoice, _ daysOff: ImportChoice
  ) throws -> AlarmBook {
    let choices = ImportChoices(all: daysOff, each: ["alarm work01": alarm])
    return try BookComparison(mine, theirs, at: saturday, in: .utc).merged(choices).book
  }

  static let choices: [(alarm: ImportChoice, daysOff: ImportChoice, own: Int?, scopes: [String: String])] = [
    // Only the other clock has pauses and calendars.
    (.mine, .mine, nil, ["": "work01"]), (.theirs, .theirs, nil, ["": "work01"]), (.both, .both, nil, ["": "new1"]),
    (.both, .mine, nil, ["": "new1"]),
    // Those here are different.
    (.both, .mine, 1, ["": "work01"]), (.both, .theirs, 1, ["": "new1"]),
    (.both, .both, 1, ["": "work01", " (theirs)": "new1"]), (.mine, .both, 1, ["": "work01", " (theirs)": "work01"]),
    (.theirs, .both, 1, ["": "work01", " (theirs)": "work01"]),
    // Those here are equal.
    (.both, .both, 2, ["": "work01"]), (.both, .theirs, 2, ["": "work01"]),
  ]

  @Test(arguments: choices)
  func areForTheAlarmThatCameWithThem(
    alarm: ImportChoice, daysOff: ImportChoice, own: Int?, scopes: [String: String]
  ) throws {
    let theirs = adding(2, for: "othr01", to: theirs)
    let once = try merged(theirs, into: own.map { adding($0, for: "work01", to: mine) } ?? mine, alarm, daysOff)
    #expect(once.alarms.map(\.id) == (alarm == .both ? ["work01", "new1"] : ["work01"]))
    func named(_ name: String) -> [String: DaysOff.Scope] {
      Dictionary(uniqueKeysWithValues: scopes.map { (name + $0.key, DaysOff.Scope.alarm(id: $0.value)) })
    }
    #expect(Dictionary(uniqueKeysWithValues: once.pauses.map { ($0.name, $0.scope) }) == named("p"))
    #expect(Dictionary(uniqueKeysWithValues: once.holidays.calendars.map { ($0.name, $0.scope) }) == named("c"))
    // The second import recognizes them.
    #expect(try merged(theirs, into: once, alarm, daysOff) == once)
    guard alarm == .both, daysOff != .mine else { return }
    #expect(try BookComparison(once, theirs, at: saturday, in: .utc).differences.allSatisfy(\.choices.isEmpty))
  }

  @Test func doNotSilenceMineOnceTheirAlarmIsBesideIt() throws {
    let once = try merged(theirs, into: mine, .both, .both)
    // They are added later to the other clock and come with a second import.
    let twice = try merged(adding(2, for: "othr01", to: theirs), into: once, .both, .both)
    #expect(twice.alarms == once.alarms)
    #expect(twice.pauses.map(\.scope) == [.alarm(id: "new1")])
    #expect(twice.holidays.calendars.map(\.scope) == [.alarm(id: "new1")])
    let key = Occurrence.Key.local(LocalDateTime(date: day, time: try time("07:30")))
    #expect(twice.alarms.map { twice.daysOff.reason(for: key, of: $0) != nil } == [false, true])
  }
}
