import AlarmClock
import Glibc
import Testing

struct FailureTests {
  @Test(arguments: [SIGKILL, SIGSTOP])
  func theCardIsSeenAfterTheReaderWasHit(signal: Int32) async throws {
    try await Clock.run { clock in
      _ = try await clock.ring()
      try await clock.eventually("the reader sees frames") { clock.scanID != nil }
      let reader = try #require(clock.scanID)
      kill(reader, signal)
      try await clock.show("right")
      try await clock.untilIdle()
      #expect(try await !clock.mock.isSounding)
      try await clock.eventually("no reader is left") { clock.scanID == nil }
    }
  }

  @Test func aRingGoesOnWhicheverDeviceFails() async throws {
    try await Clock.run(at: Clock.morning, isLong: true) { clock in
      try await clock.succeed("settings", "set", "buzzer-after", "0s")
      _ = try await clock.ring()
      try await clock.eventually("the buzzer has joined") { try await clock.mock.buzzer.on }
      let devices = [
        "buzzer", "vibration", "speaker", "display", "lamp", "camera", "light", "room", "power", "button",
      ]
      for (device, failure) in devices.flatMap({ device in ["EIO", "stall"].map { (device, $0) } }) {
        try await clock.succeed("mock", "fail", device, failure)
        // A device that accepts every command and does nothing is noticed only if it gives feedback.
        let isNoticed = failure == "EIO" || ["speaker", "camera"].contains(device)
        if isNoticed {
          try await clock.eventually("the status names the \(device), \(failure)") {
            let view = try await clock.status.devices[device]
            return view?.health == .failed && view?.error?.isEmpty == false
          }
        }
        try await clock.eventually("something still sounds without the \(device), \(failure)") {
          let mock = try await clock.mock
          return mock.buzzer.on || mock.speaker.playing
        }
        #expect(try await clock.status.state == .ringing, "\(device) \(failure)")

        try await clock.succeed("mock", "heal", device)
        try await clock.eventually("the \(device) is well again after \(failure)") {
          let mock = try await clock.mock
          let isWell = try await clock.status.devices[device]?.health == .ok
          return isWell && mock.failing.isEmpty && mock.speaker.playing && mock.buzzer.on && mock.camera.open
        }
      }
      try await clock.show("right")
      try await clock.untilIdle()
      #expect(try await !clock.mock.isSounding)
    }
  }

  @Test(arguments: ["EBUSY", "stall"])
  func theBuzzerStandsInForASpeakerThatFails(failure: String) async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("mock", "fail", "speaker", failure)
      let id = try await clock.addAlarm("+1s", "--label", "Wake")
      try await clock.eventually("the buzzer sounds") { try await clock.mock.buzzer.on }
      let started = try await clock.events("buzzer_started")
      #expect(started.map(\.alarmId) == [id])
      // It would start after 60 s if the speaker played.
      let fired = try #require(try await clock.events("fired").first.flatMap { RFC3339.parse($0.time) })
      let delay = try #require(started.first.flatMap { RFC3339.parse($0.time) }) - fired
      #expect(delay < .seconds(60), "\(delay)")
      #expect(try await clock.status.devices["speaker"]?.health == .failed)
      try await clock.show("right")
      try await clock.untilIdle()
      #expect(try await !clock.mock.isSounding)
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
      try await clock.show("right")
      try await clock.untilIdle()
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

  @Test func aCameraThatComesLateStillEndsTheRing() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("mock", "fail", "camera", "ENODEV")
      let id = try await clock.addAlarm("+1s")
      try await clock.eventually("it rings") { try await clock.status.rings.map(\.alarmId) == [id] }
      try await clock.eventually("the status names it") {
        try await clock.status.devices["camera"]?.health == .failed
      }
      // Shown while no camera works, the card counts as lying in view when the camera returns.
      try await clock.hold("right")
      #expect(try await clock.status.state == .ringing)
      try await clock.succeed("mock", "heal", "camera")
      try await clock.bring("right")
    }
  }
}
