import Testing

@testable import AlarmClock

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
