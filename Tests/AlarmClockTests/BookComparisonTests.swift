import TestSupport
import Testing

@testable import AlarmClock

/// Comparing two clocks and merging by choices. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct BookComparisonTests {
  private static let bath = Card.made("bath01", "bath")

  private let work: Alarm
  private let here: AlarmBook

  init() throws {
    work = Alarm(id: "work01", label: "Work", recurrence: .weekly(.workdays, at: try time("07:30")))
    here = AlarmBook(alarms: [work], cards: [Self.bath], salt: [1])
  }

  private func compare(
    _ theirs: AlarmBook, with mine: AlarmBook? = nil, cards: Bool = false
  ) throws -> BookComparison {
    try BookComparison(mine ?? here, theirs, takesCards: cards, at: saturday, in: .utc)
  }

  private func merged(
    _ comparison: BookComparison, _ all: ImportChoice, _ each: [String: ImportChoice] = [:]
  ) throws -> AlarmBook {
    try comparison.merged(ImportChoices(all: all, each: each)).book
  }

  private func changed(_ change: (inout AlarmBook) throws -> Void) rethrows -> AlarmBook {
    var book = here
    try change(&book)
    return book
  }

  // MARK: Equal clocks

  @Test func aCopyOfTheClockItselfIsAlike() throws {
    let comparison = try compare(here)
    #expect(comparison.differences.isEmpty && comparison.remarks.isEmpty)
    #expect(comparison.alike == 1 + SettingKey.allCases.count - BookComparison.ofOneClock.count)
    for choice in ImportChoice.allCases { #expect(try merged(comparison, choice) == here) }
  }

  @Test func eachChoiceOfAnAlarmIsWhatItSays() throws {
    let theirs = try changed { $0.alarms[0].recurrence = .weekly(.workdays, at: try time("07:15")) }
    let comparison = try compare(theirs)
    #expect(comparison.differences == [.alarm(mine: work, theirs: theirs.alarms[0])])
    #expect(comparison.differences.map(\.name) == ["alarm work01"])
    #expect(try merged(comparison, .mine) == here)
    #expect(try merged(comparison, .theirs) == theirs)
    let both = try merged(comparison, .both)
    #expect(both.alarms.map(\.label) == ["Work", "Work 2"])
    #expect(both.alarms.map(\.id) == ["work01", "new1"])
    #expect(both.alarms[1].recurrence == theirs.alarms[0].recurrence)
    // A choice for one item takes priority over the choice for all.
    #expect(try merged(comparison, .mine, ["alarm work01": .theirs]) == theirs)
  }

  @Test func theSameCopyTwiceChangesNothing() throws {
    var theirs = try changed { $0.alarms[0].recurrence = .weekly(.workdays, at: try time("07:15")) }
    theirs.presets = [TimerPreset(name: "tea", length: .seconds(240))]
    theirs.pauses = [Pause(name: "trip", from: try date("2027-02-01"), until: try date("2027-02-08"))]
    theirs.settings.ring.volume = 33
    theirs.alarms.append(Alarm(id: "nap001", label: "Nap", recurrence: .weekly(.daily, at: try time("14:00"))))
    var mine = here
    mine.presets = [TimerPreset(name: "tea", length: .seconds(300))]
    mine.pauses = [Pause(name: "trip", from: try date("2027-03-01"), until: try date("2027-03-08"))]
    for choice in ImportChoice.allCases {
      let once = try merged(try compare(theirs, with: mine), choice)
      #expect(once.alarms.contains { $0.label == "Nap" })
      #expect(try merged(try compare(theirs, with: once), choice) == once, "\(choice)")
      if choice == .both { #expect(once.pauses.map(\.name) == ["trip (theirs)", "trip"]) }
      if choice == .both { #expect(once.presets.map(\.name) == ["tea", "tea (theirs)"]) }
      #expect(once.settings.volume == (choice == .theirs ? 33 : 80))
    }
  }

  // MARK: Pairing

  static let pairs: [(label: String, days: Weekdays, time: String, isSame: Bool)] = [
    ("Work", .workdays, "07:30", true), ("Work", .daily, "07:30", true), ("Work", .workdays, "07:15", false),
    ("work", .workdays, "07:30", false), ("", .workdays, "07:30", false),
  ]

  @Test(arguments: pairs)
  func whatHasAnotherIDStandsBesideItsLabelAndTime(label: String, days: Weekdays, at: String, isSame: Bool) throws {
    let other = Alarm(id: "othr01", label: label, recurrence: .weekly(days, at: try time(at)))
    let book = try merged(try compare(AlarmBook(alarms: [other], cards: here.cards, salt: [1])), .theirs)
    #expect(book.alarms.count == (isSame ? 1 : 2))
    #expect(book.alarms[0].id == "work01")
    if isSame { #expect(book.alarms[0].recurrence == other.recurrence) }
  }

  @Test func withoutALabelTheDaysAreToBeTheSame() throws {
    var mine = here
    mine.alarms[0].label = ""
    for (days, count) in [(Weekdays.workdays, 1), (.weekend, 2)] {
      let other = Alarm(id: "othr01", recurrence: .weekly(days, at: try time("07:30")))
      let book = try merged(try compare(AlarmBook(alarms: [other], cards: here.cards, salt: [1]), with: mine), .theirs)
      #expect(book.alarms.count == count)
    }
  }

  @Test func anIDGoesBeforeALabelAndEachStandsBesideOne() throws {
    var second = work
    second.id = "work02"
    let mine = AlarmBook(alarms: [work, second], cards: here.cards, salt: [1])
    var (first, stranger) = (work, work)
    (first.id, stranger.id) = ("work02", "strang")
    let comparison = try compare(AlarmBook(alarms: [stranger, first, work], cards: here.cards, salt: [1]), with: mine)
    // Both alarms here have counterparts by id, so a third with the same label and time is a new one.
    #expect(comparison.differences == [.alarm(mine: nil, theirs: stranger)])
  }

  // MARK: Passed alarms

  @Test func anAlarmOfMineThatHasPassedThereIsDisabled() throws {
    func once(_ time: String) throws -> Alarm {
      Alarm(id: "once01", label: "Train", recurrence: .once(try local(time)))
    }
    var theirs = here
    theirs.alarms.append(try once("2026-11-20T05:00"))
    theirs.alarms[0].skippedKey = Occurrence.Key("2026-11-20T07:30")
    let mine = try changed { $0.alarms.append(try once("2026-11-22T05:00")) }
    let comparison = try compare(theirs, with: mine)
    let book = try merged(comparison, .theirs)
    #expect(book.alarms.map(\.isEnabled) == [true, false])
    #expect(book.alarms[0] == work && comparison.leftOut.isEmpty)
    guard case .off(let disabled)? = comparison.remarks["once01"]?.first else { throw Failure("nothing is said of it") }
    #expect(disabled.passed == (try local("2026-11-20T05:00")))
  }

  @Test func anAlarmThatCanNeverRingAgainIsLeftOut() throws {
    let (past, day) = (try date("2026-11-20"), try date("2026-12-01"))
    var theirs = here
    let rule = DatedRule(.weeks(.daily, every: 1, at: try time("07:30")), until: past)
    theirs.alarms += [
      Alarm(id: "once01", label: "Train", recurrence: .once(try local("2026-11-20T05:00")), isEnabled: false),
      // It has the label and time of an alarm here, but is another alarm.
      Alarm(id: "ended1", label: "Work", recurrence: .dated(rule)),
      Alarm(id: "nap001", label: "Nap", recurrence: .weekly(.daily, at: try time("14:00")), isEnabled: false),
    ]
    for (name, id) in [("train", "once01"), ("nap", "nap001")] {
      theirs.pauses.append(Pause(name: name, from: day, until: day.adding(days: 1), scope: .alarm(id: id)))
    }
    theirs.holidays = Holidays([
      HolidayCalendar(name: "c", scope: .alarm(id: "ended1"), days: [HolidayCalendar.Day(day, "Christmas")])
    ])
    let comparison = try compare(theirs)
    #expect(comparison.leftOut.map(\.id) == ["once01", "ended1"])
    let book = try merged(comparison, .theirs)
    #expect(book.alarms.map(\.id) == ["work01", "nap001"] && book.alarms[0] == work)
    #expect(book.pauses.map(\.name) == ["nap"] && book.holidays.calendars.isEmpty)
    #expect(try compare(theirs, with: book).differences.isEmpty)
  }

  // MARK: Cards

  @Test func mineStayAndAlarmsNameThoseThatAreHere() throws {
    let (other, hall) = (Card.made("xxxxxx", "bath", digest: 7), Card.made("yyyyyy", "hall", digest: 8))
    func alarm(_ id: String, _ cards: [String]) throws -> Alarm {
      Alarm(id: id, label: id, recurrence: .weekly(.daily, at: try time("09:00")), cards: cards)
    }
    let theirs = AlarmBook(
      alarms: [
        try alarm("aaaaaa", ["xxxxxx"]), try alarm("bbbbbb", ["yyyyyy"]), try alarm("cccccc", ["yyyyyy", "xxxxxx"]),
      ], cards: [other, hall], salt: [9])
    let comparison = try compare(theirs)
    let book = try merged(comparison, .mine)
    #expect(book.cards == here.cards && book.salt == here.salt)
    #expect(book.alarms.map(\.cards) == [[], ["bath01"], [], ["bath01"]])
    #expect(book.alarms.map(\.isEnabled) == [true, true, true, true])
    #expect(comparison.remarks["aaaaaa"] == nil)
    for id in ["bbbbbb", "cccccc"] {
      #expect(comparison.remarks[id] == [.cardsMissing(try #require(book.alarm(id)), ["hall"])])
    }
  }

  @Test func noAlarmIsOnThatNoCardCouldEnd() throws {
    var mine = here
    (mine.cards, mine.alarms) = ([], [])
    let comparison = try compare(here, with: mine)
    #expect(try merged(comparison, .theirs).alarms.map(\.isEnabled) == [false])
    #expect(comparison.remarks["work01"]?.count == 1)
  }

  @Test func theirCardsComeAllTogetherWithTheirSalt() throws {
    var mine = here
    mine.alarms[0].cards = ["bath01"]
    mine.alarms.append(Alarm(id: "gym001", recurrence: work.recurrence, cards: ["gone01"]))
    let cards = [Card.made("xxxxxx", "bath", digest: 7), .made("yyyyyy", "hall", digest: 8)]
    let theirs = AlarmBook(cards: cards, salt: [9])
    let comparison = try compare(theirs, with: mine, cards: true)
    let book = try merged(comparison, .mine)
    #expect(book.cards == theirs.cards && book.salt == [9])
    #expect(book.alarms.map(\.cards) == [["xxxxxx"], []])
    #expect(comparison.remarksOnMine == [.cardsMissing(book.alarms[1], ["gone01"])])
    #expect(book.alarms.allSatisfy { alarm in book.cards.contains { alarm.isAnswered(by: $0) } })
  }

  @Test func cardsThatCouldEndNothingAreNotTaken() throws {
    for cards in [[], [Card.made("xxxxxx", "hall", digest: 7, isEnrolled: false)]] {
      #expect(throws: BookComparison.NoCard.self) { try compare(AlarmBook(cards: cards), cards: true) }
    }
  }

  // MARK: Settings

  @Test(arguments: SettingKey.allCases)
  func aSettingComesAsItIsThere(key: SettingKey) throws {
    guard let text = Self.values[key] else { return }
    var theirs = here
    try theirs.settings.set(key, to: text, knownSounds: [text])
    let comparison = try compare(theirs)
    let isOfOneClock = BookComparison.ofOneClock.contains(key)
    #expect(comparison.differences == (isOfOneClock ? [] : [.setting(key)]))
    #expect(try merged(comparison, .theirs) == (isOfOneClock ? here : theirs))
    for choice in [ImportChoice.mine, .both] { #expect(try merged(comparison, choice) == here) }
  }

  private static let values: [SettingKey: String] = [
    .sound: "bell", .volume: "33", .fadeIn: "30s", .vibration: "strong", .speak: "all", .flash: "off", .chime: "off",
    .timeFormat: "12h", .turns: "date", .nightTurns: "date", .brightness: "3", .location: "52.52,13.4",
    .quiet: "22:00-07:00", .pause: "2027-01-01", .bedtime: "22:30", .reminders: "off", .clockSource: "battery",
    .history: "365d", .name: "Bedroom",
  ]

  @Test func aPauseThatIsOverIsNoDifference() throws {
    #expect(try compare(changed { $0.settings.pausedUntil = LocalDate("2026-11-21") }).differences.isEmpty)
    let past = Pause(name: "past", from: try date("2026-01-01"), until: try date("2026-01-08"))
    #expect(try compare(changed { $0.pauses = [past] }).differences.isEmpty)
  }

  @Test func daysOffNameTheAlarmsOfThisClock() throws {
    var other = work
    other.id = "othr01"
    let day = try date("2026-12-25")
    let theirs = AlarmBook(
      alarms: [other], cards: here.cards,
      pauses: [Pause(name: "p", from: day, until: day.adding(days: 2), scope: .alarm(id: "othr01"))],
      holidays: Holidays([
        HolidayCalendar(name: "c", scope: .alarm(id: "othr01"), days: [HolidayCalendar.Day(day, "Christmas")])
      ]), salt: [1])
    let book = try merged(try compare(theirs), .mine)
    #expect(book.alarms == [work])
    #expect(book.pauses.map(\.scope) == [.alarm(id: "work01")])
    #expect(book.holidays.calendars.map(\.scope) == [.alarm(id: "work01")])
    #expect(try compare(theirs, with: book).differences.isEmpty)
  }

  // MARK: Bounds and names

  /// The comparison must be fast even if each alarm could be a copy of thousands of others.
  @Test(arguments: [("a", "b", 0), ("Work ", "Work ", 6000)])
  func moreThanAreKeptIsRefused(ours: String, others: String, first: Int) throws {
    func alarms(_ word: String, _ clock: String, from first: Int) -> [Alarm] {
      (first..<first + 6000).map { Alarm(id: "\(clock)\($0)", label: "\(word)\($0)", recurrence: work.recurrence) }
    }
    let mine = AlarmBook(alarms: alarms(ours, "a", from: first), cards: here.cards, salt: [1])
    let theirs = AlarmBook(alarms: alarms(others, "b", from: 0), cards: here.cards, salt: [1])
    #expect(throws: AlarmBook.Refusal.tooManyAlarms) { try merged(try compare(theirs, with: mine), .mine) }
  }

  @Test func aLongLabelStaysWithinItsBounds() throws {
    for label in [String(repeating: "x", count: 100), String(repeating: "👩‍👩‍👧‍👦", count: 32), ""] {
      var mine = here
      mine.alarms[0].label = label
      var theirs = mine
      theirs.alarms[0].isEnabled = false
      let book = try merged(try compare(theirs, with: mine), .both)
      let copy = try #require(book.alarms.last)
      #expect(copy.label != label || label.isEmpty)
      #expect(copy.label.count <= 100 && copy.label.utf8.count <= 800)
      #expect(try checkedName(copy.label, field: "label") == copy.label)
      #expect(try merged(try compare(theirs, with: book), .both) == book)
    }
  }

  @Test func soundsAreCalledAsTheyAreHere() throws {
    var book = here
    book.alarms[0].overrides.sound = "owl"
    book.settings.sound = "bell"
    book.presets = [TimerPreset(name: "tea", length: .seconds(1), overrides: ChimeOverrides(sound: "owl"))]
    let called = book.callingSounds(["owl": "owl-2"])
    #expect(called.alarms[0].overrides.sound == "owl-2" && called.settings.sound == "bell")
    #expect(called.presets[0].overrides.sound == "owl-2")
  }

  // MARK: Locks

  @Test func anAlarmIsAffectedByWhatMakesItRingOtherwise() throws {
    let moment = AlarmBook.Moment(now: saturday, zone: .utc)
    let day = try date("2026-11-23")
    let others: [(AlarmBook, Bool)] = [
      (here, false), (changed { $0.alarms.append(Alarm(id: "x", recurrence: work.recurrence)) }, false),
      (changed { $0.settings.face.showsSeconds = true }, false), (changed { $0.settings.ring.volume = 3 }, true),
      (changed { $0.settings.sound = "bell" }, true), (changed { $0.alarms[0].isEnabled = false }, true),
      (changed { $0.alarms = [] }, true), (changed { $0.salt = [2] }, true),
      (changed { $0.settings.pausedUntil = day.adding(days: 1) }, true),
      (changed { $0.pauses = [Pause(name: "p", from: day, until: day.adding(days: 1))] }, true),
    ]
    for (place, (other, isAffected)) in others.enumerated() {
      #expect(here.isAffected(work, by: other, at: moment) == isAffected, "\(place)")
    }
  }
}
