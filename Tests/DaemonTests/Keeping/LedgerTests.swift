import AlarmClock
import Control
import Storage
import TestSupport
import Testing

@testable import Daemon

@Suite struct LedgerTests {
  @Test func withoutAnEnrolledCardNoAlarmIsEnabled() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    #expect(try await code { try await desk.add("07:30") } == .nothingFound)
    _ = try await desk.commands.cards.create(in: desk.ledger, named: "new", payload: [1, 2, 3], isRinging: false)
    #expect(try await code { try await desk.add("07:30") } == .nothingFound)
    #expect(desk.views.all.isEmpty)
    #expect(try await desk.commands.cards.look(in: desk.ledger, at: [1, 2, 3], isRinging: false).state == .enrolled)
    #expect(try await desk.add("07:30").next?.time == "2026-11-21T07:30:00+00:00")
  }

  @Test func moreAlarmsThanAreKeptAreRefusedUntilOneIsRemoved() async throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.path + "/rouse.sqlite")
    try store.transaction { () throws(StorageError) in
      for number in 0..<AlarmBook.mostAlarms {
        var alarm = Alarm(id: "old\(number)", recurrence: .instant(morning))
        alarm.isEnabled = false
        try store.save(alarm)
      }
    }
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    #expect(try await code { try await desk.add("07:30") } == .tryAgain)
    #expect(try await code { try await desk.copy("old1", AlarmInput(time: "07:30")) } == .tryAgain)
    #expect(try await code { try await desk.edit("old1", AlarmInput(time: "07:30", days: "daily")) } == nil)
    #expect(try await code { try await desk.change("old0", .remove) } == nil)
    #expect(try await code { try await desk.add("07:30") } == nil)
    #expect(try await code { try await desk.add("07:30") } == .tryAgain)
  }

  @Test func theLastCardOfAnEnabledAlarmStays() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    try await desk.enroll("door")
    let alarm = try await desk.add("07:30", cards: ["door"])
    #expect(
      try await code { try await desk.commands.cards.remove(from: desk.ledger, "door", isRinging: false) }
        == .notPermitted)
    #expect(try await code { try await desk.commands.cards.remove(from: desk.ledger, "bath", isRinging: false) } == nil)
    _ = try await desk.change(alarm.id, .disable)
    #expect(try await code { try await desk.commands.cards.remove(from: desk.ledger, "door", isRinging: false) } == nil)
    #expect(try await code { try await desk.change(alarm.id, .enable) } == .nothingFound)
  }

  @Test func cardsAreLeftAloneWhileAnAlarmRings() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    #expect(
      try await code { try await desk.commands.cards.remove(from: desk.ledger, "bath", isRinging: true) } == .tryAgain)
    #expect(
      try await code { try await desk.commands.cards.enroll(in: desk.ledger, [9], as: "x", isRinging: true) }
        == .tryAgain)
    #expect(
      try await code {
        try await desk.commands.cards.enroll(in: desk.ledger, Array("bath".utf8), as: "y", isRinging: false)
      } == .usage)
    #expect(
      try await code { try await desk.commands.cards.enroll(in: desk.ledger, [9], as: "bath", isRinging: false) }
        == .usage)
    #expect(
      try await code { try await desk.commands.cards.enroll(in: desk.ledger, [], as: "z", isRinging: false) }
        == .badData)
    #expect(desk.commands.cards.all.map(\.name) == ["bath"])
  }

  @Test(arguments: [true, false])
  func aRingOutlivesTheEditOrRemovalOfItsAlarm(isRemoved: Bool) async throws {
    let folder = try TemporaryFolder()
    let id: String
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      id = try await desk.add("07:30", days: "daily").id
      desk.time.advance(by: .seconds(1800))
      #expect(await desk.takeDue().count == 1)
      let saved =
        try await isRemoved
        ? desk.change(id, .remove)
        : desk.edit(id, AlarmInput(time: "09:00", values: [.volume: "5"]))
      #expect(saved.notes.contains { $0.contains("ringing, changes will apply next time") })
    }
    do {
      let desk = try await Desk.reopened(folder, at: morning + .seconds(1860))
      #expect(desk.interrupted.map(\.armed.plan.volume) == [80])
      #expect(desk.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
      await desk.ledger.record(.dismissed(cardID: "x"), of: desk.interrupted[0].armed, at: desk.time.now)
    }
    #expect(try await Desk.reopened(folder, at: morning + .seconds(1870)).interrupted.isEmpty)
  }

  @Test func whoTurnsThingsOffIsToldWhatIsLeft() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    func notes(_ values: [SettingKey: String]) async throws -> [String] {
      try await desk.add(AlarmInput(time: "07:30", values: values)).notes
    }
    #expect(try await notes([.sound: "off"]).isEmpty)
    #expect(try await notes([.vibration: "off", .speak: "on"]).isEmpty)
    #expect(
      try await notes([.sound: "off", .vibration: "off"]) == ["Sound and vibration are off: the buzzer rings at once."])
    #expect(
      try await notes([.volume: "0", .speak: "on"]) == ["It says nothing, as it has no sound to say it over."])
  }

  @Test func aOneOffIsDisabledAfterItsRing() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      try await desk.add("+5s")
      desk.time.advance(by: .seconds(5))
      let due = await desk.takeDue()
      #expect(due.count == 1)
      await desk.ledger.record(.dismissed(cardID: "x"), of: due[0], at: desk.time.now)
      #expect(desk.views.all.map(\.enabled) == [false])
    }
    let desk = try await Desk.reopened(folder, at: morning + .seconds(6))
    #expect(desk.views.all.map(\.enabled) == [false])
    #expect(desk.interrupted.isEmpty)
    #expect(desk.scheduler.next == nil)
  }

  @Test func aSkippedRingPassesAndTheOneAfterItIsOnRecord() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      let alarm = try await desk.add("07:30", days: "daily")
      #expect(try await desk.change(alarm.id, .skip).alarm.next?.time == "2026-11-22T07:30:00+00:00")
      #expect(try await desk.change(alarm.id, .unskip).alarm.next?.time == "2026-11-21T07:30:00+00:00")
      #expect(try await desk.change(alarm.id, .skip).alarm.skipNext)
      desk.time.advance(by: .seconds(1800))
      let due = await desk.takeDue()
      #expect(due.map(\.isSkipped) == [true])
      await desk.ledger.record(.skipped, of: due[0], at: desk.time.now)
      #expect(desk.views.all.map(\.skipNext) == [false])
    }
    // The power went before the next one was due, and came back while it would ring.
    let desk = try await Desk.reopened(folder, at: morning + .seconds(86_400 + 1860))
    #expect(desk.interrupted.map(\.armed.occurrence.key.description) == ["2026-11-22T07:30"])
  }

  @Test func aChangedDefaultReachesWhatIsArmedAndInherits() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      try await desk.add("07:30")
      _ = try await desk.add(AlarmInput(time: "07:31", values: [.volume: "11"]))
      let reply = try await desk.set("volume", to: "32")
      #expect(reply.notes.count == 1)
      #expect(desk.scheduler.upcoming.map(\.plan.volume) == [32, 11])
      #expect(try await code { try await desk.set("volume", to: "101") } == .usage)
      #expect(try await code { try await desk.set("loudness", to: "1") } == .usage)
    }
    let desk = try await Desk.reopened(folder, at: morning + .seconds(1870))
    #expect(desk.interrupted.map(\.armed.plan.volume) == [32, 11])
  }

  /// How long the clock was off from 07:00 on, and what then rings of a daily alarm at 07:30, and is missed.
  static let outages: [(Duration, [String], Int)] = [
    (.seconds(60), [], 0), (.seconds(1800), ["2026-11-21T07:30"], 0), (.seconds(2699), ["2026-11-21T07:30"], 0),
    (.seconds(2700), [], 1), (.seconds(86_400), [], 1), (.seconds(86_400 + 2400), ["2026-11-22T07:30"], 1),
    (.seconds(3 * 86_400 + 2400), ["2026-11-24T07:30"], 3), (.seconds(4 * 86_400), [], 4),
  ]

  @Test(arguments: outages)
  func whatAnOutageInterruptedRingsAndWhatItCostIsMissed(
    outage: Duration, ringing: [String], missed: Int
  ) async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      try await desk.add("07:30", days: "daily")
    }
    for _ in 1...2 {
      let desk = try await Desk.reopened(folder, at: morning + outage)
      #expect(desk.interrupted.map(\.armed.occurrence.key.description) == ringing)
      #expect(await desk.ledger.misses().count == missed)
      #expect(try #require(desk.scheduler.next?.due) > desk.time.now)
    }
  }

  @Test func aRingThatEndedDoesNotComeBackWhenTheClockStepsBack() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Desk(folder)
    try await desk.enroll("bath")
    try await desk.add("07:30", days: "daily")
    desk.time.advance(by: .seconds(1800))
    let due = await desk.takeDue()
    await desk.ledger.record(.dismissed(cardID: "x"), of: due[0], at: desk.time.now)
    desk.time.step(by: .seconds(-3600))
    await desk.ledger.clockChanged()
    #expect(desk.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
  }

  @Test func twoHundredEventsAndOutcomesAtOnceAreAllKept() async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let due = morning - .seconds(number + 1)
            let armed = ArmedOccurrence(
              occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none),
              plan: Settings().plan(for: Alarm(id: "alarm\(number)", recurrence: .instant(due))),
              recurrence: .instant(due), isSkipped: false)
            desk.events.append(.fired, of: armed.plan)
            await desk.ledger.record(.dismissed(cardID: "x"), of: armed, at: morning)
          }
        }
      }
      await desk.ledger.storeEvents()
    }
    let store = try Store(path: folder.path + "/rouse.sqlite")
    #expect(Set(try store.events(since: nil, limit: 1000).compactMap(\.alarmID)).count == 200)
    for number in 0..<200 { #expect(try store.endedKeys(of: "alarm\(number)", dueAfter: .min).count == 1) }
  }

  @Test func aFolderThatADaemonHoldsIsLeftToIt() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    #expect(try await code { try StateFolder(path: folder.path) } == .tryAgain)
    #expect(desk.views.all.isEmpty)
  }

  /// Fields, and the error they get.
  static let refused: [(AlarmInput, ExitCode)] = [
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
  ]

  @Test(arguments: refused)
  func badInputIsRefusedAndNothingIsStored(input: AlarmInput, expected: ExitCode) async throws {
    let folder = try TemporaryFolder()
    do {
      let desk = try await Desk(folder)
      try await desk.enroll("bath")
      let alarm = try await desk.add("07:30", days: "daily")
      #expect(try await code { try await desk.add(input) } == expected)
      if input != AlarmInput() { #expect(try await code { try await desk.edit(alarm.id, input) } == expected) }
      #expect(desk.views.all == [alarm])
      #expect(try await code { try await desk.change("nobody", .remove) } == .nothingFound)
    }
    #expect(try await Desk.reopened(folder).views.all.count == 1)
  }
}

extension Desk {
  static func reopened(
    _ folder: TemporaryFolder, at now: Instant = morning, tick: Duration = .zero, isTrusted: Bool = true,
    time: ManualTime? = nil
  ) async throws -> Desk {
    // The folder is let go with the last reference to its ledger, which a task may hold a moment longer, and so may a
    // child of another test until it runs its program.
    var desk: Desk?
    _ = try await eventually {
      do { desk = try await Desk(folder, at: now, tick: tick, isTrusted: isTrusted, time: time) } catch let error
        as ControlError
        where error.code == .tryAgain
      {}
      return desk != nil
    }
    return try #require(desk)
  }
}
