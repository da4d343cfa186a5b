import Control
import Glibc
import TestSupport
import Testing

/// Minimal mode, after three bad starts within a minute.
struct MinimalTests {
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
      #expect(try await clock.status.minimal == nil)
      #expect(try await clock.status.state == .idle)
      #expect(try await clock.alarms.map(\.enabled) == [false])
    }
  }
}
