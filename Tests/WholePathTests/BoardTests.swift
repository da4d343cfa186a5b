import Control
import Glibc
import TestSupport
import Testing

struct BoardTests {
  private static let bad = [
    ("{ name: 'x', buzzer: { driver: 'mock' }, buzer: {} }", "buzer"),
    ("{ name: 'x', buzzer: { driver: 'mock', pin: 5 } }", "pin"),
    ("{ name: 'x', buzzer: { driver: 'mock' ", "not JSON5"), ("", "not"),
    ("{ name: 'x', buzzer: { driver: 'steam' } }", "steam"),
    ("{ name: 'x', lamp: { driver: 'mock' } }", "neither a buzzer nor a speaker"),
    ("{ buzzer: { driver: 'mock' } }", "name"),
  ]

  @Test func aBadOrMissingBoardFileIsNamed() async throws {
    try await Clock.withoutDaemon { clock in
      let path = clock.folder + "/board.json5"
      #expect(try await clock.launch(board: path).result().code == 66)
      for (text, message) in Self.bad {
        try Files.write(text, to: path)
        let result = try await clock.launch(board: path).result()
        #expect(result.code == 78 && result.errors.contains(message), "\(text): \(result)")
        #expect(Files.names(clock.statePath).isEmpty, "nothing was touched")
        // After several bad starts the daemon would start in minimal mode.
        Files.remove(clock.socketPath + ".starts")
      }
    }
  }

  @Test(arguments: [true, false]) func whatIsListedAndLoggedIsWhatTheBoardHas(hasBuzzer: Bool) async throws {
    try await Clock.withoutDaemon { clock in
      let path = clock.folder + "/board.json5"
      let sounder = hasBuzzer ? "buzzer" : "speaker"
      try Files.write(
        "{ name: 'small', \(sounder): { driver: 'mock' }, camera: { driver: 'mock' }, lamp: { driver: 'mock' } }",
        to: path)
      try await clock.start(board: path, card: true)
      let status = try await clock.status
      #expect(status.board.name == "small" && status.board.mock)
      #expect(status.devices[hasBuzzer ? "speaker" : "buzzer"]?.health == .notFitted)
      let sounds = try await clock.decode(ListSounds.Reply.self, "sound", "list", "--json").sounds
      #expect(!sounds.isEmpty && sounds.allSatisfy { $0.available == !hasBuzzer })
      #expect(sounds.allSatisfy { $0.problem == (hasBuzzer ? "no speaker is fitted on the board small" : nil) })
      let id = try await clock.addAlarm("07:30", "--days", "mon-fri")
      let shown = try await clock.succeed("alarm", "show", id)
      #expect(shown.contains("vibration: medium (default) (not supported on this board)"), "\(shown)")
      #expect(shown.contains("(default) (not supported on this board)\n           volume:") == hasBuzzer, "\(shown)")
      #expect(
        try await clock.alarms.first?.ladder.map(\.what) == [hasBuzzer ? "buzzer" : "sound tone 80%", "silence"])
      // Without its own sound the speaker plays at once.
      _ = try await clock.addAlarm("+1s", "--sound", hasBuzzer ? "default" : "off")
      try await clock.untilBoard("the \(sounder) sounds") { hasBuzzer ? $0.buzzer.on : $0.speaker.playing }
      try await clock.bring("right")
      let preset = try await clock.succeed("timer", "preset", "add", "tea", "4m")
      #expect(preset.contains("runs for 4m: \(hasBuzzer ? "beeps" : "tone 80%").\n"), "\(preset)")
      let before = try await Self.soundings(clock, sounder)
      try await clock.succeed("timer", "start", "1s")
      try await clock.eventually("the timer is heard") {
        try await Self.soundings(clock, sounder) >= before + (hasBuzzer ? 3 : 1)
      }
      let timers = try await clock.succeed("timer", "list")
      #expect(timers.contains(hasBuzzer ? "  beeps\n" : "  tone 80%\n"), "\(timers)")
      try await clock.succeed("timer", "stop")
      #expect(try await clock.events("buzzer_started").map(\.detail) == (hasBuzzer ? [nil] : []))
    }
  }

  private static func soundings(_ clock: Clock, _ device: String) async throws -> Int {
    let history = try await clock.mockHistory
    return history.count { $0.device == device && ["on", "playing"].contains($0.action) }
  }

  @Test func withABrokenBoardFileTheBuzzerRingsWhatIsArmedAndItsCardEndsIt() async throws {
    try await Clock.withoutDaemon { clock in
      let path = clock.folder + "/board.json5"
      let good = "name: 'small', buzzer: { driver: 'mock' }, camera: { driver: 'mock' }"
      try Files.write("{ \(good), speaker: { driver: 'mock' } }", to: path)
      try await clock.start(board: path, card: true)
      let id = try await clock.addAlarm("+8s", "--label", "Wake")
      _ = try await clock.end(SIGTERM)

      try Files.write("{ \(good), speaker: { driver: 'steam' } }", to: path)
      for _ in 0..<3 { #expect(try await clock.launch(board: path).result().code == 78) }
      try await clock.start(board: path)
      let status = try await clock.status
      #expect(status.minimal?.contains("3 times within a minute") == true)
      #expect(status.devices["speaker"]?.health == .notFitted)
      #expect(try await clock.rouse("alarm", "add", "07:00").code == 75)
      #expect(try await clock.alarms.map(\.id) == [id])

      try await clock.eventually("the buzzer sounds") { try await clock.mock.buzzer.on }
      // Without the lamp it is dark: the camera cannot see that the card is not there until it has been taken away.
      try await clock.bring("right")
      #expect(try await clock.events("card_left_in_view").count == 1)
      #expect(try await !clock.mock.buzzer.on)
      #expect(try await clock.events("minimal_mode").count == 1)
      #expect(try await clock.events("dismiss_success_qr").map(\.alarmId) == [id])

      // After a good end with a fixed board file, the daemon does everything again.
      _ = try await clock.end(SIGTERM)
      try Files.write("{ \(good) }", to: path)
      try await clock.start(board: path)
      let after = try await clock.status
      #expect(after.minimal == nil && after.state == .idle)
      #expect(try await clock.alarms.map(\.enabled) == [false])
    }
  }
}
