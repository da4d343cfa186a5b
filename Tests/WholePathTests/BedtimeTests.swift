import Control
import Glibc
import Testing

struct BedtimeTests {
  private func test(_ clock: Clock, _ words: String...) async throws -> (code: Int32, reply: TestBedtime.Reply) {
    let result = try await clock.rouse(["test", "bedtime", "--json"] + words)
    return (result.code, try decoded(TestBedtime.Reply.self, result.output))
  }

  /// Leaves out a note that the test's folder is in RAM.
  private func problems(_ bedtime: BedtimeView) -> [String] { bedtime.problems.filter { !$0.hasPrefix("state: ") } }

  @Test func aClockThatIsReadySaysSoEverywhereAlsoAfterARestart() async throws {
    try await Clock.run { clock in
      try await clock.succeed("settings", "set", "clock-source", "battery")
      let id = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work")
      try await clock.show("right")
      let (code, reply) = try await test(clock)
      #expect(code == (reply.bedtime.ready ? 0 : 1))
      #expect(problems(reply.bedtime).isEmpty, "\(reply.bedtime)")
      #expect(reply.bedtime.card == "right")
      for check in ["buzzer", "speaker", "camera", "store", "next", "card"] {
        #expect(reply.findings.contains { $0.check == check && $0.level == .ok }, "\(check)")
      }
      #expect(reply.findings.contains { $0.check == "next" && $0.what.contains(id) })
      #expect(try await clock.status.bedtime == reply.bedtime)
      #expect(try await clock.events(reply.bedtime.ready ? "bedtime_passed" : "bedtime_failed").count == 1)
      let word = reply.bedtime.ready ? "good" : "FAIL"
      let history = try await clock.mockHistory
      #expect(history.contains { $0.device == "display" && $0.detail?.contains(word) == true })
      #expect(!history.contains { $0.device == "buzzer" && $0.action == "on" })
      #expect(try await clock.events("audio_started").isEmpty)

      let text = try await clock.rouse("test", "bedtime")
      #expect(
        text.output.contains(reply.bedtime.ready ? "Ready for the night: the camera reads the card right." : "NOT"))
      let advice = "Now put the card back in its place: a card left in front of the camera cannot end a ring.\n"
      #expect(text.output.hasSuffix(advice))
      #expect(try await clock.succeed("status").contains("with the card right"))
      let last = try await clock.status.bedtime
      try await clock.restart()
      try await clock.eventually("the verdict is back") { try await clock.status.bedtime == last }
    }
  }

  @Test func aCardThatIsNotReadIsAProblemOnlyWhereItIsAskedFor() async throws {
    try await Clock.run { clock in
      try await clock.succeed("settings", "set", "clock-source", "battery")
      try await clock.succeed("card", "add", "other", "--image", clock.card("other"))
      _ = try await clock.addAlarm("07:30", "--card", "right")
      let unasked = try await test(clock, "--for", "0s").reply
      #expect(problems(unasked.bedtime).isEmpty && unasked.bedtime.card == nil)
      #expect(!unasked.findings.contains { $0.check == "card" })

      let none = try await test(clock, "--for", "1s")
      #expect(none.code == 1 && problems(none.reply.bedtime) == ["card: no card was seen within 1s"])

      try await clock.show("other")
      let wrong = try await test(clock, "--for", "10s")
      #expect(wrong.code == 1)
      let found = wrong.reply.findings.filter { $0.check == "card" }.map(\.what)
      #expect(found.contains { $0.contains("reads other, which does not end") } && wrong.reply.bedtime.card == nil)
    }
  }

  @Test func itIsTestedByItselfAtItsHourAndAfterARing() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "clock-source", "battery")
      let verdicts = { try await clock.log.filter { $0.event.hasPrefix("bedtime_") } }
      try await clock.succeed("settings", "set", "bedtime", "06:00:10")
      try await clock.eventually("it has tested itself") { try await verdicts().count == 1 }
      let first = try #require(try await clock.status.bedtime)
      #expect(problems(first).isEmpty && first.card == nil, "a card that is not shown is no problem: \(first)")

      _ = try await clock.ring()
      try await clock.succeed("settings", "set", "bedtime", "06:03")
      try await clock.succeed("mock", "advance", "--to", "06:04")
      #expect(try await verdicts().count == 1)
      #expect(try await clock.mock.speaker.playing)
      try await clock.dismiss()
      try await clock.eventually("it has tested itself afterwards") { try await verdicts().count == 2 }
      // The card that ended the ring is still in view.
      let second = try #require(try await clock.status.bedtime)
      #expect(second.card == nil && problems(second) == ["card: right lies before the camera"])
    }
  }
}
