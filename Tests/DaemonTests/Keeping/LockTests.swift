import AlarmClock
import Control
import Testing

@testable import Daemon

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

  @Test func neitherIsItEditedNorWhatItInheritsNorItsCards() async throws {
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

  @Test func anAlarmWithoutALockCanBeTakenBackUntilTheEnd() async throws {
    let (rig, locked) = try await Self.locked()
    let other = try #require(rig.views.all.first { $0.id != locked.id })
    for change in [ChangeAlarm.Change.skip, .unskip, .remove] {
      #expect(try await code { try await rig.change(other.id, change) } == nil)
    }
    #expect(try await code { try await rig.change(locked.id, .enable) } == nil)
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
