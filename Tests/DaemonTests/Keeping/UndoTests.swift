import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

@Suite struct UndoTests {
  /// A clock at 07:00 with the alarm Work, daily at 07:30, and two cards.
  private let rig: LedgerRig
  private let work: AlarmView

  init() async throws {
    rig = try await LedgerRig(enrolling: "bath", "door")
    work = try await rig.add(AlarmInput(time: "07:30", label: "Work", days: "daily")).alarm
  }

  private static func words(_ changes: [ValueChange]?) -> [String] {
    (changes ?? []).map { "\($0.name) \($0.was ?? "-") \($0.now ?? "-")" }
  }

  @Test func anEditIsTakenBackAndSaysWhatItWas() async throws {
    let saved = try await rig.edit(
      "Work", AlarmInput(time: "08:00", label: "", values: [.wakeCheck: "10m"], cards: ["door"]))
    #expect(
      Self.words(saved.changes) == [
        "label Work -", "set for daily 07:30 daily 08:00", "cards all door", "wake-check off 10m",
      ])
    rig.time.advance(by: .seconds(90))
    let undone = try await rig.undo()
    #expect(undone.undid == .changed && undone.ago == 90 && undone.setting == nil && undone.preset == nil)
    #expect(
      Self.words(undone.alarm?.changes) == [
        "label - Work", "set for daily 08:00 daily 07:30", "cards door all", "wake-check 10m off",
      ])
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-21T07:30")
    #expect(undone.alarm?.next?.alarmId == work.id)
    let last = try #require(rig.events.pending.last)
    #expect(last.kind == .changeUndone && last.alarmID == work.id && last.label == "Work")
  }

  @Test func whatIsTakenBackIsStored() async throws {
    var id = ""
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      id = try #require(rig.views.all.first).id
      _ = try await rig.change(id, .remove)
      let undone = try await rig.undo()
      #expect(undone.undid == .removed && undone.alarm?.alarm.id == id && undone.alarm?.changes == [])
      _ = try await rig.addPreset("tea", TimerInput(length: "4m"))
      #expect(try await rig.undo().undid == .added)
      _ = try await rig.set("volume", to: "33")
      #expect(Self.words(try await rig.undo().setting?.changes) == ["volume 33 80"])
      #expect(rig.follower.told.map(\.volume) == [33, 80])
    }
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(60))
    #expect(rig.scheduler.upcoming.map(\.plan.alarmID) == [id])
    #expect(rig.inForce.book.presets.isEmpty && rig.inForce.settings.volume == 80)
    #expect(try await code { try await rig.undo() } == .nothingFound)
  }

  @Test func commandsThatChangeNothingLeaveTheLastChange() async throws {
    _ = try await rig.set("volume", to: "33")
    _ = try await rig.set("volume", to: "33")
    #expect(try await code { try await rig.set("volume", to: "101") } == .usage)
    _ = try await rig.change(work.id, .enable)
    #expect(try await EventHistory.acknowledgeMisses(rig.ledger) == 0)
    #expect(try await rig.undo().setting?.setting.key == .volume)
    #expect(rig.inForce.settings.volume == 80)
  }

  static let timerChanges: [@Sendable (LedgerRig) async throws -> Void] = [
    { _ = try await $0.changeTimer("tea", .cancel) }, { _ = try await $0.changeTimer("tea", .pause) },
    { _ = try await $0.extendTimer("tea", by: "1m") }, { _ = try await $0.startTimer("3m", TimerInput(label: "tea")) },
  ]

  @Test(arguments: 0..<timerChanges.count)
  func undoAfterATimerChangesNothing(place: Int) async throws {
    _ = try await rig.startTimer("5m", TimerInput(label: "tea"))
    _ = try await rig.set("volume", to: "33")
    try await Self.timerChanges[place](rig)
    let refusal = await #expect(throws: ControlError.self) { try await rig.undo() }
    #expect(refusal?.code == .nothingFound && refusal?.what.contains("of the timer tea, which") == true)
    #expect(rig.inForce.settings.volume == 33)
  }

  /// A user who has just changed a card does not mean the alarm that was set before.
  @Test func aCardIsNotTakenBackNorWhatWasChangedBeforeIt() async throws {
    _ = try await rig.set("volume", to: "33")
    try await rig.enroll("stairs")
    #expect(try await code { try await rig.undo() } == .nothingFound)
    _ = try await rig.set("volume", to: "44")
    _ = try await rig.removeCard("stairs")
    #expect(try await code { try await rig.undo() } == .nothingFound)
    #expect(rig.inForce.settings.volume == 44)
  }

  @Test(arguments: [(3600, nil), (3601, ExitCode.nothingFound)])
  func anHourIsTheLimit(seconds: Int, refusal: ExitCode?) async throws {
    let rig = try await LedgerRig()
    _ = try await rig.set("volume", to: "33")
    rig.time.advance(by: .seconds(seconds))
    #expect(try await code { try await rig.undo() } == refusal)
    // Setting the time of day does not matter.
    _ = try await rig.set("volume", to: "44")
    rig.time.step(by: .seconds(86_400))
    #expect(try await code { try await rig.undo() } == nil)
  }

  @Test func aLockThatHoldsIsNotTakenBack() async throws {
    let saved = try await rig.edit("Work", AlarmInput(values: [.cancelLock: "60m"]))
    #expect(saved.notes == ["This alarm is locked now, until it has rung."])
    #expect(try await code { try await rig.undo() } == .tryAgain)
    #expect(try rig.views.view(of: work.id).locked)
    let refused = try #require(rig.events.pending.last { $0.kind == .changeRefused })
    #expect(refused.alarmID == work.id && refused.detail?.contains("rouse undo") == true)
    // An undo is refused during the ring too. After the answer there is no lock.
    let due = await rig.takeDue(after: .seconds(1800))
    #expect(try await code { try await rig.undo() } == .tryAgain)
    await rig.end(due)
    #expect(try await rig.undo().alarm?.alarm.locked == false)
  }

  @Test func aLockForLaterIsNoneYet() async throws {
    #expect(try await rig.edit("Work", AlarmInput(values: [.cancelLock: "10m"])).notes == [])
    #expect(try await code { try await rig.undo() } == nil)
    #expect(try await rig.set("cancel-lock", to: "10m").notes == [])
    let notes = try await rig.set("cancel-lock", to: "60m").notes
    #expect(notes.count == 1 && notes[0].hasPrefix("Locked now, until they have rung: Work ("))
  }

  @Test func anAlarmWhoseTimeHasPassedDoesNotComeBack() async throws {
    let nap = try await rig.add("+1m")
    _ = try await rig.change(nap.id, .remove)
    rig.time.advance(by: .seconds(61))
    let error = await #expect(throws: ControlError.self) { try await rig.undo() }
    #expect(error?.code == .nothingFound && error?.fix.contains("rouse alarm add") == true)
  }

  /// The store accepts no writes: the undo has no effect, and is possible later.
  @Test func whatCannotBeStoredIsNotTakenBack() async throws {
    _ = try await rig.set("volume", to: "33")
    try await rig.ledger.takeWrites(false)
    #expect(try await code { try await rig.undo() } == .cannotWrite)
    #expect(rig.inForce.settings.volume == 33)
    try await rig.ledger.takeWrites(true)
    #expect(try await code { try await rig.undo() } == nil)
  }
}

