import AlarmClock
import Control
import Faces
import Hardware
import Reminders
import TestSupport
import Testing

@testable import Daemon

/// Reminders in quiet hours, which stay on the display until they are answered or no longer apply.
@Suite struct ReminderNightTests {
  /// The values of the README: quiet hours begin when the reminders are due.
  private static func rig(
    _ settings: KeyValuePairs<String, String> = [:], on roles: Set<DeviceRole> = all
  ) async throws -> ReminderRig {
    let rig = try await ReminderRig(try TemporaryFolder(), fitting: Fitting(board: "bench", roles: roles))
    try await rig.settle()
    try await rig.room.set(["quiet": "22:00-07:00"])
    try await rig.room.set(settings)
    return rig
  }

  @Test func quietHoursHoldBackSoundAndNotTheDisplay() async throws {
    let rig = try await Self.rig(["reminder-sound": "speech", "brightness": "3"])
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.came == ["test 22:00", "bedtime 22:00"] && rig.room.texts == ["test it", "go to bed"])
    #expect(rig.room.seen(for: .seconds(20)).contains { "go to bed".hasPrefix($0.lowercased().prefix(2)) })
    #expect(rig.room.shown.brightness == 3)
    #expect(rig.house.said.withLock { $0.isEmpty })
    await rig.pass(.seconds(1800))
    #expect(rig.room.texts.isEmpty && rig.house.said.withLock { $0.isEmpty })
  }

  @Test func soundThatWasHeldBackComesAfterQuietHours() async throws {
    let rig = try await Self.rig(["reminder-sound": "speech", "quiet": "20:00-22:15"])
    await rig.pass(.seconds(3 * 3600 + 840))
    #expect(rig.came == ["test 22:00", "bedtime 22:00"] && rig.house.said.withLock { $0.isEmpty })
    await rig.pass(.seconds(60))
    #expect(rig.house.said.withLock { $0.count } == 2)
    await rig.pass(.seconds(600))
    #expect(rig.house.said.withLock { $0.count } == 2)
  }

  @Test func aDisplayThatIsOffStaysOff() async throws {
    let rig = try await Self.rig(["brightness": "off"])
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.came.count == 2 && rig.room.shown.brightness == nil)
  }

  @Test func itStaysUntilBedtime() async throws {
    let rig = try await Self.rig()
    _ = try await rig.ledger.set("reminders", to: "test=21:00")
    await rig.pass(.seconds(2 * 3600 + 3600))
    #expect(rig.came == ["test 21:00"] && rig.room.texts == ["test it"])
    await rig.pass(.seconds(1800))
    #expect(rig.room.texts.isEmpty)
  }

  @Test func itLeavesWhenItsCauseIsGone() async throws {
    let rig = try await Self.rig()
    await rig.pass(.seconds(3 * 3600))
    rig.house.test.withLock { $0 = (time: rig.time.now, problems: []) }
    rig.desk.wake()
    _ = await rig.runner.look()
    #expect(rig.room.texts == ["go to bed"])
    // The reminder has come already, so it does not return tonight even if the test result is forgotten.
    rig.house.test.withLock { $0 = nil }
    rig.desk.refresh()
    await rig.pass(.seconds(600))
    #expect(rig.room.texts == ["go to bed"] && rig.desk.book.waiting(at: rig.time.now).isEmpty)
  }

  /// The person did what the reminder asks for and saw the result.
  @Test(arguments: [false, true])
  func itLeavesAfterATestThatFailed(asTheOneBefore: Bool) async throws {
    let rig = try await Self.rig()
    if asTheOneBefore {
      rig.house.test.withLock { $0 = (time: rig.time.now, problems: ["no camera"]) }
    }
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.room.texts == ["test it", "go to bed"])
    rig.house.test.withLock { $0 = (time: rig.time.now, problems: ["no camera"]) }
    rig.desk.refresh()
    await rig.pass(.seconds(60))
    #expect(rig.room.texts == ["go to bed"])
  }

  /// A minute before bedtime no time is left to put it off.
  @Test func itIsNotPutOffPastBedtime() async throws {
    let rig = try await Self.rig(["reminders": "test,readiness"])
    await rig.pass(.seconds(3 * 3600 + 29 * 60))
    let occasion = Occasion(.readiness, "Readiness is low.", command: "rouse insight score --explain")
    let night = Night(bedtime: LocalTime("22:30") ?? .midnight, at: rig.time.now, in: .utc)
    let evening = rig.runner.evening(before: night.coming)
    rig.desk.change { [now = rig.time.now] book in
      book.plan([occasion], before: evening, at: now, most: 3) { _ in "aaaaaa" }
      book.show("aaaaaa", occasion, at: now)
    }
    for (kind, reason) in [("test", "this reminder expires at "), ("readiness", "bedtime is at ")] {
      let error = await #expect(throws: ControlError.self) {
        try await rig.answer(kind, snooze: AnswerReminder.usualSnooze)
      }
      #expect(error.map { "\($0)" }?.contains("\(reason)2026-11-21T22:30:00+00:00") == true, "\(error as Any)")
    }
  }

  @Test func itIsPutOffForHalfAnHourIfThereIsTime() async throws {
    let rig = try await Self.rig(["reminders": "test=20:00"])
    await rig.pass(.seconds(3600))
    #expect(try await rig.answer(nil, snooze: AnswerReminder.usualSnooze).due == "2026-11-21T20:30:00+00:00")
    await rig.pass(.seconds(3 * 3600))
    #expect(try await code { try await rig.answer(nil, snooze: AnswerReminder.usualSnooze) } == .usage)
  }

  private static let all = Set(DeviceRole.allCases)
  private static let withoutDisplay = all.subtracting([.display])

  /// Settings, fitted devices, and the fix listed for `test`.
  @Test(
    arguments: [
      (["brightness": "off"], all, "rouse settings set brightness 1"),
      (["display": "clock"], all, "rouse settings set display normal"),
      (["theme": "21:00-07:00", "night-brightness": "off"], all, "rouse settings set night-brightness 1"),
      (
        ["brightness": "schedule", "brightness-schedule": "07:00 8, 21:30 off"], all, "rouse settings set brightness 1"
      ),
      (["brightness": "schedule", "brightness-schedule": "07:00 8, 22:10 off"], all, nil),
      (["brightness": "off", "reminder-sound": "chime", "quiet": "off"], all, nil),
      ([:], withoutDisplay, "rouse settings set reminder-sound chime"),
      (["reminder-sound": "chime"], withoutDisplay, "rouse reminder on test --at 21:30"),
      (["reminder-sound": "chime", "quiet": "off"], withoutDisplay, nil),
      (["reminder-sound": "chime", "quiet": "on"], withoutDisplay, "rouse quiet off"),
      (["reminders": "test=23:00"], all, "rouse reminder on test --at 22:00"),
      (["reminders": "bedtime"], [], nil), (["reminders": "off"], [], nil), ([:], all, nil),
    ] as [(KeyValuePairs<String, String>, Set<DeviceRole>, String?)])
  func whatNobodyWouldSeeOrHearIsReported(
    settings: KeyValuePairs<String, String>, roles: Set<DeviceRole>, fix: String?
  ) async throws {
    let rig = try await Self.rig(settings, on: roles)
    let problem = rig.commands.list.kinds.first { $0.kind == "test" }?.problem
    #expect(problem?.fix == fix, "\(problem?.why ?? "-")")
    guard let fix else { return }
    let words = fix.split(separator: " ").map(String.init)
    switch words[1] {
    case "settings": _ = try await rig.ledger.set(words[3], to: words[4])
    case "quiet": _ = try await rig.ledger.set("quiet", to: words[2])
    default: try await rig.change(words[3], to: words[5])
    }
    let left = rig.commands.list.kinds.first { $0.kind == "test" }?.problem
    #expect(left == nil || left?.fix != fix, "\(left?.why ?? "-")")
  }

  @Test func whatNobodyWouldSeeIsReportedWhenItIsSet() async throws {
    let rig = try await ReminderRig(try TemporaryFolder())
    #expect(try await rig.ledger.set("reminders", to: "test,bedtime").notes == [ReminderNotes.noBedtime])
    try await rig.settle()
    let note =
      "Reminders test, bedtime: the display is off at 22:00, and no reminder lights it. Fix: rouse settings set "
      + "brightness 1"
    #expect(try await rig.ledger.set("brightness", to: "off").notes == [note])
    #expect(try await rig.ledger.set("quiet", to: "22:00-07:00").notes == [])
    #expect(try await rig.change("test", to: "on") == [note])
    #expect(try await rig.ledger.set("brightness", to: "1").notes == [])
    #expect(
      try await rig.change("test", to: "23:00") == [
        "Reminders test: 23:00 is not in the 16 hours before bedtime (22:30), so it comes at 22:00. Fix: rouse reminder "
          + "on test --at 22:00"
      ])
  }

  @Test func theMasterSwitchKeepsWhatWasChosen() async throws {
    let rig = try await ReminderRig.settled()
    func text() -> String? { rig.ledger.inForce.settings.text(of: .reminders) }
    try await rig.change("milestone", to: "off")
    try await rig.change("bedtime", to: "21:30")
    let chosen = text()
    try await rig.change(nil, to: "off")
    #expect(text() != chosen && rig.commands.list.silence?.fix == "rouse reminder on")
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.came.isEmpty)
    try await rig.change(nil, to: "on")
    #expect(text() == chosen && chosen?.contains("bedtime=21:30") == true && rig.commands.list.silence == nil)
    _ = try await rig.ledger.undo()
    #expect(rig.commands.list.silence?.fix == "rouse reminder on")
    _ = try await rig.ledger.set("reminders", to: "on")
    #expect(text() == chosen)
  }

  /// Shown and postponed reminders come back when reminders are switched on again.
  @Test func theMasterSwitchHidesWhatStands() async throws {
    let rig = try await Self.rig()
    await rig.pass(.seconds(3 * 3600))
    try await rig.answer("test", snooze: "5m")
    for (time, texts) in [("off", []), ("on", ["test it", "go to bed"])] {
      try await rig.change(nil, to: time)
      rig.desk.refresh()
      await rig.pass(.seconds(600))
      #expect(rig.room.texts == texts)
    }
  }

  @Test(arguments: [nil, "5m"])
  func undoRefusesAnAnswerByName(snooze: String?) async throws {
    let rig = try await Self.rig()
    await rig.pass(.seconds(3 * 3600))
    _ = try await rig.commands.answer(in: rig.ledger.ledger, AnswerReminder(reminder: "test", snooze: snooze))
    let error = await #expect(throws: ControlError.self) { _ = try await rig.ledger.undo() }
    #expect(error?.what == "the last change was of the reminder test, which cannot be undone")
  }
}

