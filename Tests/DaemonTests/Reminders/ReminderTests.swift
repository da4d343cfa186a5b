import Control
import Hardware
import Reminders
import Storage
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

@Suite struct ReminderTests {
  private let rig: ReminderRig

  init() async throws { rig = try await ReminderRig.settled() }

  @Test func remindersComeInTheEveningAndAreSeenHeardAndLogged() async throws {
    _ = try await rig.ledger.set("reminder-sound", to: "speech")
    await rig.pass(.seconds(3 * 3600 - 1))
    #expect(rig.came.isEmpty && rig.room.texts.isEmpty)
    #expect(rig.commands.list.reminders.map(\.due) == ["2026-11-21T22:00:00+00:00", "2026-11-21T22:00:00+00:00"])
    await rig.pass(.seconds(1))
    #expect(rig.came == ["test 22:00", "bedtime 22:00"])
    #expect(rig.room.texts == ["test it", "go to bed"])
    #expect(
      rig.house.said.withLock { $0 } == [
        "The clock has not been tested for a day. An alarm rings at 06:30.",
        "An alarm rings at 06:30. In bed by 22:30 you have 8 h until then.",
      ])
    let logged = await EventHistory.events(
      rig.ledger.ledger, since: nil, EventFilter(kinds: [.reminder]), limit: 10
    ).compactMap(\.detail)
    #expect(logged.count == 2 && logged[1].hasPrefix("bedtime (") && logged[1].hasSuffix("`rouse next`"))
    await rig.pass(.seconds(1800))
    #expect(rig.room.texts.isEmpty)
  }

  @Test func noneComesWithoutABedtimeOrATrustedClock() async throws {
    _ = try await rig.ledger.set("bedtime", to: "off")
    #expect(rig.commands.list.silence?.fix == "rouse settings set bedtime 22:30")
    await rig.pass(.seconds(4 * 3600))
    #expect(rig.came.isEmpty)
    _ = try await rig.ledger.set("bedtime", to: "23:30")
    rig.time.trust(false)
    #expect(rig.commands.list.silence?.why == "the clock is not sure of its time")
    await rig.pass(.seconds(600))
    #expect(rig.came.isEmpty)
    rig.time.trust(true)
    #expect(rig.commands.list.silence == nil)
    await rig.pass(.seconds(600))
    #expect(rig.came == ["test 23:10", "bedtime 23:10"])
    _ = try await rig.ledger.set("quiet", to: "on")
    #expect(rig.commands.list.silence == nil)
    _ = try await rig.ledger.set("reminders", to: "none")
    #expect(rig.commands.list.silence?.fix == "rouse reminder on bedtime")
    _ = try await rig.ledger.set("reminders", to: "off")
    #expect(rig.commands.list.silence?.fix == "rouse reminder on")
  }

  @Test func noneComesDuringARing() async throws {
    rig.room.room.isRinging.withLock { $0 = true }
    await rig.pass(.seconds(3 * 3600 + 300))
    #expect(rig.came.isEmpty && rig.room.texts.isEmpty)
    #expect(await rig.runner.look() == ReminderRunner.standingWait)
    rig.room.room.isRinging.withLock { $0 = false }
    rig.desk.wake()
    await rig.pass(.seconds(60))
    #expect(rig.came == ["test 22:05", "bedtime 22:05"])
  }

  @Test func oneThatIsPutOffIntoTheNightIsSilent() async throws {
    _ = try await rig.ledger.set("reminder-sound", to: "speech")
    _ = try await rig.ledger.set("reminders", to: "calendar=22:00")
    _ = try await rig.ledger.commands.calendars.add(
      CalendarInput(calendarName: "home", alarm: nil, group: nil, days: ["2026-11-30": "Last"]), confirmed: true,
      to: rig.ledger.ledger)
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.came == ["calendar 22:00"] && rig.house.said.withLock { $0.count } == 1)
    try await rig.answer(nil, snooze: "3h")
    await rig.pass(.seconds(3 * 3600))
    #expect(rig.came == ["calendar 01:00"] && rig.room.texts == ["holidays"])
    #expect(rig.house.said.withLock { $0.count } == 1)
    // It would otherwise scroll all night.
    await rig.pass(.seconds(1800))
    #expect(rig.room.texts.isEmpty)
  }

  @Test func whatIsNoLongerSoDoesNotComeAndWhatChangesComesLater() async throws {
    _ = try await rig.ledger.edit(rig.ledger.inForce.book.alarms[0].id, AlarmInput(time: "05:00"))
    // To get enough sleep for a five o'clock alarm, bedtime is nine and its reminder is due at half past eight.
    await rig.pass(.seconds(3600))
    #expect(rig.desk.book.waiting(at: rig.time.now).map(\.kind) == [.test, .bedtime])
    rig.house.test.withLock { $0 = (time: rig.time.now, problems: []) }
    _ = try await rig.ledger.edit(rig.ledger.inForce.book.alarms[0].id, AlarmInput(time: "06:30"))
    rig.desk.refresh()
    await rig.pass(.seconds(2 * 3600 - 60))
    #expect(rig.came.isEmpty)
    await rig.pass(.seconds(3600))
    #expect(rig.came == ["bedtime 22:00"])
    #expect(rig.desk.book.reminders.count == 1)
  }

  @Test func aRestartBringsNoneTwiceAndLosesNone() async throws {
    let folder = try TemporaryFolder()
    let (time, book) = try await {
      let rig = try await ReminderRig(folder)
      try await rig.settle()
      await rig.pass(.seconds(3 * 3600))
      #expect(rig.came.count == 2)
      try await rig.answer("test", snooze: "10m")
      return (rig.time, rig.desk.book)
    }()
    let again = try await ReminderRig(folder, time: time)
    #expect(again.desk.book == book)
    await again.pass(.seconds(540))
    #expect(again.came == ["test 22:00", "bedtime 22:00"])
    await again.pass(.seconds(60))
    #expect(again.came == ["test 22:10", "bedtime 22:00"])
  }

  @Test func aFileThatIsBrokenOrStrangeKeepsNothingFromRunning() async throws {
    for text in ["", "{", "[]", #"{"reminders":[{}]}"#, #"{"reminders":[],"planned":9223372036854775807}"#] {
      let folder = try TemporaryFolder()
      try DurableFile.replace(folder.path + "/reminders.json", by: Array(text.utf8))
      let rig = try await ReminderRig(folder)
      try await rig.settle()
      await rig.pass(.seconds(3 * 3600))
      #expect(rig.came == ["test 22:00", "bedtime 22:00"], "\(text)")
    }
  }

  @Test func aFileOfTheVersionBeforeIsRead() async throws {
    let folder = try TemporaryFolder()
    let come = (morning + .seconds(12 * 3600 + 60)).nanoseconds
    let end = (morning + .seconds(15 * 3600 + 1800)).nanoseconds
    let entries = [("a", "\(come)"), ("b", nil)].map { id, shown in
      #"{"id":"\#(id)","kind":"test","subject":"","text":"T.","command":"c","due":\#(come),"end":\#(end),"#
        + #""isRead":false\#(shown.map { #","shown":\#($0)"# } ?? "")}"#
    }
    try DurableFile.replace(
      folder.path + "/reminders.json",
      by: Array(#"{"planned":\#(end),"reminders":[\#(entries.joined(separator: ","))]}"#.utf8))
    let reminders = try #require(try KeptReminders.file(in: folder.path).read()).book.reminders
    #expect(reminders.map(\.id) == ["a", "b"] && reminders.map(\.isHeard) == [true, false])
    #expect(reminders.allSatisfy { $0.gone == nil && !$0.isDelivered })
  }

  @Test func whatWasSkippedHasWokenNobody() async throws {
    let armed = try #require(rig.ledger.scheduler.upcoming.first)
    rig.time.advance(by: armed.due - rig.time.now)
    _ = await rig.ledger.takeDue()
    let later = armed.due + .seconds(60)
    await rig.ledger.ledger.record(.dismissed(cardID: "bath"), of: armed, at: later, isTrusted: true)
    rig.time.advance(by: .seconds(86_400))
    let next = try #require(rig.ledger.scheduler.upcoming.first)
    _ = await rig.ledger.takeDue()
    await rig.ledger.ledger.record(.skipped, of: next, at: next.due, isTrusted: true)
    await rig.runner.lookBack()
    #expect(rig.desk.lastRing == later)
  }

  private var looks: Int { rig.house.looks.withLock { $0 } }

  @Test func theHistoryIsLookedAtOnceAnEvening() async throws {
    await rig.pass(.seconds(600))
    #expect(looks == 0)
    // The evening begins at half past eight. Settings, alarms and the clock change, and reminders come.
    await rig.pass(.seconds(2 * 3600))
    #expect(looks == 1)
    for number in 0..<20 {
      _ = try await rig.ledger.set("volume", to: "\(50 + number)")
      rig.desk.refresh()
      await rig.pass(.seconds(60))
    }
    await rig.ledger.ledger.clockChanged()
    await rig.pass(.seconds(3600))
    #expect(rig.came == ["test 22:00", "bedtime 22:00"])
    #expect(looks == 1)
    await rig.pass(.seconds(86_400))
    #expect(looks == 2)
  }

  @Test func whatChangesTheHistoryHasItLookedAtAnew() async throws {
    await rig.pass(.seconds(2 * 3600))
    func looksAgain() async -> Bool {
      let before = looks
      rig.desk.refresh()
      _ = await rig.runner.look()
      _ = await rig.runner.look()
      return looks == before + 1
    }
    #expect(await !looksAgain())
    let ledger = rig.ledger.ledger
    _ = try await rig.ledger.commands.cards.look(in: ledger, at: Array("bath".utf8), isSeen: true, isRinging: false)
    #expect(await looksAgain())
    // Looking up a card in a picture does not count as seeing it, and noise says nothing about waking.
    _ = try await rig.ledger.commands.cards.look(in: ledger, at: Array("bath".utf8), isRinging: false)
    let now = rig.time.now
    rig.ledger.events.append(.noiseStarted, happening: Happening(.noise, began: now, ended: now))
    #expect(await !looksAgain())
    let armed = try #require(rig.ledger.scheduler.upcoming.first)
    await ledger.record(.dismissed(cardID: "bath"), of: armed, at: armed.due, isTrusted: true)
    #expect(await looksAgain())
    try await Erasures.eraseRows(on: ledger)
    #expect(await looksAgain())
    try await rig.ledger.enroll("spare")
    #expect(await looksAgain())
    rig.time.advance(by: .seconds(30 * 86_400))
    #expect(await looksAgain())
  }

  @Test func remindersAreReadDoneAndPutOff() async throws {
    let ledger = rig.ledger.ledger
    #expect(try await code { try await rig.commands.show(in: ledger, nil) } == .nothingFound)
    await rig.pass(.seconds(3 * 3600))
    // By default the latest one; otherwise an ID, the beginning of an ID, or a kind.
    let shown = try await rig.commands.show(in: ledger, nil).reminder
    #expect(shown.kind == "bedtime" && shown.read)
    let test = rig.desk.book.reminders[0].id
    #expect(try await rig.commands.show(in: ledger, String(test.prefix(4))).reminder.id == test)
    #expect(try await code { try await rig.commands.show(in: ledger, "milestone") } == .nothingFound)
    for span in ["30s", "25h", "x", "30m"] {
      #expect(try await code { try await rig.answer("bedtime", snooze: span) } == .usage, "\(span)")
    }
    let snoozed = try await rig.answer("bedtime", snooze: "20m")
    #expect(snoozed.due == "2026-11-21T22:20:00+00:00" && rig.room.texts == ["test it"])
    let taken = try #require(rig.room.messages.all.last?.id)
    #expect(rig.room.commands.take(taken))
    rig.desk.wasTaken(taken)
    #expect(rig.desk.book.reminders[0].done == rig.time.now && rig.room.texts.isEmpty)
    // Without a name the latest reminder that is not done is answered, even one that is snoozed.
    #expect(try await rig.answer(nil).kind == "bedtime")
    #expect(try await code { try await rig.answer(nil) } == .nothingFound)
    #expect(try await code { try await rig.answer("test", snooze: "5m") } == .nothingFound)
    await rig.pass(.seconds(1500))
    #expect(rig.came == ["test 22:00", "bedtime 22:00"])
  }

  @Test func kindsAreSwitchedOneByOneOrAll() async throws {
    func set(_ kind: String?, _ time: String) async throws -> String? {
      try await rig.change(kind, to: time)
      return rig.ledger.inForce.settings.text(of: .reminders)
    }
    #expect(try await set("milestone", "off") == "tomorrow,test,readiness,bedtime,calendar,card,finding")
    #expect(try await set("bedtime", "9:30pm") == "tomorrow,test,readiness,bedtime=21:30,calendar,card,finding")
    #expect(try await set("test", "AUTO") == "tomorrow,test=auto,readiness,bedtime=21:30,calendar,card,finding")
    let kinds = rig.commands.list.kinds
    #expect(kinds.map(\.timing) == [.usual, .autoLater, .usual, .set, .usual, .usual, .usual, .off])
    #expect(kinds[3].next == "2026-11-21T21:30:00+00:00" && kinds[7].next == nil)
    let chosen = "tomorrow,test=auto,readiness,bedtime=21:30,calendar,card,finding"
    #expect(try await set(nil, "off") == "off,\(chosen)")
    #expect(rig.commands.list.kinds.allSatisfy { $0.next == nil })
    #expect(try await set("milestone", "on") == "off,\(chosen),milestone")
    #expect(try await set("milestone", "off") == "off,\(chosen)")
    #expect(try await set(nil, "on") == chosen)
    let names = chosen.split(separator: ",").map { $0.prefix { $0 != "=" } }
    #expect(try await set(nil, "21:00") == names.map { "\($0)=21:00" }.joined(separator: ","))
    _ = try await rig.ledger.set("reminders", to: "all")
    for (kind, time) in [("moon", "on"), ("test", "25:00"), ("test", "21:30,card"), ("test", "default"), ("test", "")] {
      #expect(try await code { try await set(kind, time) } == .usage, "\(kind) \(time)")
    }
    #expect(rig.ledger.inForce.settings.text(of: .reminders) == "all")
    #expect(try await set(nil, "off") == "off")
    #expect(try await set("card", "off") == "off,tomorrow,test,readiness,bedtime,calendar,finding,milestone")
    #expect(try await set("card", "on") == "off")
    #expect(rig.ledger.inForce.settings.reminders.times == ReminderSettings().times)
    #expect(try await set(nil, "on") == "all")
    #expect(try await set(nil, "off") == "off")
    _ = try await rig.ledger.undo()
    #expect(rig.ledger.inForce.settings.text(of: .reminders) == "all")
  }
}

/// Reminders over a ledger in a folder. Another rig over the same folder acts as a restart.
struct ReminderRig {
  final class House: Sendable {
    let said = Box<[String]>([])
    let speaking = Box<(@Sendable () -> Void)?>(nil)
    let test = Box<OccasionFacts.LastTest?>(nil)
    let looks = Box(0)
  }

  let room: MessageRig
  let routes: MessageRoutes
  let desk: ReminderDesk
  let runner: ReminderRunner
  let commands: ReminderCommands
  let house = House()

  var time: ManualTime { room.ledger.time }
  var ledger: LedgerRig { room.ledger }

  /// - Parameter time: The clock, which keeps running across a restart. The default is Saturday 2026-11-21 19:00 UTC.
  init(
    _ folder: TemporaryFolder, time: ManualTime? = nil,
    fitting: Fitting = Fitting(board: "bench", roles: Set(DeviceRole.allCases))
  ) async throws {
    room = try await MessageRig(folder, at: morning + .seconds(12 * 3600), time: time)
    let (ledger, house, room) = (room.ledger, house, room)
    desk = ReminderDesk(kept: ReminderDesk.kept(in: folder.path, ledger.events), time: ledger.time)
    let speech = try MadeSpeech.speech()
    let faceRunner = FaceRunner(face: room.face, screen: FakeOutputs(), time: ledger.time)
    routes = MessageRoutes(
      ledger: ledger.ledger, messages: room.commands, reminders: desk, faceRunner: faceRunner,
      ringer: try RingRig([]).ringer)
    let teller = ReminderTeller(
      messages: room.messages, faceRunner: faceRunner,
      beep: room.commands.beep,
      voice: SpokenWords(
        speak: { words in
          house.said.withLock { $0.append(words) }
          house.speaking.withLock(\.self)?()
          return .success(speech)
        }, play: { _ in true }), inForce: ledger.inForce, hasDisplay: true)
    runner = ReminderRunner(
      desk: desk, teller: teller, ledger: ledger.ledger, isRinging: { room.room.isRinging.withLock { $0 } },
      test: { house.test.withLock { $0 } }, hasProblem: { false },
      looked: { house.looks.withLock { $0 += 1 } })
    commands = ReminderCommands(
      runner: runner, settings: ledger.commands.settings, notes: ReminderNotes(fitting: fitting), isMinimal: false)
  }

  func settle() async throws {
    try await ledger.enroll("bath")
    try await ledger.add("06:30", days: "daily")
    _ = try await ledger.set("bedtime", to: "22:30")
  }

  static func settled() async throws -> ReminderRig {
    let rig = try await ReminderRig(try TemporaryFolder())
    try await rig.settle()
    return rig
  }

  @discardableResult
  func answer(_ name: String?, snooze: String? = nil) async throws -> ReminderView {
    try await commands.answer(in: ledger.ledger, AnswerReminder(reminder: name, snooze: snooze)).reminder
  }

  @discardableResult
  func change(_ kind: String?, to time: String) async throws -> [String] {
    try await commands.change(in: ledger.ledger, SwitchReminder(kind: kind, time: time)).notes
  }

  /// Lets time pass, with a look whenever the runner asks for one and another at the end.
  func pass(_ duration: Duration) async {
    let end = time.now + duration
    var wait = await runner.look()
    while time.now + wait < end {
      time.advance(by: wait)
      wait = await runner.look()
    }
    time.advance(by: end - time.now)
    _ = await runner.look()
    await desk.keep(in: ledger.ledger)
  }

  /// The reminders that have come, with their times of day.
  var came: [String] {
    desk.book.reminders.compactMap { reminder in
      reminder.shown.map { "\(reminder.kind.rawValue) \(ZoneRules.utc.local($0).time)" }
    }
  }
}