/// From `cancel-lock` before a ring until it is answered, it cannot be taken back.
@Suite struct LockTests {
  /// A clock at 07:00 with a daily alarm at 07:30, locked from 06:30 on, and one without a lock.
  private static func locked(at now: Instant = morning) async throws -> (rig: LedgerRig, locked: AlarmView) {
    let rig = try await LedgerRig(enrolling: "bath", "door", at: now)
    let input = AlarmInput(time: "07:30", label: "Work", days: "daily", values: [.cancelLock: "60m", .volume: "50"])
    let alarm = try await rig.add(input).alarm
    _ = try await rig.add(AlarmInput(time: "07:45", days: "daily"))
    return (rig, alarm)
  }

  @Test(arguments: [ChangeAlarm.Change.disable, .skip, .remove])
  func aLockedAlarmIsNotTakenBack(change: ChangeAlarm.Change) async throws {
    let (rig, alarm) = try await Self.locked()
    #expect(try rig.views.view(of: alarm.id).locked)
    #expect(try await code { try await rig.change(alarm.id, change) } == .tryAgain)
    #expect(rig.events.pending.contains { $0.kind == .changeRefused && $0.alarmID == alarm.id })
    #expect(rig.scheduler.next?.plan.alarmID == alarm.id)
    #expect(rig.scheduler.next?.isSkipped == false)
  }

