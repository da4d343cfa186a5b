import Hardware
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct PressTests {
  private struct Rig {
    let room: MessageRig
    let outputs = FakeOutputs()
    let cards = FakeCards([card("bath")])
    let runner: FaceRunner
    let ringer: Ringer
    let button: ButtonPress

    init(_ folder: TemporaryFolder) async throws {
      room = try await MessageRig(folder)
      let (ledger, face) = (room.ledger, room.face)
      runner = FaceRunner(face: face, screen: outputs, time: ledger.time)
      ringer = Ringer(
        outputs: outputs, cards: cards, events: ledger.events, face: face, time: ledger.time, trust: ledger.trust,
        looks: NoLooks(), observer: Outcomes())
      button = ButtonPress(
        ledger: ledger.ledger, messages: room.commands, reminders: ReminderDesk(time: ledger.time), faceRunner: runner,
        ringer: ringer)
    }

    var shown: DisplayFace { outputs.state.withLock { $0.face } }

    func begin(_ rest: RingProgress.Rest?) {
      var alarm = Alarm(id: "aaaaaa", recurrence: .instant(morning))
      (alarm.overrides.snoozes, alarm.overrides.wakeCheck) = (2, .seconds(600))
      let armed = ArmedOccurrence(
        occurrence: Occurrence(key: .instant(morning), due: morning, adjustment: .none),
        plan: Settings().plan(for: alarm), recurrence: alarm.recurrence, isSkipped: false)
      let progress = rest.map { RingProgress(began: morning, isTrusted: true, snoozes: 1, rest: $0) }
      ringer.begin([OpenRing(armed, progress: progress)])
    }
  }

  static let rests: [RingProgress.Rest?] = [
    nil, .snooze(until: morning + .seconds(300)), .wakeCheck(until: morning + .seconds(300)),
  ]

  @Test("it takes no message, and changes nothing of the ring", arguments: rests)
  func aPressOfARingTakesNoMessage(rest: RingProgress.Rest?) async throws {
    let rig = try await Rig(try TemporaryFolder())
    try await rig.room.show("tea")
    _ = runner(rig)
    #expect(rig.shown.text == "tea")
    rig.begin(rest)
    let (face, demand, rings) = (rig.shown, rig.outputs.demand, rig.ringer.current.map(\.state))
    let asked = rig.outputs.state.withLock { $0.asked }
    #expect(face.text != "tea")
    for _ in 1...3 {
      rig.button.press()
      _ = runner(rig)
    }
    #expect(rig.shown == face && rig.outputs.demand == demand && rig.ringer.current.map(\.state) == rings)
    #expect(rig.room.texts == ["tea"])
    #expect(rig.outputs.state.withLock { $0.asked } == asked, "nobody is woken for it")
  }

  private func runner(_ rig: Rig) -> Duration { rig.runner.step(rig.ringer) }

  @Test func whileNothingRingsTheMessageThatIsSeenIsTaken() async throws {
    let rig = try await Rig(try TemporaryFolder())
    try await rig.room.show("tea")
    _ = runner(rig)
    rig.button.press()
    #expect(rig.room.texts.isEmpty)
  }
}
