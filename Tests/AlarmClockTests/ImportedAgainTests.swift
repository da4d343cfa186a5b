import Testing

@testable import AlarmClock

/// Repeated imports add nothing twice. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct ImportedAgainTests {
  private let here: AlarmBook

  init() throws {
    here = AlarmBook(
      alarms: [Alarm(id: "work01", label: "Work", recurrence: .weekly(.workdays, at: try time("07:30")))],
      cards: [.made("bath01", "bath")])
  }

  private func merged(
    _ theirs: AlarmBook, with mine: AlarmBook, _ choices: [String: ImportChoice] = [:]
  ) throws -> AlarmBook {
    try BookComparison(mine, theirs, at: saturday, in: .utc).merged(ImportChoices(all: .both, each: choices)).book
  }

  @Test func whatHasComeBesideMineIsFoundAgainWhateverItsLabelHadToBe() throws {
    var theirs = here
    theirs.alarms[0].isEnabled = false
    // Another alarm there has the first free label, and has another label here.
    let nap = Alarm(id: "nap001", label: "Nap", recurrence: .weekly(.daily, at: try time("14:00")))
    var called = nap
    called.label = "Work 2"
    theirs.alarms.append(called)
    let mine = AlarmBook(alarms: here.alarms + [nap], cards: here.cards)
    let choices: [String: ImportChoice] = ["alarm nap001": .theirs]
    let once = try merged(theirs, with: mine, choices)
    #expect(once.alarms.map(\.label) == ["Work", "Work 2", "Work 3"])
    #expect(try merged(theirs, with: once, choices) == once)
  }

  /// How the other clock's alarm differs from its copy here.
  enum Difference: CaseIterable {
    case nothing, idOfItsCard, skipThatHasPassed
  }

  @Test(arguments: Difference.allCases)
  func findsAnAlarmAgainThatReplacedMineUnderAnotherLabel(difference: Difference) throws {
    let yesterday = try date("2026-11-20")
    let ended = DatedRule(.weeks(.daily, every: 1, at: try time("07:30")), until: yesterday)
    let mine = AlarmBook(
      alarms: [
        Alarm(id: "spent1", label: "Work", recurrence: .dated(ended), isEnabled: false),
        Alarm(id: "live01", label: "Work", recurrence: .weekly(.daily, at: try time("08:00"))),
      ], cards: here.cards)
    var theirs = here
    switch difference {
    case .nothing: break
    case .idOfItsCard:
      theirs.cards = [.made("bath99", "bath", digest: 2)]
      theirs.alarms[0].cards = ["bath99"]
    case .skipThatHasPassed: theirs.alarms[0].days.exceptions = [yesterday: .skips]
    }
    let choices: [String: ImportChoice] = ["alarm spent1": .theirs]
    let once = try merged(theirs, with: mine, choices)
    #expect(once.alarms.map(\.label) == ["Work 2", "Work"])
    #expect(try merged(theirs, with: once, choices) == once)
    // Two equal alarms there become two here.
    theirs.alarms.append(theirs.alarms[0])
    theirs.alarms[1].id = "work02"
    let both = try merged(theirs, with: once, choices)
    #expect(both.alarms.map(\.label) == ["Work 2", "Work", "Work 3"])
    #expect(try merged(theirs, with: both, choices) == both)
  }

  @Test func whatHasComeBesideMineIsFoundAgainOnceItsDatesHavePassed() throws {
    let yesterday = try date("2026-11-20")
    var theirs = here
    theirs.alarms[0].recurrence = .weekly(.daily, at: try time("07:15"))
    theirs.alarms[0].days.exceptions = [yesterday: .skips]
    var copy = theirs.alarms[0]
    (copy.id, copy.label) = ("copy01", "Work 2")
    let mine = AlarmBook(alarms: here.alarms + [copy], cards: here.cards)
    #expect(try merged(theirs, with: mine) == mine)
  }

  @Test func whatBecomesAnotherOneOfTheirsIsNotTheOneThatHasComeBesideMine() throws {
    var theirs = here
    theirs.alarms[0].isEnabled = false
    // The other clock has this alarm under its id, with other values.
    var copy = theirs.alarms[0]
    (copy.id, copy.label) = ("copy01", "Work 2")
    let mine = AlarmBook(alarms: here.alarms + [copy], cards: here.cards)
    copy.days.group = "work"
    theirs.alarms.append(copy)
    let choices: [String: ImportChoice] = ["alarm copy01": .theirs]
    let once = try merged(theirs, with: mine, choices)
    #expect(once.alarms.map(\.label) == ["Work", "Work 2", "Work 3"])
    #expect(try merged(theirs, with: once, choices) == once)
  }

  @Test func daysOffThatHaveComeAreFoundAgainWhicheverAlarmTheyHaveComeFor() throws {
    let (from, until) = (try date("2026-12-01"), try date("2026-12-05"))
    var theirs = here
    theirs.alarms[0].isEnabled = false
    theirs.pauses = [Pause(name: "trip", from: from, until: until, scope: .alarm(id: "work01"))]
    theirs.holidays = Holidays([
      HolidayCalendar(name: "days", scope: .alarm(id: "work01"), days: [HolidayCalendar.Day(from, "x")])
    ])
    var mine = here
    mine.pauses = [Pause(name: "trip", from: from, until: until, scope: .all)]
    mine.holidays = Holidays([HolidayCalendar(name: "days", scope: .all, days: theirs.holidays.calendars[0].days)])
    // Replacing `Nap` gives an alarm that looks like the copy of `Work`.
    var nap = theirs.alarms[0]
    (nap.id, nap.label) = ("nap001", "Work 2")
    theirs.alarms.append(nap)
    nap.recurrence = .weekly(.daily, at: try time("14:00"))
    mine.alarms.append(nap)
    let choices: [String: ImportChoice] = ["alarm work01": .mine, "alarm nap001": .theirs]
    let once = try merged(theirs, with: mine, choices)
    #expect(once.pauses.map(\.name) == ["trip", "trip (theirs)"])
    #expect(once.holidays.calendars.map(\.name) == ["days", "days (theirs)"])
    #expect(try merged(theirs, with: once, choices) == once)
  }
}

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

