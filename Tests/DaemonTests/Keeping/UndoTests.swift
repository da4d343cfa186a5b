import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

/// The undo command. `UndoingTests` covers its effect on the book.
@Suite struct UndoTests {
  /// A clock at 07:00 with the alarm Work, daily at 07:30, and two cards.
  private static func rig() async throws -> (rig: LedgerRig, work: AlarmView) {
    let rig = try await LedgerRig(enrolling: "bath", "door")
    let work = try await rig.add(AlarmInput(time: "07:30", label: "Work", days: "daily")).alarm
    return (rig, work)
  }

  private static func words(_ changes: [ValueChange]?) -> [String] {
    (changes ?? []).map { "\($0.name) \($0.was ?? "-") \($0.now ?? "-")" }
  }

  @Test func anEditIsTakenBackAndSaysWhatItWas() async throws {
    let (rig, work) = try await Self.rig()
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
    let (folder, id): (TemporaryFolder, String)
    do {
      let (rig, work) = try await Self.rig()
      (folder, id) = (rig.folder, work.id)
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
    // After a restart there is nothing to undo.
    #expect(try await code { try await rig.undo() } == .nothingFound)
  }

  @Test func commandsThatChangeNothingLeaveTheLastChange() async throws {
    let (rig, work) = try await Self.rig()
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
    let (rig, _) = try await Self.rig()
    _ = try await rig.startTimer("5m", TimerInput(label: "tea"))
    _ = try await rig.set("volume", to: "33")
    try await Self.timerChanges[place](rig)
    let refusal = await #expect(throws: ControlError.self) { try await rig.undo() }
    #expect(refusal?.code == .nothingFound && refusal?.what.contains("of the timer tea, which") == true)
    #expect(rig.inForce.settings.volume == 33)
  }

  /// A user who has just changed a card does not mean the alarm that was set before.
  @Test func aCardIsNotTakenBackNorWhatWasChangedBeforeIt() async throws {
    let (rig, _) = try await Self.rig()
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
    let (rig, work) = try await Self.rig()
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
    let (rig, _) = try await Self.rig()
    #expect(try await rig.edit("Work", AlarmInput(values: [.cancelLock: "10m"])).notes == [])
    #expect(try await code { try await rig.undo() } == nil)
    #expect(try await rig.set("cancel-lock", to: "10m").notes == [])
    let notes = try await rig.set("cancel-lock", to: "60m").notes
    #expect(notes.count == 1 && notes[0].hasPrefix("Locked now, until they have rung: Work ("))
  }

  @Test func anAlarmWhoseTimeHasPassedDoesNotComeBack() async throws {
    let (rig, _) = try await Self.rig()
    let nap = try await rig.add("+1m")
    _ = try await rig.change(nap.id, .remove)
    rig.time.advance(by: .seconds(61))
    let error = await #expect(throws: ControlError.self) { try await rig.undo() }
    #expect(error?.code == .nothingFound && error?.fix.contains("rouse alarm add") == true)
  }

  /// The store accepts no writes: the undo has no effect, and is possible later.
  @Test func whatCannotBeStoredIsNotTakenBack() async throws {
    let (rig, _) = try await Self.rig()
    _ = try await rig.set("volume", to: "33")
    try await rig.ledger.takeWrites(false)
    #expect(try await code { try await rig.undo() } == .cannotWrite)
    #expect(rig.inForce.settings.volume == 33)
    try await rig.ledger.takeWrites(true)
    #expect(try await code { try await rig.undo() } == nil)
  }
}

extension Ledger {
  /// https://sqlite.org/pragma.html#pragma_query_only
  fileprivate func takeWrites(_ isTaken: Bool) throws {
    try folder.store.database.execute("PRAGMA query_only = \(isTaken ? "OFF" : "ON")")
  }
}
