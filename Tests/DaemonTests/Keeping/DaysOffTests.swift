import AlarmClock
import Storage
import TestSupport
import Testing

@testable import Control
@testable import Daemon

/// Rules with dates and days off, as typed and as they ring, from Saturday 2026-11-21 07:00 on.
@Suite struct DaysOffTests {
  private let rig: LedgerRig

  init() async throws { rig = try await LedgerRig(enrolling: "bath") }

  private func dates(_ rig: LedgerRig, _ id: String, _ count: Int) throws -> [String] {
    try rig.views.occurrences(count: count, from: nil).filter { $0.alarmId == id }.map { String($0.time.prefix(16)) }
  }

  static func holidays(_ days: [(String, String)], _ scope: DaysOff.Scope = .all) throws -> HolidayCalendar {
    HolidayCalendar(
      name: "england", scope: scope,
      days: try days.map { HolidayCalendar.Day(try #require(LocalDate($0)), $1) })
  }

  @discardableResult
  static func add(_ calendar: HolidayCalendar, to rig: LedgerRig) async throws -> DaysOffSaved {
    try await rig.commands.daysOff.store(.calendar, calendar.name, "the calendar", in: rig.ledger) {
      book, moment throws(AlarmBook.Refusal) in try book.saving(calendar, at: moment)
    }
  }

  private static func events(_ ledger: isolated Ledger, _ kind: Event.Kind) throws -> [String?] {
    ledger.storeEvents()
    return try ledger.folder.store.events(since: nil, limit: 1000).filter { $0.kind == kind }.map(\.detail)
  }

  static let rules: [(input: AlarmInput, rule: String, first: [String])] = [
    (
      AlarmInput(time: "07:30", days: "mon", every: "2w", from: "2026-11-30"),
      "every second Monday 07:30 from 2026-11-30",
      ["2026-11-30T07:30", "2026-12-14T07:30"]
    ),
    (
      AlarmInput(time: "07:30", every: "3 weeks", from: "monday"), "every third Monday 07:30 from 2026-11-23",
      ["2026-11-23T07:30", "2026-12-14T07:30"]
    ),
    (
      AlarmInput(time: "9am", days: "first-mon,last-fri", until: "2026-12-07"),
      "first Mon, last Fri of the month 09:00 until 2026-12-07", ["2026-11-27T09:00"]
    ),
    (
      AlarmInput(from: "2026-11-22", cycle: "05:30 05:30, 13:30 - off"),
      "shifts 05:30 05:30 13:30 - - from 2026-11-22",
      ["2026-11-22T05:30", "2026-11-23T05:30", "2026-11-24T13:30", "2026-11-27T05:30"]
    ),
    (
      AlarmInput(time: "07:30", days: "sat-sun", until: "2026-11-28"), "Sat Sun 07:30 until 2026-11-28",
      ["2026-11-21T07:30", "2026-11-22T07:30"]
    ),
    (
      AlarmInput(time: "00:00", days: "fri", every: "2w", from: "2027-01-01"),
      "every second Friday 00:00 from 2027-01-01", ["2027-01-01T00:00"]
    ),
    // The same as a plain weekly rule.
    (AlarmInput(time: "07:30", days: "mon", every: "1w", from: "2026-11-16"), "Mon 07:30", ["2026-11-23T07:30"]),
  ]

  @Test(arguments: rules)
  func aRuleIsReadToldAndKept(input: AlarmInput, rule: String, first: [String]) async throws {
    let folder = try TemporaryFolder()
    let (alarm, armed): (AlarmView, ArmedOccurrence?)
    do {
      let rig = try await LedgerRig(folder, enrolling: "bath")
      alarm = try await rig.add(input).alarm
      armed = rig.scheduler.armedOccurrence(of: alarm.id)
      #expect(alarm.rule == rule)
      #expect(try dates(rig, alarm.id, first.count) == first)
    }
    let again = try await LedgerRig.reopened(folder)
    #expect(try again.views.view(of: alarm.id) == alarm)
    #expect(again.scheduler.armedOccurrence(of: alarm.id) == armed)
  }

  @Test(
    arguments: [
      AlarmInput(time: "07:30", days: "mon", every: "2w"), AlarmInput(time: "07:30", days: "mon", every: "53w"),
      AlarmInput(time: "07:30", days: "first-mon", every: "2w", from: "2026-11-30"),
      AlarmInput(time: "07:30", days: "first-mon,tue"), AlarmInput(time: "07:30", days: "fifth-mon"),
      AlarmInput(time: "07:30", date: "2026-12-24", every: "2w"), AlarmInput(time: "07:30", until: "2026-12-24"),
      AlarmInput(time: "07:30", days: "once", from: "2026-12-24"), AlarmInput(time: "+20m", from: "2026-12-24"),
      AlarmInput(time: "07:30", days: "mon", until: "2026-11-21"),
      AlarmInput(time: "07:30", days: "mon", from: "2026-12-24", until: "2026-12-24"),
      AlarmInput(cycle: "05:30 -"), AlarmInput(from: "2026-12-01", cycle: "05:30"),
      AlarmInput(from: "2026-12-01", cycle: "- -"), AlarmInput(from: "2026-12-01", cycle: "05:30 x"),
      AlarmInput(time: "05:30", from: "2026-12-01", cycle: "05:30 -"),
      AlarmInput(days: "mon", from: "2026-12-01", cycle: "05:30 -"), AlarmInput(days: "mon", every: "2w"),
      AlarmInput(time: "07:30", holidays: "maybe"), AlarmInput(time: "07:30", group: String(repeating: "x", count: 41)),
    ])
  func whatCannotBeMeantIsRefused(_ input: AlarmInput) async throws {
    #expect(try await code { try await rig.add(input) } == .usage)
    #expect(rig.inForce.book.alarms.isEmpty)
  }

  @Test func anEditKeepsOfARuleWhatIsNotNamed() async throws {
    let id = try await rig.add(AlarmInput(time: "07:30", days: "mon", every: "2w", from: "2026-11-30")).alarm.id
    func edited(_ input: AlarmInput) async throws -> String { try await rig.edit(id, input).alarm.rule }
    #expect(try await edited(AlarmInput(time: "08:00")) == "every second Monday 08:00 from 2026-11-30")
    #expect(try await edited(AlarmInput(days: "tue,thu")) == "every second week Tue Thu 08:00 from 2026-11-30")
    #expect(
      try await edited(AlarmInput(until: "2027-07-01"))
        == "every second week Tue Thu 08:00 from 2026-11-30 until 2027-07-01")
    #expect(try await edited(AlarmInput(every: "1w", from: "off", until: "off")) == "Tue Thu 08:00")
    #expect(
      rig.inForce.book.alarms[0].recurrence
        == .weekly(Weekdays(.tuesday, .thursday), at: LocalTime(secondsOfDay: 28_800)))
    #expect(try await edited(AlarmInput(from: "2026-12-01", cycle: "05:30 -")) == "shifts 05:30 - from 2026-12-01")
    #expect(try await code { try await rig.edit(id, AlarmInput(time: "06:00")) } == .usage)
    #expect(try await edited(AlarmInput(until: "2027-01-01")) == "shifts 05:30 - from 2026-12-01 until 2027-01-01")
    #expect(try await edited(AlarmInput(time: "06:00", days: "daily", until: "off")) == "daily 06:00 from 2026-12-01")
    #expect(try await edited(AlarmInput(days: "once")) == "2026-11-22 06:00")
  }

  /// `morning` is 2026-11-21T07:00Z; the zone is UTC.
  @Test(arguments: [
    (alarm: "00:00", from: "2027-01-01", first: "2027-01-01T00:00"),
    ("07:30", "2027-01-01 07:30", "2027-01-01T07:30"), ("07:30", "2027-01-01 07:30:01", "2027-01-02T07:30"),
    ("07:30", "2026-11-22", "2026-11-22T07:30"), ("07:00", "2026-11-22T08:00:00+01:00", "2026-11-22T07:00"),
    // Past occurrences are not listed.
    ("00:00", "2026-11-20", "2026-11-22T00:00"),
  ]) func occurrencesFromAMomentBeginWithTheMoment(alarm: String, from: String, first: String) async throws {
    _ = try await rig.add(AlarmInput(time: alarm, label: "Work", days: "daily"))
    let coming = try rig.views.occurrences(count: 2, from: from)
    #expect(coming.count == 2 && coming.first?.time.prefix(16) ?? "" == first, "\(coming.map(\.time))")
  }

  @Test func aDateThatIsSkippedOrMovedIsShown() async throws {
    let id = try await rig.add(AlarmInput(time: "07:30", label: "Work", days: "daily")).alarm.id
    _ = try await rig.change(id, .skip, dates: ["2026-11-22", "tuesday"])
    let moved = try await rig.change(id, .move, dates: ["2026-11-23"], time: "9am")
    #expect(
      moved.alarm.exceptions == [
        ExceptionView(date: "2026-11-22", what: "skip"), ExceptionView(date: "2026-11-23", what: "move", time: "09:00"),
        ExceptionView(date: "2026-11-24", what: "skip"),
      ])
    #expect(
      try dates(rig, id, 5)
        == ["2026-11-21T07:30", "2026-11-22T07:30", "2026-11-23T09:00", "2026-11-24T07:30", "2026-11-25T07:30"])
    #expect(
      try rig.views.occurrences(count: 5, from: nil).map(\.special) == [[], ["skipped"], ["moved"], ["skipped"], []])
    #expect(try await code { try await rig.change(id, .move) } == .usage)
    _ = try await rig.change(id, .skip, dates: ["2026-11-28"])
    try await rig.undo()
    #expect(rig.inForce.book.alarms[0].days.exceptions[try #require(LocalDate("2026-11-28"))] == nil)
  }

  @Test func aHolidaySaysEverywhereWhyItSkips() async throws {
    let id = try await rig.add("07:30", days: "daily").id
    let early = try await rig.add(AlarmInput(time: "06:30", days: "daily", holidays: "ring")).alarm
    let saved = try await Self.add(Self.holidays([("2026-11-21", "A day"), ("2026-11-22", "Another")]), to: rig)
    #expect(saved.changed.map(\.alarmId) == [id] && saved.changed[0].next == "2026-11-23T07:30:00+00:00")
    let view = try rig.views.view(of: id)
    #expect(view.skipNext && view.skipReason == "A day" && view.next?.time == "2026-11-23T07:30:00+00:00")
    #expect(rig.views.skips.map(\.reason) == ["A day"])
    #expect(try rig.views.occurrences(count: 1, from: nil).map(\.reason) == ["A day"])
    #expect(try rig.views.view(of: early.id).skipNext == false)
    let due = await rig.takeDue(after: .seconds(3600))
    #expect(due.map(\.isSkipped) == [true])
    await rig.end(due, .skipped)
    #expect(try await Self.events(rig.ledger, .skipped) == ["A day"])
    // The next day is a holiday too. The user can still make it ring.
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == true)
    #expect(try await rig.change(id, .unskip).alarm.next?.time == "2026-11-22T07:30:00+00:00")
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == false)
    try await rig.undo()
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == true)
  }

  @Test func pausesWithNamesAreSeveralAndEndByThemselves() async throws {
    let work = try await rig.add(AlarmInput(time: "07:30", label: "Work", days: "daily", group: "Office")).alarm
    let gym = try await rig.add(AlarmInput(time: "07:40", days: "daily")).alarm
    #expect(work.group == "office")
    let first = try await rig.set(SetPause(pause: nil, from: nil, until: "tuesday", group: "OFFICE"))
    #expect(first.name == "office" && first.changed.map(\.alarmId) == [work.id])
    #expect(rig.scheduler.armedOccurrence(of: gym.id)?.isSkipped == false)
    #expect(try rig.views.view(of: work.id).next?.time == "2026-11-24T07:30:00+00:00")
    #expect(try rig.views.view(of: work.id).skipReason == "pause office")
    _ = try await rig.set(SetPause(pause: "skiing", from: "2027-02-01", until: "2027-02-08"))
    _ = try await rig.set(SetPause(pause: nil, from: "2027-03-01", until: "2027-03-08", alarm: "Work"))
    #expect(rig.views.pauses.map(\.name) == ["office", "skiing", "Work"])
    let replaced = try await rig.set(SetPause(pause: "SKIING", from: "2027-02-01", until: "2027-02-15"))
    #expect(replaced.name == "skiing" && replaced.notes.count == 1)
    let ended = try await rig.commands.daysOff.end(in: rig.ledger, "Office")
    #expect(!ended.isThere && rig.scheduler.armedOccurrence(of: work.id)?.isSkipped == false)
    let undone = try await rig.undo()
    #expect(undone.daysOff?.name == "office" && undone.undid == .removed)
    #expect(rig.scheduler.armedOccurrence(of: work.id)?.isSkipped == true)
    for command in [
      SetPause(pause: nil, from: "2027-02-01", until: "2027-02-01"), SetPause(pause: nil, from: nil, until: "today"),
      SetPause(pause: "off", from: nil, until: "2027-02-01"),
      SetPause(pause: nil, from: nil, until: "2027-02-01", alarm: "Work", group: "office"),
    ] {
      #expect(try await code { try await rig.set(command) } == .usage)
    }
    #expect(try await code { try await rig.commands.daysOff.end(in: rig.ledger, "nobody") } == .nothingFound)
    #expect(try await rig.set(SetPause(pause: nil, from: nil, until: "2027-02-01", group: "nobody")).notes.count == 1)
  }

  @Test func aLockedRingIsTakenBackByNoneOfThem() async throws {
    let input = AlarmInput(time: "07:30", days: "daily", group: "work", values: [.cancelLock: "1h"])
    let id = try await rig.add(input).alarm.id
    for command in [
      SetPause(pause: nil, from: nil, until: "2026-11-25"),
      SetPause(pause: nil, from: nil, until: "2026-11-25", alarm: id),
      SetPause(pause: nil, from: nil, until: "2026-11-25", group: "work"),
    ] {
      #expect(try await code { try await rig.set(command) } == .tryAgain)
    }
    #expect(try await code { try await Self.add(Self.holidays([("2026-11-21", "x")]), to: rig) } == .tryAgain)
    #expect(try await code { try await rig.change(id, .skip, dates: ["today"]) } == .tryAgain)
    #expect(try await code { try await rig.change(id, .move, dates: ["today"], time: "09:00") } == .tryAgain)
    #expect(try await code { try await rig.edit(id, AlarmInput(group: "other")) } == .tryAgain)
    // Days off that skip no locked ring are allowed.
    try await rig.set(SetPause(pause: "later", from: "tomorrow", until: "2026-11-25"))
    try await Self.add(Self.holidays([("2026-11-22", "x")]), to: rig)
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == false)
    #expect(try await Self.events(rig.ledger, .changeRefused).count == 7)
  }

  @Test func aPauseSkipsRepeatingAlarmsUntilItsDateSaysWhichAndTellsWhatStillRings() async throws {
    let daily = try await rig.add("07:30", days: "daily")
    let weekly = try await rig.add("06:00", days: "mon")
    let once = try await rig.add("+1h")
    let later = try await rig.add("+120h")
    let reply = try await rig.set("pause", to: "2026-11-25")
    let view = try #require(reply.pause)
    #expect(view.until == "2026-11-25" && view.skipped == 2)
    #expect(view.next?.alarmId == daily.id)
    #expect(view.next?.time == "2026-11-25T07:30:00+00:00")
    #expect(reply.notes.count == 1)
    #expect(reply.notes.first?.contains(once.id) == true)
    #expect(!reply.notes.contains { $0.contains(later.id) })
    #expect(reply.setting.value == "2026-11-25")
    // The next ring is the next one that is not skipped.
    #expect(rig.views.next?.alarmId == once.id)
    #expect(try rig.views.view(of: daily.id).next?.time == "2026-11-25T07:30:00+00:00")
    #expect(try rig.views.view(of: weekly.id).next?.time == "2026-11-30T06:00:00+00:00")
    #expect(try rig.views.occurrences(count: 3, from: nil).map(\.special) == [["paused"], [], ["paused"]])
    var rang: [RingID] = []
    for _ in 0..<121 {
      for due in await rig.takeDue(after: .seconds(3600)) {
        await rig.end([due], due.isSkipped ? .skipped : .missed(rang: true))
        if !due.isSkipped { rang.append(due.id) }
      }
    }
    let expected = ["2026-11-25T07:30", "2026-11-26T07:30"]
    #expect(rang.filter { $0.alarmID == daily.id }.map(\.key.description) == expected)
    #expect(Set(rang.map(\.alarmID)) == [daily.id, once.id, later.id])
  }

  @Test func aRingThatIsToBeSkippedStaysSoWhenThePauseEnds() async throws {
    let id = try await rig.add("07:30", days: "daily").id
    _ = try await rig.change(id, .skip)
    for value in ["2026-11-25", "off"] { _ = try await rig.set("pause", to: value) }
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == true)
    #expect(try rig.views.view(of: id).next?.time == "2026-11-22T07:30:00+00:00")
  }

  @Test func aPauseOutlivesTheDaemonAndItsEndBringsTheAlarmsBack() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      _ = try await rig.set("pause", to: "2026-11-25")
    }
    let rig = try await LedgerRig.reopened(folder)
    let id = try #require(rig.views.all.first).id
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == true)
    #expect(rig.views.pause == LocalDate("2026-11-25"))
    let other = try await rig.add("08:00", days: "daily")
    #expect(other.next?.time == "2026-11-25T08:00:00+00:00")
    let reply = try await rig.set("pause", to: "off")
    #expect(reply.pause?.until == nil)
    #expect(reply.pause?.next?.time == "2026-11-21T07:30:00+00:00")
    #expect(rig.scheduler.armedOccurrence(of: id)?.isSkipped == false)
    #expect(try rig.views.view(of: other.id).next?.time == "2026-11-21T08:00:00+00:00")
  }

  @Test func aPauseThatHasPassedShowsNowhere() async throws {
    _ = try await rig.set("pause", to: "tomorrow")
    #expect(rig.views.pause == LocalDate("2026-11-22"))
    rig.time.advance(by: .seconds(16 * 3600 + 3599))
    #expect(rig.views.pause != nil)
    rig.time.advance(by: .seconds(1))
    #expect(rig.views.pause == nil)
    let shown = rig.commands.settings.all.first { $0.key == .pause }
    #expect(shown?.value == "off" && shown?.isDefault == true)
  }

  @Test(arguments: ["2026-11-20", "2020-01-01", "today", "2026-11-21", "2026-11-31", "soon", "", "on"])
  func aDateThatIsNotToComeIsRefused(date: String) async throws {
    #expect(try await code { try await rig.set("pause", to: date) } == .usage)
    #expect(rig.views.pause == nil)
  }

  @Test func aSnoozeCardIsNoAnswerToAnAlarm() async throws {
    _ = try await rig.commands.cards.enroll(in: rig.ledger, [7], as: "nap", kind: .snooze, isRinging: false)
    #expect(try await code { try await rig.add("07:30", cards: ["nap"]) } == .usage)
    #expect(try await code { try await rig.add("07:30", cards: ["bath", "nap"]) } == .usage)
    #expect(try await rig.add("07:30", cards: ["bath"]).cards == ["bath"])
    let next = rig.views.nextToAnswer
    #expect(next.cards.map(\.name) == ["bath"])
    #expect(next.ring.map { RFC3339.format($0.occurrence.due, in: .utc) } == "2026-11-21T07:30:00+00:00")
  }
}