  @Test func neitherIsItEditedNorWhatItInheritsNorItsCardsAndAnotherAlarmCanBeTakenBack() async throws {
    let (rig, alarm) = try await Self.locked()
    #expect(try await code { try await rig.edit(alarm.id, AlarmInput(time: "09:00")) } == .tryAgain)
    #expect(try await code { try await rig.set("vibration", to: "off") } == .tryAgain)
    #expect(try await code { try await rig.set("cancel-lock", to: "off") } == nil)
    #expect(try await code { try await rig.set("pause", to: "2026-12-01") } == .tryAgain)
    #expect(rig.views.pause == nil)
    #expect(try await code { try await rig.removeCard("door") } == .tryAgain)
    #expect(try await code { try await rig.enroll("pocket") } == .tryAgain)
    // The alarm has its own volume, and the brightness belongs to no alarm.
    #expect(try await code { try await rig.set("volume", to: "5") } == nil)
    #expect(try await code { try await rig.set("brightness", to: "1") } == nil)
    #expect(rig.scheduler.next?.plan.volume == 50)
    let other = try #require(rig.views.all.first { $0.id != alarm.id })
    for change in [ChangeAlarm.Change.skip, .unskip, .remove] {
      #expect(try await code { try await rig.change(other.id, change) } == nil)
    }
    #expect(try await code { try await rig.change(alarm.id, .enable) } == nil)
  }

  @Test func beforeTheLockAndAfterTheAnswerEverythingCanBeChanged() async throws {
    let (rig, alarm) = try await Self.locked(at: morning - .seconds(1801))
    #expect(try rig.views.view(of: alarm.id).locked == false)
    #expect(try await code { try await rig.set("vibration", to: "light") } == nil)
    #expect(try await rig.set("pause", to: "tomorrow").pause?.skipped == 2)
    _ = try await rig.set("pause", to: "off")
    let due = await rig.takeDue(after: .seconds(1801 + 1800))
    #expect(due.map(\.plan.alarmID) == [alarm.id])
    #expect(try await code { try await rig.change(alarm.id, .remove) } == .tryAgain)
    await rig.end(due)
    #expect(try await code { try await rig.change(alarm.id, .remove) } == nil)
  }

  /// The alarm names a sound that was removed here. The imported copy of that sound would play instead of the fallback.
  @Test func norDoesAnImportBringTheSoundOfALockedAlarm() async throws {
    let (old, new) = (try await SoundPlace(), try await SoundPlace())
    for place in [old, new] {
      try await place.rig.enroll("bath")
      try await place.add("Owl.wav")
    }
    let copy = try await old.copy()
    let values: [SettingKey: String] = [.sound: "owl", .cancelLock: "20m"]
    _ = try await new.rig.add(AlarmInput(time: "07:30", days: "daily", values: values))
    _ = try await new.sounds.remove("owl")
    new.rig.time.advance(by: .seconds(15 * 60))
    #expect(try await code { try await ImportTests.take(copy, new.rig, ImportTests.mine) } == .tryAgain)
    #expect(await new.own.isEmpty)
    #expect(new.rig.events.pending.contains { $0.kind == .changeRefused })
  }

  enum FirstGone: CaseIterable, Sendable { case skipped, paused, onAHoliday }

  /// Shifts at 23:30 and then at 06:00. The first is skipped, so the second is the next ring.
  @Test(arguments: FirstGone.allCases)
  func aRingBehindASkippedOneIsLocked(how: FirstGone) async throws {
    let rig = try await LedgerRig(enrolling: "bath", at: morning + .seconds(15 * 3600))
    let id = try await rig.add(AlarmInput(label: "Shift", from: "2026-11-21", cycle: "23:30 06:00 - -")).alarm.id
    func pause(_ until: String) async throws { try await rig.set(SetPause(pause: nil, from: nil, until: until)) }
    func holiday(_ date: String) async throws {
      try await DaysOffTests.add(DaysOffTests.holidays([(date, "x")]), to: rig)
    }
    switch how {
    case .skipped: _ = try await rig.change(id, .skip)
    case .paused: try await pause("2026-11-22")
    case .onAHoliday: try await holiday("2026-11-21")
    }
    #expect(rig.scheduler.next?.isSkipped == true)
    #expect(try await rig.edit(id, AlarmInput(values: [.cancelLock: "7h"])).alarm.locked == false)
    #expect(rig.scheduler.locks == [morning + .seconds(16 * 3600)])
    rig.time.advance(by: .seconds(3601))
    #expect(try rig.views.view(of: id).locked)
    for change in [ChangeAlarm.Change.disable, .skip, .remove] {
      #expect(try await code { try await rig.change(id, change) } == .tryAgain)
    }
    #expect(try await code { try await rig.edit(id, AlarmInput(values: [.volume: "5"])) } == .tryAgain)
    #expect(try await code { try await pause("2026-11-25") } == .tryAgain)
    #expect(try await code { try await holiday("2026-11-22") } == .tryAgain)
    #expect(try rig.views.view(of: id).locked)
    if how == .skipped { _ = try await rig.change(id, .unskip) }
  }
}

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
    #expect(error.code == .usage && error.why.contains("dates must be from"))
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