/// Reminders on the display next to people's messages, and which reminder an answer applies to.
@Suite struct ReminderDisplayTests {
  /// At ten in the evening, after the reminders for the test and for bedtime have come.
  private static func rig(_ folder: TemporaryFolder) async throws -> ReminderRig {
    let rig = try await ReminderRig(folder)
    try await rig.settle()
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.room.texts == ["test it", "go to bed"])
    return rig
  }

  private static func id(_ kind: ReminderKind, _ rig: ReminderRig) throws -> String {
    try #require(rig.desk.book.reminders.last { $0.kind == kind }?.id)
  }

  @Test func anAnswerWithoutANameIsForOneOnTheDisplay() async throws {
    let rig = try await Self.rig(try TemporaryFolder())
    let bedtime = try Self.id(.bedtime, rig)
    rig.desk.change { [now = rig.time.now] in $0.drop(bedtime, at: now) }
    #expect(try await rig.answer(nil).kind == "test")
    for name in [nil, bedtime, "bedtime"] {
      for snooze in [nil, "5m"] {
        #expect(try await code { try await rig.answer(name, snooze: snooze) } == .nothingFound)
      }
    }
    #expect(rig.desk.book.reminders.last { $0.id == bedtime }?.done == nil)
  }

  @Test func anAnswerWithoutANameIsForOneOnTheDisplayBeforeOneThatWaits() async throws {
    let rig = try await Self.rig(try TemporaryFolder())
    try await rig.answer("bedtime", snooze: "20m")
    #expect(try await rig.answer(nil).kind == "test")
    #expect(try await rig.answer(nil).kind == "bedtime")
  }

  @Test func oneThatIsAnsweredWhileAnotherIsHeardStaysSilent() async throws {
    let rig = try await ReminderRig.settled()
    _ = try await rig.ledger.set("reminder-sound", to: "speech")
    let (desk, time) = (rig.desk, rig.time)
    rig.house.speaking.value = {
      for reminder in desk.book.reminders where reminder.kind == .bedtime {
        desk.change { [now = time.now] in $0.finish(reminder.id, at: now) }
      }
    }
    await rig.pass(.seconds(3 * 3600 + 600))
    #expect(rig.house.said.withLock { $0.count } == 1)
  }

  @Test func aClockThatStepsBackOrAnErasureClearsTheDisplay() async throws {
    // Also while the clock is untrusted, and if the list has already forgotten them.
    for (days, isTrusted) in [(2, true), (1, false), (30, true)] as [(Int64, Bool)] {
      let rig = try await Self.rig(try TemporaryFolder())
      rig.time.trust(isTrusted)
      // Back to a morning, because in the evening new reminders would come at once.
      rig.time.step(by: .seconds(-days * 86_400 - 43_200))
      _ = await rig.runner.look()
      #expect(rig.room.texts.isEmpty, "\(days)")
    }
    let rig = try await Self.rig(try TemporaryFolder())
    try await rig.desk.deleteAll(in: rig.ledger.ledger)
    _ = await rig.runner.look()
    #expect(rig.room.texts.isEmpty)
  }

  @Test func oneThatWasAnsweredStaysAwayAfterARestartWithAnUntrustedClock() async throws {
    let folder = try TemporaryFolder()
    let time = try await {
      let rig = try await Self.rig(folder)
      try await rig.room.show("tea", for: "2h")
      try await rig.answer("test")
      return rig.time
    }()
    let again = try await ReminderRig(folder, time: time)
    time.trust(false)
    _ = await again.runner.look()
    #expect(again.room.texts == ["tea"])
    time.trust(true)
    _ = await again.runner.look()
    #expect(again.room.texts == ["tea", "go to bed"])
  }

  @Test func remindersTakeNoPlacesOfMessages() async throws {
    let rig = try await Self.rig(try TemporaryFolder())
    for number in 0..<MessageQueue.most { try await rig.room.show("m\(number)") }
    #expect(rig.room.texts.count == MessageQueue.most + 2)
    #expect(try await code { try await rig.room.show("tea") } == .tryAgain)
  }

  @Test func clearingTheDisplayAnswersNoReminderUnlessItIsNamed() async throws {
    let rig = try await Self.rig(try TemporaryFolder())
    try await rig.room.show("tea")
    let test = try Self.id(.test, rig)
    _ = try await rig.routes.clear(ClearMessages(message: test))
    #expect(rig.desk.book.reminders.last { $0.id == test }?.done == rig.time.now)
    _ = try await rig.routes.clear(ClearMessages(message: nil))
    await rig.pass(.seconds(600))
    #expect(rig.room.texts.isEmpty)
    let bedtime = try #require(rig.desk.book.reminders.last { $0.kind == .bedtime })
    #expect(bedtime.done == nil && bedtime.gone == nil)
  }
}
