import Control
import TestSupport
import Testing

struct CalmTests {
  @Test func aTestOfTheDevicesIsHeardUnlessItIsQuiet() async throws {
    try await Clock.run { clock in
      try await clock.succeed("quiet", "on")
      let quiet = try await clock.rouse("test", "devices", "--for", "1s")
      #expect(quiet.code == 0 && quiet.errors.contains("rouse quiet off"), "\(quiet)")
      let entries = try await clock.mockHistory
      #expect(try await clock.events("audio_started").isEmpty)
      #expect(entries.contains { $0.device == "vibration" && $0.action != "off" })
      for (device, action, isDone) in [("buzzer", "on", false), ("lamp", "on", true), ("camera", "open", true)] {
        #expect(entries.contains { $0.device == device && $0.action == action } == isDone, "\(device)")
      }
      #expect(entries.contains { $0.device == "display" && $0.detail?.contains("88:88") == true })

      try await clock.succeed("quiet", "off")
      let loud = try clock.begin(["test", "devices", "--for", "2s", "--json"])
      try await clock.untilBoard("all act at once") {
        $0.buzzer.on && $0.vibration.duty > 0 && $0.speaker.playing && $0.lamp.on && $0.camera.open
          && $0.display.text == "88:88"
      }
      let result = try await loud.result()
      #expect(result.code == 0 && !result.errors.contains("quiet"))
      #expect(try await !clock.events("audio_started").isEmpty)
      try await clock.untilBoard("all rest") { !$0.isSounding && !$0.lamp.on && !$0.camera.open }
    }
  }

  @Test func quietSaysHowItIsAndNeverMutesAnAlarm() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      #expect(try await clock.succeed("quiet") == "quiet is off.\n")
      let now = "05:30-06:30"
      let output = try await clock.succeed("quiet", now)
      #expect(
        output == "quiet off → \(now), active now; alarms still ring.\nNext: no alarm will ring.\n")
      #expect(try await clock.status.quiet == QuietView(hours: now, now: true))
      #expect(try await clock.succeed("status").contains("quiet: \(now), active now"))
      let later = "07:00-08:00"
      #expect(try await clock.succeed("quiet", later).contains("not active now"))
      try await clock.expect(["quiet", "25:00-07:00"], code: 64, says: "22:00-07:00")
      #expect(try await clock.status.quiet.hours == later)
      #expect(try await clock.succeed("quiet", "on").contains("alarms still ring"))
      _ = try await clock.ring("--buzzer-after", "0s")
      try await clock.eventually("the buzzer joins") { try await clock.mock.buzzer.on }
      #expect(try await clock.mock.speaker.playing)
      try await clock.dismiss()
    }
  }

  @Test func aMissStandsInTheStatusUntilItIsAcknowledged() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "catch-up", "0s")
      let id = try await clock.addAlarm("+10s", "--label", "Early")
      // A ring that is at most half a minute late starts whatever `catch-up` is.
      try await clock.succeed("mock", "restart", "--off", "41s")
      try await clock.eventually("it is missed") { try await clock.status.misses.map(\.alarmId) == [id] }
      let status = try await clock.succeed("status")
      #expect(status.hasPrefix("MISSED: Early (\(id))") && status.contains("rouse acknowledge"))
      #expect(try await clock.succeed("acknowledge") == "1 missed alarm is acknowledged.\n")
      #expect(try await clock.status.misses.isEmpty)
      #expect(try await !clock.succeed("status").contains("MISSED"))
      #expect(try await clock.succeed("acknowledge") == "Nothing was missed.\n")
      #expect(try await clock.events("misses_acknowledged").count == 1)
      #expect(try await clock.events("missed").map(\.alarmId) == [id])
    }
  }

  @Test func whileSnoozedInTheDarkMovementLightsTheLamp() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("card", "add", "nap", "--kind", "snooze", "--image", clock.card("nap"))
      _ = try await clock.ring("--snooze", "1")
      try await clock.show("nap")
      try await clock.eventually("it is snoozed") { try await clock.events("snoozed").count == 1 }
      try await clock.succeed("mock", "hide")
      let hand = clock.folder + "/hand.pgm"
      let pixels = (0..<480).flatMap { y in (0..<640).map { x in 100 < x && x < 300 && 100 < y ? UInt8(12) : 0 } }
      try Files.write(Array("P5\n640 480\n255\n".utf8) + pixels, to: hand)
      var waves = 0
      try await clock.eventually("the lamp is lit") {
        waves += 1
        _ = try await clock.rouse(waves % 2 == 0 ? ["mock", "hide"] : ["mock", "show", "--at-once", hand])
        return try await clock.mock.lamp.on
      }
      #expect(try await clock.status.state != .idle)
      #expect(try await !clock.mock.isSounding)
    }
  }
}
