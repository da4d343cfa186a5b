import Control
import Glibc
import Hardware
import Storage
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct LedgerTests {
  @Test func moreAlarmsThanAreKeptAreRefusedUntilOneIsRemoved() async throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.store)
    try store.transaction { () throws(StorageError) in
      for number in 0..<AlarmBook.mostAlarms {
        var alarm = Alarm(id: "old\(number)", recurrence: .instant(morning))
        alarm.isEnabled = false
        try store.save(alarm)
      }
    }
    let rig = try await LedgerRig(folder, enrolling: "bath")
    #expect(try await code { try await rig.add("07:30") } == .tryAgain)
    let input = AlarmInput(time: "07:30")
    #expect(try await code { try await rig.commands.alarms.copy(in: rig.ledger, "old1", input) } == .tryAgain)
    #expect(try await code { try await rig.edit("old1", AlarmInput(time: "07:30", days: "daily")) } == nil)
    #expect(try await code { try await rig.change("old0", .remove) } == nil)
    #expect(try await code { try await rig.add("07:30") } == nil)
    #expect(try await code { try await rig.add("07:30") } == .tryAgain)
  }

  @Test(arguments: [ChangeAlarm.Change.remove, .disable, nil])
  func aRingOutlivesTheEditOrRemovalOfItsAlarm(change: ChangeAlarm.Change?) async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      let id = try await rig.add("07:30", days: "daily").id
      #expect(await rig.takeDue(after: .seconds(1800)).count == 1)
      let saved =
        if let change { try await rig.change(id, change) } else {
          try await rig.edit(id, AlarmInput(time: "09:00", values: [.volume: "5"]))
        }
      #expect(saved.notes.contains { $0.contains("ringing, changes will apply next time") })
    }
    do {
      let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1860))
      #expect(rig.interrupted.map(\.armed.plan.volume) == [80])
      #expect(rig.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
      await rig.ledger.record(.dismissed(cardID: "x"), of: rig.interrupted[0].armed, at: rig.time.now)
    }
    #expect(try await LedgerRig.reopened(folder, at: morning + .seconds(1870)).interrupted.isEmpty)
  }

  @Test(
    arguments: [
      (nil, [.sound: "off"], []), (nil, [.vibration: "off", .speak: "on"], []),
      (nil, [.sound: "off", .vibration: "off"], ["Sound and vibration are off: the buzzer rings at once."]),
      (nil, [.sound: "off", .speak: "on"], ["It says nothing, as it has no sound to say it over."]),
      (nil, [.volume: "0", .speak: "on"], ["It says nothing, as it has no sound to say it over."]),
      (
        .buzzer, [.sound: "off", .vibration: "off"],
        ["Sound and vibration are off: the speaker plays at 50 % at once."]
      ),
      (.vibration, [.sound: "off"], ["Sound is off: the buzzer rings at once."]),
      (.speaker, [.sound: "off", .vibration: "off"], ["Vibration is off: the buzzer rings at once."]),
    ] as [(lacks: DeviceRole?, values: [SettingKey: String], notes: [String])])
  func whoTurnsThingsOffIsToldWhatIsLeftOnThisBoard(
    lacks: DeviceRole?, values: [SettingKey: String], notes: [String]
  ) async throws {
    let rig = try await LedgerRig(enrolling: "bath", fitted: Set(DeviceRole.allCases.filter { $0 != lacks }))
    // `LowVolumeTests` cover the note that a volume of 0 % is silent.
    let said = try await rig.add(AlarmInput(time: "07:30", values: values)).notes
    #expect(said.filter { !$0.contains("is silent") } == notes)
  }

  @Test func aChangedDefaultReachesWhatIsArmedAndInherits() async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      try await rig.add("07:30")
      _ = try await rig.add(AlarmInput(time: "07:31", values: [.volume: "11"]))
      #expect(try await rig.set("volume", to: "32").notes.count == 1)
      #expect(rig.scheduler.upcoming.map(\.plan.volume) == [32, 11])
      #expect(try await code { try await rig.set("volume", to: "101") } == .usage)
      #expect(try await code { try await rig.set("loudness", to: "1") } == .usage)
    }
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1870))
    #expect(rig.interrupted.map(\.armed.plan.volume) == [32, 11])
  }

  /// How long the clock was off from 07:00 on; then which rings of a daily 07:30 alarm ring, and how many are missed.
  @Test(
    arguments: [
      (.seconds(60), [], 0), (.seconds(1800), ["2026-11-21T07:30"], 0), (.seconds(2699), ["2026-11-21T07:30"], 0),
      (.seconds(2700), [], 1), (.seconds(86_400), [], 1), (.seconds(86_400 + 2400), ["2026-11-22T07:30"], 1),
      (.seconds(3 * 86_400 + 2400), ["2026-11-24T07:30"], 3), (.seconds(4 * 86_400), [], 4),
    ] as [(Duration, [String], Int)])
  func whatAnOutageInterruptedRingsAndWhatItCostIsMissed(
    outage: Duration, ringing: [String], missed: Int
  ) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    for _ in 1...2 {
      let rig = try await LedgerRig.reopened(folder, at: morning + outage)
      #expect(rig.interrupted.map(\.armed.occurrence.key.description) == ringing)
      #expect(await rig.ledger.misses().count == missed)
      #expect(try #require(rig.scheduler.next?.due) > rig.time.now)
    }
  }

  /// A jump covers only the week before the new time; earlier dates get no outcome.
  @Test func anAlarmThatAClockAheadOfItsTimeHasEndedIsOnAgainOnceTheClockIsRight() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    let id = try await rig.add(AlarmInput(time: "07:30", days: "daily", until: "2026-12-24")).alarm.id
    rig.time.step(by: .seconds(35 * 86_400))
    _ = await rig.takeDue()
    await rig.end(rig.scheduler.ringing.sorted { $0.due < $1.due }, .missed(rang: false))
    #expect(rig.inForce.book.alarm(id)?.isEnabled == false && rig.scheduler.next == nil)
    rig.time.step(by: .seconds(-35 * 86_400))
    rig.time.trust(false)
    await rig.ledger.clockChanged()
    #expect(rig.inForce.book.alarm(id)?.isEnabled == false)
    rig.time.trust(true)
    await rig.ledger.clockChanged()
    #expect(rig.inForce.book.alarm(id)?.isEnabled == true)
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
  }

  @Test func aSkippedRingPassesAndTheOneAfterItIsOnRecord() async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      let id = try await rig.add("07:30", days: "daily").id
      #expect(try await rig.change(id, .skip).alarm.next?.time == "2026-11-22T07:30:00+00:00")
      #expect(try await rig.change(id, .unskip).alarm.next?.time == "2026-11-21T07:30:00+00:00")
      #expect(try await rig.change(id, .skip).alarm.skipNext)
      let due = await rig.takeDue(after: .seconds(1800))
      #expect(due.map(\.isSkipped) == [true])
      await rig.end(due, .skipped)
      #expect(rig.views.all.map(\.skipNext) == [false])
    }
    // The power was cut before the next ring was due, and came back while it would ring.
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(86_400 + 1860))
    #expect(rig.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-22T07:30"])
  }

  @Test func twoHundredEventsAndOutcomesAtOnceAreAllKept() async throws {
    let folder = try await LedgerRig().stop { rig in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let armed = ArmedOccurrence(of: "alarm\(number)", due: morning - .seconds(number + 1))
            rig.events.append(.fired, of: armed.plan)
            await rig.ledger.record(.dismissed(cardID: "x"), of: armed, at: morning)
          }
        }
      }
      await rig.ledger.storeEvents()
    }
    let store = try Store(path: folder.store)
    #expect(Set(try store.events(since: nil, limit: 1000).compactMap(\.alarmID)).count == 200)
    for number in 0..<200 { #expect(try store.endedKeys(of: "alarm\(number)", dueAfter: .min).count == 1) }
  }

  @Test(
    arguments: [
      (AlarmInput(time: "25:00"), .usage), (AlarmInput(time: "07:60"), .usage), (AlarmInput(time: "7:5pm"), .usage),
      (AlarmInput(time: "+0s"), .usage), (AlarmInput(time: ""), .usage), (AlarmInput(), .usage),
      (AlarmInput(time: "07:30", date: "2026-02-30"), .usage), (AlarmInput(time: "07:30", date: "2026-11-20"), .usage),
      (AlarmInput(time: "06:59", date: "today"), .usage), (AlarmInput(time: "07:30", days: "mon,xyz"), .usage),
      (AlarmInput(time: "07:30", days: "mon", date: "2026-12-24"), .usage),
      (AlarmInput(time: "+5m", days: "mon"), .usage), (AlarmInput(time: "+5m", date: "tomorrow"), .usage),
      (AlarmInput(time: "07:30", values: [.sound: "thunder"]), .usage),
      (AlarmInput(time: "07:30", values: [.volume: "101"]), .usage),
      (AlarmInput(time: "07:30", values: [.buzzerAfter: "61s"]), .usage),
      (AlarmInput(time: "07:30", values: [.silenceAfter: "181m"]), .usage),
      (AlarmInput(time: "07:30", values: [.brightness: "3"]), .usage),
      (AlarmInput(time: "07:30", label: String(repeating: "x", count: 101)), .usage),
      (AlarmInput(time: "07:30", label: "a\nb"), .usage), (AlarmInput(time: "07:30", cards: ["nobody"]), .nothingFound),
    ] as [(AlarmInput, ExitCode)])
  func badInputIsRefusedAndNothingIsStored(input: AlarmInput, expected: ExitCode) async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      let alarm = try await rig.add("07:30", days: "daily")
      #expect(try await code { try await rig.add(input) } == expected)
      if input != AlarmInput() { #expect(try await code { try await rig.edit(alarm.id, input) } == expected) }
      #expect(rig.views.all == [alarm])
      #expect(try await code { try await rig.change("nobody", .remove) } == .nothingFound)
    }
    #expect(try await LedgerRig.reopened(folder).views.all.count == 1)
  }

  /// Each reading of the clock takes a millisecond, so that the alarm comes due at every step of the start in turn.
  @Test(arguments: 0..<40)
  func anAlarmThatComesDueDuringTheStartRings(milliseconds: Int) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    let due = morning + .seconds(1800)
    let rig = try await LedgerRig.reopened(folder, at: due - .milliseconds(milliseconds), tick: .milliseconds(1))
    let kept = rig.interrupted.map(\.armed) + rig.scheduler.ringing + rig.scheduler.upcoming
    #expect(kept.contains { $0.due == due })
    #expect(try Store(path: folder.store).openRings().contains { $0.armed.due == due })
  }

  @Test func aRingGoesOnAfterARestartThoughTheClockWasSetBack() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").stop { rig in
      let due = try #require(await rig.takeDue(after: .seconds(1800)).first)
      await rig.ledger.progressed([due.id: RingProgress(began: due.due, isTrusted: true)])
    }
    let rig = try await LedgerRig.reopened(folder, at: morning - .seconds(3600))
    #expect(rig.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
    #expect(rig.scheduler.next?.occurrence.key.description != "2026-11-21T07:30")
  }

  /// The scheduler's thread may wake a moment after the user's change.
  @Test func aChangeAtTheMomentOfDueTakesNothingAway() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1799))
    let due = try #require(rig.scheduler.next)
    rig.time.advance(by: .seconds(1))
    _ = try await rig.edit(due.plan.alarmID, AlarmInput(time: "08:00"))
    #expect(rig.scheduler.ringing.map(\.id) == [due.id])
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-21T08:00")
    #expect(try Store(path: folder.store).openRings().map(\.armed.due) == [due.due, due.due + .seconds(1800)])
  }

  @Test func aFolderIsLeftToTheDaemonThatHoldsItAndADeletedStoreTakesNoChanges() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    let rig = try await LedgerRig.reopened(folder, at: morning)
    #expect(try await code { try StateFolder(path: folder.path) } == .tryAgain)
    #expect(rig.views.all.count == 1)
    #expect(unlink(folder.store) == 0)
    #expect(try await code { try await rig.add("08:00") } == .cannotWrite)
    #expect(await StorageView(rig.ledger).writable == false)
    #expect(rig.scheduler.next != nil)
  }

  @Test func withoutAnEnrolledCardNoAlarmIsEnabled() async throws {
    let rig = try await LedgerRig()
    #expect(try await code { try await rig.add("07:30") } == .nothingFound)
    _ = try await rig.commands.cards.create(in: rig.ledger, named: "new", payload: [1, 2, 3], isRinging: false)
    #expect(try await code { try await rig.add("07:30") } == .nothingFound)
    #expect(rig.views.all.isEmpty)
    #expect(try await rig.commands.cards.look(in: rig.ledger, at: [1, 2, 3], isRinging: false).state == .enrolled)
    #expect(try await rig.add("07:30").next?.time == "2026-11-21T07:30:00+00:00")
  }

  @Test func aCardThatTheCameraReadCountsAsTriedAndAPictureOfItDoesNot() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    for isSeen in [false, true] {
      _ = try await rig.commands.cards.look(in: rig.ledger, at: Array("bath".utf8), isSeen: isSeen, isRinging: false)
    }
    let told = await RingHistory.happenings(rig.ledger, since: .min)
    #expect(told.map(\.kind) == [.cardTested] && told.map(\.label) == ["bath"])
  }

  @Test func theLastCardOfAnEnabledAlarmStays() async throws {
    let rig = try await LedgerRig(enrolling: "bath", "door")
    let alarm = try await rig.add("07:30", cards: ["door"])
    #expect(try await code { try await rig.removeCard("door") } == .notPermitted)
    #expect(try await code { try await rig.removeCard("bath") } == nil)
    _ = try await rig.change(alarm.id, .disable)
    #expect(try await code { try await rig.removeCard("door") } == nil)
    #expect(try await code { try await rig.change(alarm.id, .enable) } == .nothingFound)
  }

  @Test func cardsAreLeftAloneWhileAnAlarmRings() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    func enroll(_ code: String, as name: String, isRinging: Bool = false) async throws {
      _ = try await rig.commands.cards.enroll(in: rig.ledger, Array(code.utf8), as: name, isRinging: isRinging)
    }
    #expect(try await code { try await rig.removeCard("bath", isRinging: true) } == .tryAgain)
    #expect(try await code { try await enroll("9", as: "x", isRinging: true) } == .tryAgain)
    #expect(try await code { try await enroll("bath", as: "y") } == .usage)
    #expect(try await code { try await enroll("9", as: "bath") } == .usage)
    #expect(try await code { try await enroll("", as: "z") } == .badData)
    #expect(rig.commands.cards.all.map(\.name) == ["bath"])
  }

  @Test func whatWouldBeLostWithACardIsToldAndRefusedAsItsRemovalWould() async throws {
    let rig = try await LedgerRig(enrolling: "bath", "door")
    let gym = try await rig.add(AlarmInput(time: "09:00", label: "Gym", days: "daily", cards: ["door"])).alarm
    func loss(_ name: String, isRinging: Bool = false) async throws -> CardLoss {
      try await rig.commands.cards.loss(in: rig.ledger, of: name, isRinging: isRinging)
    }
    #expect(try await code { try await loss("door") } == .notPermitted)
    _ = try await rig.change(gym.id, .disable)
    let door = try await loss("door")
    #expect(door.card.name == "door" && door.remaining == ["bath"] && door.alarms == ["Gym (\(gym.id))"])
    #expect(try await loss("bath").alarms == [])
    #expect(try await code { try await loss("bath", isRinging: true) } == .tryAgain)
    #expect(try await code { try await loss("nobody") } == .nothingFound)
    #expect(rig.inForce.book.cards.count == 2)
  }
}
