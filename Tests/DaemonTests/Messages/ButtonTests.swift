import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

/// How a button press affects messages, and which of them a peek at a dark display shows.
@Suite struct ButtonTests {
  private struct Rig {
    let room: MessageRig
    let outputs = FakeOutputs()
    let reminders: ReminderDesk
    let runner: FaceRunner
    let ringer: Ringer
    let button: MessageRoutes

    init(_ messages: [String] = []) async throws {
      room = try await MessageRig(try TemporaryFolder())
      let time = room.ledger.time
      reminders = ReminderDesk(time: time)
      runner = FaceRunner(face: room.face, screen: outputs, time: time)
      ringer = Ringer(
        outputs: outputs, cards: FakeCards([]), events: room.ledger.events, face: room.face, time: time,
        trust: try TrustWatch(time: time, inForce: room.ledger.inForce), looks: NoLooks(), observer: Outcomes())
      button = MessageRoutes(
        ledger: room.ledger.ledger, messages: room.commands, reminders: reminders, faceRunner: runner, ringer: ringer)
      for text in messages { try await room.show(text) }
    }

    @discardableResult func step() -> String {
      _ = runner.step(ringer)
      return shown
    }

    var shown: String { outputs.state.withLock { $0.face.brightness == nil ? "off" : $0.face.text } }

    /// Lets time pass in the same steps as the display's thread.
    func pass(_ duration: Duration) {
      let end = room.ledger.time.monotonic + duration
      while room.ledger.time.monotonic < end {
        let hold = runner.step(ringer)
        room.ledger.time.advance(by: min(hold, end - room.ledger.time.monotonic))
      }
      step()
    }
  }

  /// Tenths of a second, across two rounds of a short message.
  @Test(arguments: Array(stride(from: 0, to: 200, by: 7)))
  func aPressEndsAMessageWheneverItComes(tenths: Int) async throws {
    let rig = try await Rig(["tea"])
    rig.step()
    rig.pass(.milliseconds(100 * tenths))
    #expect(["tea", "07:00"].contains(rig.shown))
    rig.button.press()
    #expect(rig.room.texts.isEmpty && rig.step() == "07:00")
    // The press started no peek, so a new message shows at once.
    try await rig.room.show("eggs")
    #expect(rig.step() == "eggs")
  }

  @Test func aPressEndsTheOneThatWasSeenLast() async throws {
    let rig = try await Rig(["tea", "eggs", "bread"])
    #expect(rig.step() == "brea")
    // The second press does not dismiss the next message, because nobody has seen it.
    rig.button.press()
    rig.button.press()
    #expect(rig.room.texts == ["tea", "eggs"])
    #expect(rig.step() == "07:00")
    rig.pass(.seconds(11))
    #expect(rig.shown == "eggs")
    rig.pass(.seconds(5))
    #expect(rig.shown == "07:00")
    rig.button.press()
    #expect(rig.room.texts == ["tea"])
  }

  @Test func withoutAMessageAPressShowsTheFace() async throws {
    let rig = try await Rig()
    _ = try await rig.room.ledger.set("brightness", to: "off")
    #expect(rig.step() == "off")
    rig.button.press()
    rig.pass(.seconds(1))
    #expect(rig.shown == "07:00")
    rig.pass(.seconds(10))
    #expect(rig.shown == "off")
  }

  @Test func aTimerOrANoticeIsNoMessage() async throws {
    let rig = try await Rig(["tea"])
    rig.step()
    rig.room.face.set { $0.countdown = { .running(left: .seconds(65)) } }
    #expect(rig.step() == " 1:05")
    rig.button.press()
    #expect(rig.room.texts == ["tea"])
  }

  @Test func inTheDarkALookShowsTheTimeThenTheMessagesThenTheRest() async throws {
    let rig = try await Rig(["tea", "bring the bins out"])
    try await rig.room.set(["brightness": "off", "turns": "date", "motion": "off"])
    #expect(rig.step() == "off")
    rig.runner.peek(rig.ringer)
    #expect(rig.step() == "07:00")
    rig.runner.peek(rig.ringer)
    #expect(rig.step() == "tea" && rig.outputs.state.withLock { $0.face.brightness } == Peek.brightness)
    rig.runner.peek(rig.ringer)
    // The whole message is shown, although that takes longer than a peek.
    var pages: [String] = []
    while rig.step() != "off" {
      if pages.last != rig.shown { pages.append(rig.shown) }
      rig.pass(.milliseconds(400))
    }
    #expect(pages.prefix(4) == ["brin", "g", "the", "bins"] && pages.contains("out"))
    for expected in ["07:00", "tea", "brin", "21.11", "07:00"] {
      rig.runner.peek(rig.ringer)
      #expect(rig.step() == expected)
    }
    #expect(rig.room.texts.count == 2)
  }

  @Test func aPressAtAMessageInALookEndsItAndGoesOn() async throws {
    let rig = try await Rig(["tea", "eggs"])
    try await rig.room.set(["brightness": "off", "motion": "off", "turns": "date"])
    rig.step()
    for (expected, left) in [("07:00", 2), ("tea", 2), ("eggs", 1), ("21.11", 0), ("07:00", 0)] as [(String, Int)] {
      rig.button.press()
      #expect(rig.step() == expected && rig.room.texts.count == left)
    }
  }

  @Test(arguments: [
    RingProgress.Rest?.none, .snooze(until: morning + .seconds(300)), .wakeCheck(until: morning + .seconds(300)),
  ])
  func aPressDuringARingTakesNoMessageAndChangesNothingOfTheRing(rest: RingProgress.Rest?) async throws {
    let rig = try await Rig(["tea"])
    #expect(rig.step() == "tea")
    let ring = try RingRig([]).ring { ($0.snoozes, $0.wakeCheck) = (2, .seconds(600)) }
    let progress = rest.map { RingProgress(began: morning, isTrusted: true, snoozes: 1, rest: $0) }
    rig.ringer.begin([OpenRing(ring, progress: progress)])
    let (before, rings) = (rig.outputs.state.withLock { $0 }, rig.ringer.current.map(\.state))
    #expect(before.face.text != "tea")
    for _ in 1...3 {
      rig.button.press()
      rig.step()
    }
    let after = rig.outputs.state.withLock { $0 }
    #expect(after.face == before.face && after.demand == before.demand && rig.ringer.current.map(\.state) == rings)
    #expect(rig.room.texts == ["tea"])
    #expect(after.asked == before.asked, "nobody is woken for it")
  }
}
