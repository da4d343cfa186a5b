import Control
import Glibc
import TestSupport
import Testing

@Suite struct SetupTests {
  private static func recordPath(_ clock: Clock) -> String { clock.folder + "/.local/state/rouse/setup.json" }

  private static let time = "1. It is "
  private static let act = "2. Test the devices now?"
  private static let devices = [
    ("3. Did you hear the speaker play? (yes, no or again) [no]: ", "yes"), ("4. Did you feel it shake?", "y"),
    ("5. Did you hear the buzzer beep?", "yes"), ("6. Did you see 88:88 on the display?", "yes"),
    ("7. Did you see the lamp light up?", "no"),
  ]

  @Test func aWholeEveningAtATerminal() async throws {
    try await Clock.run(card: false) { clock in
      let code = try clock.card("cereal")
      let program = try clock.atTerminal(["setup"])
      try await program.answer(Self.time, "yes")
      try await program.answer(Self.act, "")
      try await program.answer(Self.devices)
      try await program.untilSaid("The lamp, which you did not notice".lowercased())
      let picture = clock.folder + "/door.png"
      try await program.answer([
        ("8. Hold a QR code 30 cm before the camera.", "no"), (". What should the card be", "maybe"),
        ("Please type new, code or skip.", ""), (". What should it be called? [bathroom]: ", "door"),
        (". Where should its picture be saved?", picture),
      ])
      try await program.untilSaidNext("$ rouse card new door --output \(picture)")
      try await program.untilSaidNext(". Is it printed, and in your hand?")
      try await clock.succeed("mock", "show", picture, "--at-once")
      program.type("yes\r")
      // A very busy machine may need more than a minute to read it.
      while try await program.untilSaidNext("was read and is now enrolled.", ". Is it printed") == ". Is it printed" {
        program.type("yes\r")
      }
      try await clock.succeed("mock", "hide")
      // Any code as the spare card, from a picture; setup asks again if the picture is missing.
      try await program.answer([
        (". And as a spare", "code"), (". What should it be called? [spare]: ", ""),
        (". Where is the code", clock.folder + "/nowhere.png"),
      ])
      try await program.untilSaidNext("Again; `skip` leaves it for later.")
      try await program.answer([
        (". And as a spare", "code"), (". What should it be called?", ""), (". Where is the code", code),
        (". When should the first alarm ring? [07:30]: ", "25:00"), (". On which days?", ""),
        (". What should it be called?", ""), (". When should the first alarm ring?", "06:45"),
        (". On which days?", "daily"),
        (". What should it be called?", ""), (". Run the bedtime test now?", "no"),
        (". When should it run by itself every evening?", ""),
        (". When should only alarms sound?", "22:00-07:00"), (". Keep these pictures", "y"),
        ("Please type the whole word yes", "yes"),
      ])
      #expect(try await program.code() == 0, "\(program.output)")

      #expect(program.output.contains("\nNext: Work rings "), "\(program.output)")
      for text in ["the lamp, which you did not notice", "to aim the camera", "the bedtime test"] {
        #expect(program.output.contains("- \(text)"), "\(text): \(program.output)")
      }
      #expect(program.output.contains("Step 5 of 10: a card, the only way to end a ring"))
      #expect(program.output.contains("Check these in your home:"))
      let status = try await clock.status
      #expect(status.evidence && status.quiet.hours == "22:00-07:00" && status.next?.label == "Work")
      let cards = try await clock.decode(ListCards.Reply.self, "card", "list", "--json").cards
      #expect(cards.map(\.enrolled) == [true, true])
      #expect(try await clock.alarms.map(\.time) == ["06:45"])
      #expect(try await clock.succeed("settings", "get", "bedtime") == "21:30\n")
      // Each device has acted, and none still does.
      let history = try await clock.mockHistory
      for device in ["speaker", "vibration", "buzzer", "display", "lamp", "camera"] {
        #expect(history.contains { $0.device == device }, "\(device)")
      }
      #expect(try await !clock.mock.isSounding)
      #expect(Files.text(Self.recordPath(clock)).contains(#""lamp":{"answer":"no","isSaid":false}"#))
    }
  }