/// Labels of imported alarms: each must name one alarm that can still ring. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct ImportedLabelTests {
  /// Parses alarms such as `a Work 07:30`: id, label and time; with a date the alarm rings once.
  private static func book(_ alarms: [String]) throws -> AlarmBook {
    AlarmBook(
      alarms: try alarms.map { text in
        let words = text.split(separator: " ").map(String.init)
        let last = try #require(words.last)
        let recurrence: Recurrence = last.count == 5 ? .weekly(.daily, at: try time(last)) : .once(try local(last))
        return Alarm(id: words[0], label: words[1..<(words.count - 1)].joined(separator: " "), recurrence: recurrence)
      }, cards: [.made("bath01", "bath")], salt: [1])
  }

  private static func merged(
    _ theirs: AlarmBook, into mine: AlarmBook, _ choices: ImportChoices
  ) throws -> (book: AlarmBook, renamed: [AlarmBook.Renamed]) {
    try BookComparison(mine, theirs, at: saturday, in: .utc).merged(choices)
  }

  static let table: [(mine: [String], theirs: [String], choice: ImportChoice, labels: [String], renamed: [String])] = [
    // Alarms that only they have.
    (["a Work 07:30"], ["x Work 07:15"], .mine, ["Work", "Work 2"], ["Work"]),
    (["a Work 07:30", "b Work 2 08:00"], ["x Work 07:15"], .mine, ["Work", "Work 2", "Work 3"], ["Work"]),
    ([], ["x Gym 07:15", "y Gym 07:45"], .mine, ["Gym", "Gym 2"], ["Gym"]),
    (["a Work 2026-11-20T07:00"], ["x Work 07:15"], .mine, ["Work", "Work"], []),
    (["a 07:30"], ["x 07:15"], .mine, ["", ""], []),
    // Alarms that are added beside one here.
    (["a Work 07:30"], ["a Work 07:15"], .both, ["Work", "Work 2"], ["Work"]),
    (["a Work 2 07:30"], ["a Work 2 07:15"], .both, ["Work 2", "Work 3"], ["Work 2"]),
    (["a Work 07:30"], ["a Job 07:15"], .both, ["Work", "Job"], []),
    (["a 07:30"], ["a 07:15"], .both, ["", ""], []),
    // Alarms here that theirs replace.
    (["a Work 07:30", "b Gym 08:00"], ["a Gym 07:30"], .theirs, ["Gym 2", "Gym"], ["Gym"]),
    (["a Work 07:30", "b Gym 08:00"], ["a Gym 07:30", "b Work 08:00"], .theirs, ["Gym", "Work"], []),
    (["a Work 2026-11-20T07:00", "b Work 08:00"], ["a Work 07:30"], .theirs, ["Work 2", "Work"], ["Work"]),
    // Labels that were shared before stay.
    (["a Work 07:30", "b Work 08:00"], ["a Work 07:15"], .theirs, ["Work", "Work"], []),
  ]

  @Test(arguments: table)
  func areNumberedWhereOneOfMineHasThemAndKnownTheNextTime(
    mine: [String], theirs: [String], choice: ImportChoice, labels: [String], renamed: [String]
  ) throws {
    let theirs = try Self.book(theirs)
    let once = try Self.merged(theirs, into: try Self.book(mine), ImportChoices(all: choice))
    #expect(once.book.alarms.map(\.label) == labels)
    #expect(once.renamed.map(\.was) == renamed)
    for alarm in once.renamed.map(\.alarm) { #expect(once.book.alarm(alarm.id) == alarm) }
    for choice in ImportChoice.allCases {
      let again = try Self.merged(theirs, into: once.book, ImportChoices(all: choice))
      #expect(again.book == once.book && again.renamed.isEmpty, "\(choice)")
    }
    let again = try BookComparison(once.book, theirs, at: saturday, in: .utc)
    #expect(again.differences.allSatisfy { $0.choices.isEmpty })
  }

  @Test func staySoWhenTheLabelIsFreeAgain() throws {
    let theirs = try Self.book(["a Gym 07:30", "b Work 08:00"])
    let mine = try Self.book(["a Work 07:30", "b Gym 08:00"])
    let once = try Self.merged(theirs, into: mine, ImportChoices(all: .mine, each: ["alarm a": .theirs])).book
    #expect(once.alarms.map(\.label) == ["Gym 2", "Gym"])
    let twice = try Self.merged(theirs, into: once, ImportChoices(all: .theirs)).book
    #expect(twice.alarms.map(\.label) == ["Gym 2", "Work"])
    #expect(try Self.merged(theirs, into: twice, ImportChoices(all: .theirs)).book == twice)
  }
}
