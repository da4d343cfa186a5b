import Control
import Storage
import Testing

@testable import Daemon

/// Commands that add, show and remove calendars, from Saturday 2026-11-21 07:00 on.
@Suite struct CalendarCommandTests {
  private let rig: LedgerRig

  init() async throws { rig = try await Self.rig() }

  private static func rig() async throws -> LedgerRig {
    let rig = try await LedgerRig(enrolling: "bath")
    _ = try await rig.add(AlarmInput(time: "07:30", label: "Work", days: "daily"))
    return rig
  }

  @discardableResult
  private static func add(
    _ name: String, _ days: [String], to rig: LedgerRig, alarm: String? = nil, group: String? = nil,
    confirmed: Bool = false
  ) async throws -> DaysOffSaved {
    let names = Dictionary(uniqueKeysWithValues: days.map { ($0, "Day off") })
    let input = CalendarInput(calendarName: name, alarm: alarm, group: group, days: names)
    return try await rig.commands.calendars.add(input, confirmed: confirmed, to: rig.ledger).saved
  }

  @Test(arguments: ["9999-12-31", "1600-01-01", "2262-04-11"])
  func aDateThatCouldNotBeReadBackIsRefused(date: String) async throws {
    let error = try await #require(throws: ControlError.self) {
      try await Self.add("c", ["2026-12-24", date], to: rig)
    }
    #expect(error.code == .usage && error.why.contains("the clock's time reaches from"))
    #expect(rig.inForce.book.holidays.calendars.isEmpty)
    try await Self.add("c", ["2026-12-24", "2262-04-10"], to: rig)
    #expect(try Store(path: rig.folder.store).book() == rig.inForce.book)
  }

  @Test func anAlarmThatIsSetLaterSaysWhatCalendarsTakeFromIt() async throws {
    try await Self.add("long", (1...7).map { "2026-12-0\($0)" }, to: rig, group: "shifts")
    func look(_ saved: AlarmSaved) -> Bool { saved.notes.contains { $0.hasPrefix("Calendars skip 7 rings of ") } }
    #expect(try await look(rig.edit("Work", AlarmInput(group: "shifts"))))
    #expect(try await !look(rig.edit("Work", AlarmInput(label: "Job"))))
    #expect(try await !look(rig.change("Job", .disable)))
    #expect(try await look(rig.change("Job", .enable)))
    #expect(try await look(rig.add(AlarmInput(time: "9:00", days: "daily", group: "shifts"))))
    #expect(try await !look(rig.add(AlarmInput(time: "9:00", days: "daily"))))
    #expect(try await !look(rig.edit("Job", AlarmInput(holidays: "ring"))))
  }

  @Test func aNameIsOneHoweverItIsTyped() async throws {
    #expect(try await Self.add("Feasts", ["2026-12-24"], to: rig).notes == [])
    #expect(try await Self.add("feasts", ["2026-12-24"], to: rig).notes == [])
    let saved = try await Self.add("FEASTS", ["2026-12-25", "2026-12-26"], to: rig)
    #expect(saved.name == "Feasts")
    #expect(saved.notes == ["It takes the place of the calendar of that name, which had 1 day."])
    #expect(try rig.commands.calendars.show("fEASTS").calendar.dayCount == 2)
    #expect(try await rig.commands.calendars.remove("feasts", from: rig.ledger).name == "Feasts")
    #expect(rig.inForce.book.holidays.calendars.isEmpty)
    for name in ["Trip", "trip"] {
      try await rig.set(SetPause(pause: name, from: nil, until: "2026-12-01"))
    }
    #expect(rig.inForce.book.pauses.map(\.name) == ["Trip"])
    #expect(try await rig.commands.daysOff.end(in: rig.ledger, "TRIP").name == "Trip")
  }

  @Test func itIsForOneAlarmOrAGroup() async throws {
    #expect(try await code { try await Self.add("c", ["2026-12-24"], to: rig, alarm: "Work", group: "x") } == .usage)
    try await Self.add("c", ["2026-12-24"], to: rig, alarm: "Work")
    try await Self.add("d", ["2026-12-24"], to: rig, group: "Shifts")
    #expect(rig.inForce.book.holidays.calendars.map(\.scope) == [.alarm(id: rig.views.all[0].id), .group("shifts")])
    #expect(rig.commands.calendars.all.map(\.alarm) == [rig.views.all[0].id, nil])
    #expect(rig.commands.calendars.all.map(\.group) == [nil, "shifts"])
  }

  /// `--only` and `--except` also apply to the next file of that name.
  @Test func whatWasChosenIsKeptAndComesBack() async throws {
    var input = CalendarInput(
      calendarName: "Feasts", alarm: nil, group: nil, days: ["2026-12-24": "Eve", "2030-12-24": "Eve"],
      ends: "2026-12-01", only: ["Public"], except: ["Tax Day"])
    _ = try await rig.commands.calendars.add(input, confirmed: false, to: rig.ledger)
    let view = try #require(rig.commands.calendars.all.first)
    #expect(view.only == ["Public"] && view.except == ["Tax Day"] && view.ends == "2026-12-01" && view.ending)
    #expect(rig.views.endingCalendars.map(\.end) == ["2026-12-01"])
    #expect(try Store(path: rig.folder.store).book() == rig.inForce.book)

    (input.only, input.except, input.ends) = ([], [], nil)
    _ = try await rig.commands.calendars.add(input, confirmed: false, to: rig.ledger)
    #expect(rig.commands.calendars.all.map(\.only) == [[]] && rig.views.endingCalendars.isEmpty)
    _ = try await rig.undo()
    #expect(rig.commands.calendars.all == [view])

    let theirs = try #require(try await Self.shown(RestoreTests.bytes(rig), on: Self.rig())?.theirs)
    #expect(theirs.hasPrefix("2 days, the last 2030-12-24, some ending 2026-12-01, only Public, except Tax Day"))
  }

  @Test func aChoiceIsCheckedAgain() async throws {
    let good = CalendarInput(calendarName: "c", alarm: nil, group: nil, days: ["2026-12-24": "Eve"])
    let changes: [@Sendable (inout CalendarInput) -> Void] = [
      { $0.ends = "soon" }, { $0.ends = "9999-12-31" }, { $0.only = [""] }, { $0.except = ["a\u{1B}[2J"] },
      { $0.only = [String(repeating: "x", count: 101)] }, { $0.except = Array(repeating: "x", count: 51) },
    ]
    for (place, change) in changes.enumerated() {
      var bad = good
      change(&bad)
      let code = try await code { [bad] in try await rig.commands.calendars.add(bad, confirmed: true, to: rig.ledger) }
      #expect(code == .usage, "\(place)")
    }
    #expect(rig.inForce.book.holidays.calendars.isEmpty)
  }

  /// Returns the calendar of another clock's copy as an import shows it.
  private static func shown(_ copy: [UInt8], on rig: LedgerRig) async throws -> ImportItem? {
    ImportViews(try await ImportTests.compare(copy, rig), like: rig.views).items.first { $0.kind == .calendar }
  }

  @Test(
    arguments: [
      (["2026-12-24", "2026-12-26"], nil, ["it skips 2 rings: 2026-12-24 07:30 Work, 2026-12-26 07:30 Work"]),
      (["2026-11-20"], nil, []), (["2026-12-24"], ["2026-12-26"], ["it skips 1 ring: 2026-12-24 07:30 Work"]),
      (
        (1...7).map { "2026-12-0\($0)" }, nil,
        [
          "it skips 7 rings: 2026-12-01 07:30 Work, 2026-12-02 07:30 Work, 2026-12-03 07:30 Work, 2026-12-04 07:30 Work, "
            + "2026-12-05 07:30 Work and 2 more",
          "look twice: it would skip 7 rings of Work (ID) one after the other, which is more than holidays do",
        ]
      ),
    ] as [([String], [String]?, [String])])
  func whoeverImportsThemSeesWhatTheyWouldSkip(days: [String], mine: [String]?, notes: [String]) async throws {
    let theirs = try await Self.rig()
    try await Self.add("Feasts", days, to: theirs, confirmed: true)
    if let mine { try await Self.add("Feasts", mine, to: rig) }
    let shown = try #require(try await Self.shown(RestoreTests.bytes(theirs), on: rig))
    #expect(shown.notes == notes.map { $0.replacing("ID", with: rig.views.all[0].id) })
  }
}
