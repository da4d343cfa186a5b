import Control
import Glibc
import Testing

struct MessageTests {
  private static func messages(_ clock: Clock) async throws -> [MessageView] {
    try await clock.decode(ListMessages.Reply.self, "show", "list", "--json").messages
  }

  private static func displayed(_ clock: Clock) async throws -> [(text: String, at: Duration)] {
    try await clock.mockHistory.compactMap { entry in
      guard entry.device == "display", entry.action == "show", let text = entry.detail,
        let at = Int64(entry.nanoseconds)
      else { return nil }
      return (text, .nanoseconds(at))
    }
  }

  @Test func aMessageGoesOverTheDisplayAndOutlivesTheDaemon() async throws {
    try await Clock.run { clock in
      let said = try await clock.rouse("show", "bin day", "--for", "1h")
      #expect(said.code == 0 && said.output.hasPrefix("bin day (") && said.errors.isEmpty, "\(said)")
      #expect(said.output.hasSuffix("(1 h), by turns with the time.\n"))
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
      #expect(try await clock.succeed("show", "clear", id) == "bin day (\(id)) is gone.\n")
      #expect(try await clock.succeed("show", "clear").hasPrefix("tea ("))
      try await clock.eventually("the time is back") { try await clock.mock.display.text.contains(":") }
      let none = try await clock.rouse("show", "list")
      #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("There are no messages"))
    }
  }
}
