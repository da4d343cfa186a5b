import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

/// From `cancel-lock` before a ring until it is answered, nothing takes it back.
@Suite struct LockTests {
  /// A clock at 07:00 with a daily alarm at 07:30, locked from 06:30 on, and one that is not locked.
  private static func locked(
    _ folder: TemporaryFolder, at now: Instant = morning
  ) async throws -> (desk: Desk, locked: AlarmView) {
    let desk = try await Desk(folder, at: now)
    for name in ["bath", "door"] { try await desk.enroll(name) }
    let input = AlarmInput(time: "07:30", label: "Work", days: "daily", values: [.cancelLock: "60m", .volume: "50"])
    let alarm = try await desk.add(input).alarm
    _ = try await desk.add(AlarmInput(time: "07:45", days: "daily"))
    return (desk, alarm)
  }

  @Test(arguments: [ChangeAlarm.Change.disable, .skip, .remove])
  func aLockedAlarmIsNotTakenBack(change: ChangeAlarm.Change) async throws {
    let folder = try TemporaryFolder()
    let (desk, alarm) = try await Self.locked(folder)
    #expect(try desk.views.view(of: alarm.id).locked)
    #expect(try await code { try await desk.change(alarm.id, change) } == .tryAgain)
    #expect(desk.events.pending.contains { $0.kind == .changeRefused && $0.alarmID == alarm.id })
    #expect(desk.scheduler.next?.plan.alarmID == alarm.id)
    #expect(desk.scheduler.next?.isSkipped == false)
  }

  @Test func neitherIsItEditedNorWhatItInheritsNorItsCards() async throws {
    let folder = try TemporaryFolder()
    let (desk, alarm) = try await Self.locked(folder)
    #expect(try await code { try await desk.edit(alarm.id, AlarmInput(time: "09:00")) } == .tryAgain)
    #expect(try await code { try await desk.set("vibration", to: "off") } == .tryAgain)
    #expect(try await code { try await desk.set("cancel-lock", to: "off") } == nil)
    #expect(try await code { try await desk.set("pause", to: "2026-12-01") } == .tryAgain)
    #expect(
      try await code { try await desk.commands.cards.remove(from: desk.ledger, "door", isRinging: false) } == .tryAgain)
    #expect(try await code { try await desk.enroll("pocket") } == .tryAgain)
    // Its volume is its own, and the face is nobody's.
    #expect(try await code { try await desk.set("volume", to: "5") } == nil)
    #expect(try await code { try await desk.set("brightness", to: "1") } == nil)
    #expect(desk.scheduler.next?.plan.volume == 50)
  }

  /// A setting that is off for all reaches what an alarm has set for itself.
  @Test func norIsWhatASettingHasTheLastWordOn() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    _ = try await desk.add(AlarmInput(time: "07:30", values: [.cancelLock: "60m", .flash: "on"]))
    #expect(try await code { try await desk.set("flash", to: "off") } == .tryAgain)
    #expect(desk.scheduler.next?.plan.flashes == true)
  }

  @Test func beforeTheLockAndAfterTheAnswerEverythingCanBeChanged() async throws {
    let folder = try TemporaryFolder()
    let (desk, alarm) = try await Self.locked(folder, at: morning - .seconds(1801))
    #expect(try desk.views.view(of: alarm.id).locked == false)
    #expect(try await code { try await desk.set("vibration", to: "light") } == nil)
    desk.time.advance(by: .seconds(1801 + 1800))
    let due = await desk.takeDue()
    #expect(due.map(\.plan.alarmID) == [alarm.id])
    #expect(try await code { try await desk.change(alarm.id, .remove) } == .tryAgain)
    await desk.ledger.record(.dismissed(cardID: "x"), of: due[0], at: desk.time.now)
    #expect(try await code { try await desk.change(alarm.id, .remove) } == nil)
  }

  @Test func anAlarmWithoutALockCanBeTakenBackUntilTheEnd() async throws {
    let folder = try TemporaryFolder()
    let (desk, locked) = try await Self.locked(folder)
    let other = try #require(desk.views.all.first { $0.id != locked.id })
    #expect(try await code { try await desk.change(other.id, .skip) } == nil)
    #expect(try await code { try await desk.change(other.id, .unskip) } == nil)
    #expect(try await code { try await desk.change(locked.id, .enable) } == nil)
    #expect(try await code { try await desk.change(other.id, .remove) } == nil)
  }

  @Test func aPauseSkipsWhatRepeatsAndEndsByItself() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    let daily = try await desk.add("07:30", days: "daily")
    let once = try await desk.add(AlarmInput(time: "07:40", date: "2026-11-22")).alarm
    _ = try await desk.set("pause", to: "2026-11-23")
    #expect(desk.scheduler.armedOccurrence(of: daily.id)?.isSkipped == true)
    #expect(desk.scheduler.armedOccurrence(of: once.id)?.isSkipped == false)
    var skipped = 0
    for _ in 0..<3 {
      desk.time.advance(by: .seconds(86_400))
      for armed in await desk.takeDue() where armed.plan.alarmID == daily.id && armed.isSkipped {
        await desk.ledger.record(.skipped, of: armed, at: desk.time.now)
        skipped += 1
      }
    }
    #expect(skipped == 2)
    #expect(desk.scheduler.armedOccurrence(of: daily.id)?.isSkipped == false)
    _ = try await desk.set("pause", to: "2026-12-24")
    #expect(desk.scheduler.armedOccurrence(of: daily.id)?.isSkipped == true)
    _ = try await desk.set("pause", to: "off")
    #expect(desk.scheduler.armedOccurrence(of: daily.id)?.isSkipped == false)
  }
}
