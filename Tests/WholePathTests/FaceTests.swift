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
      let refused = try await clock.rouse("peek")
      #expect(refused.code == 75 && refused.errors.contains("ringing"))
      #expect(try await face(clock).shows == "ring")
      try await clock.show("right")
      try await clock.untilIdle()
    }
  }

  @Test func aZoneThatThereIsNotIsRefused() async throws {
    try await Clock.run(card: false) { clock in
      let refused = try await clock.rouse("settings", "set", "zones", "Asia/Tokio")
      #expect(refused.code == 64 && refused.errors.contains("timedatectl list-timezones"))
      #expect(refused.errors.contains("did you mean Asia/Tokyo? "))
      for name in ["localtime", "posixrules", "posix/Asia/Tokyo", "right/Asia/Tokyo", "Factory", "posix", "Asia"] {
        let refused = try await clock.rouse("settings", "set", "zones", "Europe/Berlin,\(name)")
        #expect(refused.code == 64 && refused.errors.contains("there is no time zone `\(name)`"), "\(refused.errors)")
        #expect(refused.errors.contains("did you mean Asia/Tokyo?") == name.hasSuffix("/Asia/Tokyo"))
      }
      #expect(try await clock.succeed("settings", "get", "zones") == "off\n")
      let taken = try await clock.succeed("settings", "set", "zones", "Asia/Tokyo,America/New_York")
      #expect(taken.contains("zones off → Asia/Tokyo,America/New_York."))
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
      let said = try await clock.rouse("show", "tea")
      #expect(said.code == 0 && said.errors.contains("rouse settings set display normal"), "\(said.errors)")
    }
  }

  @Test func theLightOfTheRoomDimsTheDisplay() async throws {
    try await Clock.run(at: Clock.morning, card: false) { clock in
      try await clock.succeed("mock", "lux", "300")
      try await clock.succeed("settings", "set", "brightness", "auto")
      try await clock.eventually("it is bright") { try await clock.mock.display.brightness == 12 }
      #expect(try await face(clock).light == "by the light, 300 lx")
      try await clock.succeed("mock", "lux", "0")
      try await clock.eventually("it is dim") { try await clock.mock.display.brightness == 0 }
      try await clock.succeed("mock", "fail", "light", "ENODEV")
      try await clock.eventually("the schedule is followed") {
        try await face(clock).light.contains("no light sensor answers")
      }
    }
  }
}