  @Test func whatIsDoneIsLeftOutAfterAnInterruption() async throws {
    try await Clock.run(card: false) { clock in
      let first = try clock.atTerminal(["setup"])
      try await first.answer(Self.time, "yes")
      try await first.answer(Self.act, "yes")
      try await first.answer(Self.devices[0].0, "yes")
      try await first.untilSaid("4. Did you feel it shake?")
      first.type("\u{3}")
      #expect(try await first.code() == 130)
      #expect(first.output.contains("Your answers are kept; `rouse setup` continues from there."))

      // Whatever the clock has now counts as done, however it was set. Ctrl-D stops setup too.
      try await clock.succeed("card", "add", "right", "--image", clock.card("right"))
      let second = try clock.atTerminal(["setup"])
      try await second.untilSaid("Done before: speaker.")
      try await second.answer("1. Test the devices now?", "skip")
      try await second.answer("2. Hold a QR code", "skip")
      try await second.untilSaid("Done before: right.")
      try await second.untilSaid("3. And as a spare")
      second.type("\u{4}")
      #expect(try await second.code() == 1)
      #expect(second.output.contains("setup was stopped") && !second.output.contains("hear the speaker"))

      // A broken record does not stop it.
      try Files.write("{ broken", to: Self.recordPath(clock))
      let third = try clock.atTerminal(["setup", "--plain"])
      try await third.untilSaid("note: earlier answers cannot be read")
      try await third.answer(Self.time, "no")
      try await third.untilSaidNext("sudo timedatectl set-timezone Europe/Berlin")
      try await third.answer("2. It is ", "yes")
      try await third.answer("3. Test the devices now?", "no")
      try await third.answer("4. Hold a QR code", "no")
      try await third.untilSaid("Done before: right.")
      third.type("\u{3}")
      #expect(try await third.code() == 130)
      #expect(!third.output.contains("\u{1B}"))
    }
  }

  @Test func aFileOfAnswersSetsTheClockUp() async throws {
    try await Clock.run(in: "/tmp", card: false) { clock in
      let file = clock.folder + "/evening"
      try Files.write(
        """
        # for a test
        speaker: yes
        camera: yes
        lamp: no
        card: code
        card-image: \(try clock.card("right"))
        spare: none
        alarm: 06:45
        alarm-days: daily
        test: yes
        bedtime: off
        quiet: 22:00-07:00
        evidence: no
        """, to: file)
      let output = try await clock.succeed("setup", "--answers", file)
      #expect(output.contains("\nNext: Work rings "), "\(output)")
      #expect(output.contains("From the answers file, not tested: speaker, camera."), "\(output)")
      #expect(output.contains("\n- to test the vibration\n"), "\(output)")
      let status = try await clock.status
      #expect(!status.evidence && status.quiet.hours == "22:00-07:00" && status.bedtime != nil)
      #expect(try await clock.alarms.map(\.time) == ["06:45"])
      // Nothing acted, because nobody was there to notice.
      #expect(try await clock.events("devices_tested").isEmpty)

      // The same answers again change nothing; at a terminal, setup asks about answers that only the file gave.
      let again = try await clock.succeed("setup", "--answers", file)
      #expect(again.contains("Done before: speaker.") && again.contains("Done before: you want no spare."), "\(again)")
      #expect(try await clock.alarms.count == 1)
      let program = try clock.atTerminal(["setup"])
      try await program.answer(Self.time, "yes")
      try await program.answer(Self.act, "yes")
      try await program.untilSaid(Self.devices[0].0)
      program.type("\u{3}")
      #expect(try await program.code() == 130)
    }
  }

  @Test func whoDoesNotKnowWhereToBeginIsToldAndAFileThatIsNotUnderstoodDoesNothing() async throws {
    try await Clock.run(card: false) { clock in
      let hint = "Nothing is set up yet: `rouse setup`"
      #expect(try await clock.succeed().contains(hint))
      #expect(try await clock.succeed("status").hasPrefix("Nothing is set. First: `rouse setup`\n"))
      try await clock.expect(["setup"], code: 64, says: "`rouse setup --answers FILE`")
      let file = clock.folder + "/evening"
      try Files.write("quiet: on\nevidence: yes\n", to: file)
      let refused = try await clock.rouse("setup", "--answers", file)
      #expect(refused.code == 64 && refused.output.isEmpty, "\(refused)")
      #expect(refused.errors.contains("a file cannot turn on `evidence`"), "\(refused)")
      #expect(try await clock.rouse("setup", "--answers", clock.folder + "/none").code == 66)
      // A command that fails is reported and counts as a failure, but does not stop the others.
      try Files.write("alarm: 07:30\nquiet: at night\nbedtime: 21:30\n", to: file)
      let result = try await clock.rouse("setup", "--answers", file)
      #expect(result.code == 1 && result.errors.contains("1 command failed"), "\(result)")
      #expect(result.output.contains("it needs a card that the camera has seen"), "\(result)")
      #expect(try await clock.succeed("settings", "get", "bedtime") == "21:30\n")
      try await clock.succeed("card", "add", "right", "--image", clock.card("right"))
      #expect(try await !clock.succeed().contains(hint))
      _ = try await clock.end(SIGTERM)
      #expect(try await !clock.succeed().contains(hint))
      let program = try clock.atTerminal(["setup"])
      #expect(try await program.code() == 69)
      #expect(program.output.contains("sudo deploy/install") && program.output.contains("daemon --board mock"))
    }
  }
}
