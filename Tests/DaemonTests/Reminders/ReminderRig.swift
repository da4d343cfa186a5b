import AlarmClock
import Control
import Hardware
import Reminders
import Synchronization
import TestSupport

@testable import Daemon

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
      ledger: ledger.ledger, messages: room.commands, reminders: desk, faceRunner: faceRunner)
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

  /// Returns a rig over a new folder, with an alarm, a card and a bedtime.
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
