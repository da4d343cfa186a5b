import Glibc
import TestSupport
import Testing

/// Board files, good and bad.
struct BoardTests {
  @Test(arguments: [
    ("{ name: 'x', buzzer: { driver: 'mock' }, buzer: {} }", "buzer"),
    ("{ name: 'x', buzzer: { driver: 'mock', pin: 5 } }", "pin"),
    ("{ name: 'x', buzzer: { driver: 'mock' ", "not JSON5"),
    ("", "not"),
    ("{ name: 'x', buzzer: { driver: 'steam' } }", "steam"),
    ("{ name: 'x', lamp: { driver: 'mock' } }", "neither a buzzer nor a speaker"),
    ("{ buzzer: { driver: 'mock' } }", "name"),
  ])
  func aBadBoardFileIsNamed(text: String, message: String) async throws {
    try await Clock.withoutDaemon { clock in
      let path = clock.folder + "/board.json5"
      try Files.write(text, to: path)
      let result = try await clock.launch(board: path).result()
      #expect(result.code == 78)
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(Files.names(clock.statePath).isEmpty, "nothing was touched")
    }
  }

  @Test func aMissingBoardFileIsSaid() async throws {
    try await Clock.withoutDaemon { clock in
      let result = try await clock.launch(board: clock.folder + "/none.json5").result()
      #expect(result.code == 66)
    }
  }

  @Test func aDeviceThatIsLeftOutIsNotFittedAndTheRestRings() async throws {
    try await Clock.withoutDaemon { clock in
      let path = clock.folder + "/board.json5"
      try Files.write(
        "{ name: 'small', /* no speaker */ buzzer: { driver: 'mock' }, camera: { driver: 'mock' } }", to: path)
      try await clock.start(board: path)
      try await clock.succeed("card", "add", "right", "--image", clock.card("right"))
      let status = try await clock.status
      #expect(status.board.name == "small")
      #expect(status.board.mock)
      #expect(status.devices["speaker"]?.health == .notFitted)
      _ = try await clock.addAlarm("+1s")
      try await clock.eventually("the buzzer sounds") { try await clock.mock.buzzer.on }
      // Without a lamp it is dark.
      try await clock.bring("right")
      #expect(try await !clock.mock.buzzer.on)
    }
  }

  @Test func theMockBoardIsNamedLoudly() async throws {
    try await Clock.run { clock in
      let text = try await clock.succeed("status")
      #expect(text.contains("MOCK"))
    }
  }
}
