import AlarmClock
import Control
import Faces
import Hardware
import Reminders
import Synchronization
import TestSupport
import Testing

@testable import Daemon

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
    rig.house.speaking.withLock {
      $0 = {
        for reminder in desk.book.reminders where reminder.kind == .bedtime {
          desk.change { [now = time.now] in $0.finish(reminder.id, at: now) }
        }
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

/// Reminders over a ledger in a folder. Another rig over the same folder acts as a restart.
struct ReminderRig {
  final class House: Sendable {
    let said = Mutex<[String]>([])
    let speaking = Mutex<(@Sendable () -> Void)?>(nil)
    let test = Mutex<OccasionFacts.LastTest?>(nil)
    let looks = Mutex(0)
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
