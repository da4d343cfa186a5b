import Glibc
import Testing

struct FailureTests {
  @Test func theCardIsSeenAfterTheReaderWasHit() async throws {
    try await Clock.run { clock in
      for signal in [SIGKILL, SIGSTOP] {
        _ = try await clock.ring()
        try await clock.eventually("the reader sees frames") { clock.scanID != nil }
        kill(try #require(clock.scanID), signal)
        try await clock.dismiss()
        #expect(try await !clock.mock.isSounding)
        try await clock.eventually("no reader is left") { clock.scanID == nil }
        try await clock.succeed("mock", "hide")
      }
    }
  }

  @Test func aMixerThatIsTurnedDownInARingIsToldAndRaisedEachTime() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      _ = try await clock.ring()
      try await clock.eventually("the sound plays") { try await clock.mock.speaker.playing }
      #expect(try await !clock.mock.buzzer.on)
      for round in 1...2 {
        try await clock.succeed("mock", "mixer", "0")
        try await clock.eventually("the buzzer joins, round \(round)") { try await clock.mock.buzzer.on }
        #expect(try await clock.status.devices["speaker"]?.health == .failed)
        try await clock.eventually("it is raised") {
          let speaker = try await clock.mock.speaker
          return speaker.mixer == 100 && speaker.playing
        }
      }
      let failures = try await clock.events("device_failed")
      #expect(failures.contains { $0.detail?.contains("turned down to 0%") == true }, "\(failures)")
      // The speaker is healthy again after playing for a while.
      try await clock.eventually("the speaker is well") {
        try await clock.status.devices["speaker"]?.health == .ok
      }
      try await clock.dismiss()
      #expect(try await clock.mock.speaker.mixer == 0, "as people have set it")
    }
  }

  @Test func aRingWithNothingWorkingButTheCameraEndsByTheCard() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      for device in ["buzzer", "vibration", "speaker", "display", "lamp"] {
        try await clock.succeed("mock", "fail", device, "ENODEV")
      }
      let id = try await clock.addAlarm("+1s")
      try await clock.eventually("it rings") { try await clock.status.rings.map(\.alarmId) == [id] }
      try await clock.bring("right")
      #expect(try await clock.events("dismiss_success_qr").map(\.alarmId) == [id])
    }
  }
}
