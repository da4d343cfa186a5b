import Control
import Glibc
import Testing

struct DisplayTests {
  private static func messages(_ clock: Clock) async throws -> [MessageView] {
    try await clock.decode(ListMessages.Reply.self, "show", "list", "--json").messages
  }

  private static func displayed(_ clock: Clock) async throws -> [(text: String, at: Duration)] {
    try await clock.mockHistory.compactMap { entry in
      guard entry.device == "display", entry.action == "show", let text = entry.detail else { return nil }
      return (text, .nanoseconds(try #require(Int64(entry.nanoseconds))))
    }
  }

  @Test func aMessageGoesOverTheDisplayAndOutlivesTheDaemon() async throws {
    try await Clock.run { clock in
      let said = try await clock.rouse("show", "bin day", "--for", "1h")
      #expect(said.code == 0 && said.output.hasPrefix("bin day (") && said.errors.isEmpty, "\(said)")
      #expect(said.output.hasSuffix("(1 h), alternating with the time.\n"))
      var texts: Set<String> = []
      try await clock.eventually("all of it was seen") {
        texts.insert(try await clock.mock.display.text)
        return texts.isSuperset(of: ["bin ", " day"]) && texts.contains { $0.contains(":") }
      }
      let told = try await Self.displayed(clock)
      let first = try #require(told.firstIndex { $0.text == "bin " })
      try #require(told.count >= first + 4)
      #expect(told[first..<first + 4].map(\.text) == ["bin ", "in d", "n da", " day"])
      // The text may scroll late, but never too early.
      let pauses = zip(told[first...], told[(first + 1)..<first + 4]).map { $1.at - $0.at }
      #expect(pauses[0] > .milliseconds(1_500) && pauses[1...].allSatisfy { $0 > .milliseconds(200) }, "\(pauses)")
      #expect(zip(told, told.dropFirst()).allSatisfy { $0.text != $1.text })
      let id = try #require(try await Self.messages(clock).first).id
      try await clock.restart(SIGKILL)
      #expect(try await Self.messages(clock).map(\.id) == [id])
      try await clock.eventually("it is seen again") { try await clock.mock.display.text == "bin " }

      // Messages and commands cannot take the display from a ring.
      _ = try await clock.addAlarm("+3s", "--label", "Work")
      try await clock.eventually("it rings") { try await clock.status.state == .ringing }
      try await clock.expect(
        ["show", "tea", "--beep"], code: 0, says: "An alarm has the display", "It does not beep: something else sounds")
      for _ in 0..<20 {
        let text = try await clock.mock.display.text
        #expect(!text.contains("b") && !text.contains("t"), "\(text)")
      }
      try await clock.bring("right")
      try await clock.eventually("the message is back") { try await clock.mock.display.text == "tea" }
      #expect(try await clock.succeed("show", "clear", id) == "bin day (\(id)) is removed.\n")
      #expect(try await clock.succeed("show", "clear").hasPrefix("tea ("))
      try await clock.eventually("the time is back") { try await clock.mock.display.text.contains(":") }
      let none = try await clock.rouse("show", "list")
      #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("There are no messages"))
    }
  }

  private func face(_ clock: Clock) async throws -> FaceView {
    try await clock.decode(FaceView.self, "face", "--json")
  }

  @Test func theFaceIsShownToldAndPeekedAtAndByAPressUnlessThatTakesAMessageAway() async throws {
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

      try await clock.succeed("settings", "set", "display", "message")
      try await clock.eventually("it is dark") { try await clock.mock.display.brightness == nil }
      try await clock.succeed("show", "tea")
      try await clock.eventually("it is seen") { try await clock.mock.display.text == "tea" }
      try await clock.succeed("mock", "press")
      try await clock.eventually("it is dark again") { try await clock.mock.display.brightness == nil }
      #expect(try await Self.messages(clock).isEmpty)
      try await clock.succeed("mock", "press")
      try await clock.eventually("the face is lit") { try await face(clock).shows == "time" }
      try await clock.succeed("settings", "set", "display", "clock")
      try await clock.expect(["show", "tea"], code: 0, says: "rouse settings set display normal")

      _ = try await clock.ring()
      try await clock.expect(["peek"], code: 75, says: "ringing")
      #expect(try await face(clock).shows == "ring")
      try await clock.dismiss()
    }
  }
}
