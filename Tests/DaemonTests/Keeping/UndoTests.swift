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
