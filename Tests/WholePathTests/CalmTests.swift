import Control
import FoundationEssentials
import TestSupport
import Testing

struct CalmTests {
  // MARK: Quiet

  @Test func quietNeverMutesAnAlarm() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      #expect(try await clock.succeed("quiet", "on").contains("alarms ring all the same"))
      _ = try await clock.ring("--buzzer-after", "0s")
      try await clock.eventually("the buzzer joins") { try await clock.mock.buzzer.on }
      #expect(try await clock.mock.speaker.playing)
      try await clock.show("right")
      try await clock.untilIdle()
    }
  }

  @Test func inQuietHoursATestOfTheDevicesIsNotHeard() async throws {
    try await Clock.run { clock in
      try await clock.succeed("quiet", "on")
      let quiet = try await clock.rouse("test", "devices", "--for", "1s")
      #expect(quiet.code == 0)
      #expect(quiet.errors.contains("rouse quiet off"), "\(quiet.errors)")
      let entries = try await clock.mockHistory
      #expect(!entries.contains { $0.device == "buzzer" && $0.action == "on" })
      #expect(try await clock.events("audio_started").isEmpty)
      #expect(entries.contains { $0.device == "vibration" && $0.action != "off" })
      #expect(entries.contains { $0.device == "lamp" && $0.action == "on" })
      #expect(entries.contains { $0.device == "display" && $0.detail?.contains("88:88") == true })
      #expect(entries.contains { $0.device == "camera" && $0.action == "open" })

      try await clock.succeed("quiet", "off")
      let loud = try await clock.rouse("test", "devices", "--for", "1s")
      #expect(loud.code == 0 && !loud.errors.contains("quiet"))
      #expect(try await clock.mockHistory.contains { $0.device == "buzzer" && $0.action == "on" })
      #expect(try await !clock.events("audio_started").isEmpty)
    }
  }

  @Test func quietSaysHowItIs() async throws {
    try await Clock.run(at: Clock.morning, card: false) { clock in
      #expect(try await clock.succeed("quiet") == "quiet is off.\n")
      let now = "05:30-06:30"
      let output = try await clock.succeed("quiet", now)
      #expect(
        output == "quiet off → \(now), which is now; alarms ring all the same.\nNext: no alarm is going to ring.\n")
      #expect(try await clock.status.quiet == QuietView(hours: now, now: true))
      #expect(try await clock.succeed("status").contains("quiet: \(now), which is now"))
      let later = "07:00-08:00"
      #expect(try await clock.succeed("quiet", later).contains("not now"))
      let wrong = try await clock.rouse("quiet", "25:00-07:00")
      #expect(wrong.code == 64 && wrong.errors.contains("22:00-07:00"))
      #expect(try await clock.status.quiet.hours == later)
    }
  }

  // MARK: Pause

  @Test func aPauseSkipsRepeatingAlarmsAndOthersRing() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let daily = try await clock.addAlarm("06:00:20", "--days", "daily", "--label", "Daily")
      let once = try await clock.addAlarm("06:00:21", "--label", "Once")
      let until = "2027-04-08"
      let pause = try await clock.rouse("pause", "--until", until)
      #expect(pause.code == 0, "\(pause.errors)")
      #expect(pause.output.contains("1 repeating alarm is skipped until"))
      #expect(pause.output.contains("The first that rings again is Daily (\(daily))"))
      #expect(pause.output.contains(until))
      #expect(pause.errors.contains("note: Once (\(once)) is set for one time, and rings all the same"))
      #expect(try await clock.status.pausedUntil == until)
      #expect(try await clock.succeed("pause").contains(until))
      #expect(try await clock.succeed("next").contains("skipped: paused"))

      try await clock.eventually("the one that is set once rings") {
        try await clock.status.rings.map(\.alarmId) == [once]
      }
      try await clock.eventually("the other was skipped") {
        try await clock.events("skipped").map(\.alarmId) == [daily]
      }
      #expect(try await clock.events("fired").map(\.alarmId) == [once])
      try await clock.show("right")
      try await clock.untilIdle()
      #expect(try await clock.status.misses.isEmpty)

      let end = try await clock.succeed("pause", "off")
      let first = "The first that rings again is Daily (\(daily))"
      #expect(end.hasPrefix("The pause of all repeating alarms is off.\n\(first)"))
      #expect(try await clock.status.pausedUntil == nil)
      #expect(try await clock.succeed("pause") == "No alarm is paused.\n")
      let next = try await clock.alarms.first { $0.id == daily }?.next
      #expect(next.map { $0.inSeconds <= 86_400 } == true)
    }
  }

  @Test(arguments: ["2020-01-01", "today", "2026-13-01", "someday"])
  func aPauseUntilADateThatIsNotToComeIsRefused(date: String) async throws {
    try await Clock.run(card: false) { clock in
      let result = try await clock.rouse("pause", "--until", date)
      #expect(result.code == 64)
      #expect(result.errors.contains(date) && result.errors.contains("fix:"), "\(result.errors)")
      #expect(try await clock.status.pausedUntil == nil)
    }
  }

  // MARK: Misses and cards

  @Test func aMissStandsInTheStatusUntilItIsAcknowledged() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "catch-up", "0s")
      let id = try await clock.addAlarm("+10s", "--label", "Early")
      // A ring that is at most half a minute late starts whatever `catch-up` is.
      try await clock.succeed("mock", "restart", "--off", "41s")
      try await clock.eventually("it is missed") { try await clock.status.misses.map(\.alarmId) == [id] }
      let status = try await clock.succeed("status")
      #expect(status.hasPrefix("MISSED: Early (\(id))"))
      #expect(status.contains("rouse acknowledge"))

      #expect(try await clock.succeed("acknowledge") == "1 miss is acknowledged.\n")
      #expect(try await clock.status.misses.isEmpty)
      #expect(try await !clock.succeed("status").contains("MISSED"))
      #expect(try await clock.succeed("acknowledge") == "Nothing was missed.\n")
      #expect(try await clock.events("misses_acknowledged").count == 1)
      #expect(try await clock.events("missed").map(\.alarmId) == [id])
    }
  }

  @Test func aSnoozeCardIsTheAnswerToNoAlarm() async throws {
    try await Clock.run { clock in
      let added = try await clock.rouse("card", "add", "nap", "--kind", "snooze", "--image", clock.card("nap"))
      #expect(added.code == 0)
      #expect(added.output.hasPrefix("Snooze card nap"))
      #expect(added.errors.contains("--snooze 2"))
      #expect(try await clock.succeed("card", "list").contains("snooze"))
      #expect(try await clock.succeed("card", "test", "--image", clock.card("nap")).contains("Snooze card nap"))
      let refused = try await clock.rouse("alarm", "add", "07:30", "--card", "nap")
      #expect(refused.code == 64)
      #expect(refused.errors.contains("nap is a snooze card"), "\(refused.errors)")
      #expect(try await clock.alarms.isEmpty)
      let made = try await clock.rouse("card", "new", "bed", "--kind", "snooze", "--output", clock.folder + "/bed.png")
      #expect(made.code == 0 && made.output.hasPrefix("Snooze card bed"))
    }
  }

  @Test func whileSnoozedInTheDarkMovementLightsTheLamp() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let made = try await clock.rouse("card", "add", "nap", "--kind", "snooze", "--image", clock.card("nap"))
      #expect(made.code == 0)
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

  @Test func anAlarmShowsItsLadder() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm(
        "+1h", "--pre-alarm", "30s", "--fade-in", "20s", "--snooze", "2", "--snooze-time", "5m", "--wake-check",
        "10m",
        "--catch-up", "1h", "--cancel-lock", "12h", "--vibration", "medium", "--volume", "80")
      let shown = try await clock.succeed("alarm", "show", id)
      for part in [
        "ladder: 0s     light", "0s     vibration medium", "30s    sound tone 80% fading in over 20s", "1m30s  buzzer",
        "1h     silence: it gives up, and is missed", "snooze-time: 5m", "wake-check: 10m", "catch-up: 1h",
        "cancel-lock: 12h", "LOCKED",
      ] {
        #expect(shown.contains(part), "\(part)\n\(shown)")
      }
    }
  }
}
