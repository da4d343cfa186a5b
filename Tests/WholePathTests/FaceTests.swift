import Control
import Testing

struct FaceTests {
  private func face(_ clock: Clock) async throws -> FaceView {
    try await clock.decode(FaceView.self, "face", "--json")
  }

  @Test func theFaceIsShownToldAndPeekedAt() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let shown = try await face(clock)
      #expect(shown.shows == "time" && shown.theme == "day" && shown.brightness == 8 && shown.shape.digits == 4)
      #expect(shown.text.contains(":") && shown.next.allSatisfy { $0.shows == "time" && $0.inSeconds >= 0 })
      let told = try await clock.succeed("face")
      #expect(
        told.contains("━━") && told.contains("the time, at brightness 8 (as chosen), ") && told.contains("by day."))
      #expect(try await !clock.succeed("face", "--plain").contains("━━"))

      _ = try await clock.addAlarm("+1h")
      try await clock.eventually("the alarm has its dot") { try await face(clock).text.contains(".") }

      try await clock.succeed("settings", "set", "display", "off")
      try await clock.eventually("it is dark") { try await clock.mock.display.brightness == nil }
      #expect(try await clock.succeed("face").contains("The display is off"))
      #expect(try await clock.succeed("peek").contains("the time"))
      try await clock.eventually("it is lit") { try await clock.mock.display.brightness == 8 }
      #expect(try await clock.succeed("peek").contains("the date"))
      try await clock.eventually("it shows the date") { try await face(clock).shows == "date" }
      try await clock.eventually("it is dark again") { try await clock.mock.display.brightness == nil }

      _ = try await clock.ring()
      try await clock.expect(["peek"], code: 75, says: "ringing")
      #expect(try await face(clock).shows == "ring")
      try await clock.dismiss()
    }
  }

  @Test func aPressTakesTheMessageAwayThatIsSeenElseItShowsTheFace() async throws {
    try await Clock.run(at: Clock.morning, card: false) { clock in
      try await clock.succeed("settings", "set", "display", "message")
      try await clock.eventually("it is dark") { try await clock.mock.display.brightness == nil }
      try await clock.succeed("show", "tea")
      try await clock.eventually("it is seen") { try await clock.mock.display.text == "tea" }
      try await clock.succeed("mock", "press")
      try await clock.eventually("it is dark again") { try await clock.mock.display.brightness == nil }
      #expect(try await clock.decode(ListMessages.Reply.self, "show", "list", "--json").messages.isEmpty)
      try await clock.succeed("mock", "press")
      try await clock.eventually("the face is lit") { try await face(clock).shows == "time" }
      try await clock.succeed("settings", "set", "display", "clock")
      try await clock.expect(["show", "tea"], code: 0, says: "rouse settings set display normal")
    }
  }
}
