import AlarmClock
import Control
import Faces
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

  @Test func aClockThatStepsBackClearsTheDisplay() async throws {
    // Also while the clock is untrusted, and if the list has already forgotten them.
    for (days, isTrusted) in [(2, true), (1, false), (30, true)] as [(Int64, Bool)] {
      let rig = try await Self.rig(try TemporaryFolder())
      rig.time.trust(isTrusted)
      // Back to a morning, because in the evening new reminders would come at once.
      rig.time.step(by: .seconds(-days * 86_400 - 43_200))
      _ = await rig.runner.look()
      #expect(rig.room.texts.isEmpty, "\(days)")
    }
  }

  @Test func anErasureClearsTheDisplay() async throws {
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
