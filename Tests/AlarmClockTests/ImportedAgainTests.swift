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
