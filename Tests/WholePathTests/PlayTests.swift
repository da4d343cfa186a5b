import Control
import Glibc
import Testing

/// Previews, noise and alarms that share a speaker and a motor.
struct PlayTests {
  private struct NoiseDocument: Decodable { var noise: NoiseView? }
  private struct SettingDocument: Decodable { var setting: SettingView }

  private static func noise(_ clock: Clock) async throws -> NoiseView? {
    try await clock.decode(NoiseDocument.self, "noise", "--json").noise
  }

  private static func silent(_ clock: Clock) async throws {
    try await clock.eventually("it is silent") { try await !clock.mock.isSounding }
  }

  @Test func aPreviewIsHeardForItsTimeOrUntilItIsStoppedOrReplaced() async throws {
    try await Clock.run(card: false) { clock in
      let result = try await clock.rouse("sound", "preview", "bell", "--volume", "40", "--for", "2s")
      #expect(result.code == 0)
      // A busy machine may skip the line of a second.
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == "bell 40%: 0 s of 2 s" && lines.last == "bell 40%: finished.")
      #expect(lines[1...].dropLast().allSatisfy { $0 == "bell 40%: 1 s of 2 s" } && lines.count <= 3)
      try await Self.silent(clock)
      #expect(try await clock.events("audio_started").compactMap(\.detail) == ["bell 40%, preview"])
      #expect(try await clock.events("preview_ended").compactMap(\.detail) == ["bell 40%: over"])
      let json = try await clock.succeed("vibration", "preview", "strong", "--for", "1s", "--json")
      let last = try decoded(PreviewProgress.self, json.split(separator: "\n").last ?? "")
      // One line for the start and one for the end.
      #expect(json.split(separator: "\n").count == 2)
      #expect(last.ended == .over && last.milliseconds == 1000 && last.what == "vibration strong, pulse")

      #expect(try await clock.succeed("sound", "stop") == "Nothing was previewed.\n")
      let first = try clock.begin(["sound", "preview", "bell", "--for", "60s"])
      try await clock.untilPlaying("bell")
      let second = try clock.begin(["sound", "preview", "siren", "--for", "60s"])
      try await clock.untilPlaying("siren")
      let replaced = try await first.result()
      #expect(replaced.code == 0 && replaced.output.hasSuffix("bell 80%: another preview took its place.\n"))
      #expect(try await clock.succeed("sound", "stop") == "The preview is stopped.\n")
      let stopped = try await second.result()
      #expect(stopped.code == 0 && stopped.output.hasSuffix("siren 80%: stopped.\n"))
      try await Self.silent(clock)
      let third = try clock.begin(["sound", "preview", "bell", "--for", "60s"])
      try await clock.untilPlaying("bell")
      kill(third.id, SIGINT)
      #expect(try await third.result().code == 128 + SIGINT)
      try await Self.silent(clock)
      try await clock.eventually("it is written down") {
        try await clock.events("preview_ended").compactMap(\.detail).last == "bell 80%: stopped"
      }
    }
  }

  @Test func aPreviewAfterASettingPlaysWhatWasSaved() async throws {
    try await Clock.run(card: false) { clock in
      let felt = try clock.begin(["settings", "set", "vibration", "strong", "--preview"])
      try await clock.eventually("it shakes") { try await clock.mock.vibration.level == "strong" }
      #expect(felt.output.hasPrefix("vibration medium → strong.\n"))
      try await clock.succeed("vibration", "stop")
      #expect(try await felt.result().code == 0)
      let heard = try clock.begin(["settings", "set", "volume", "45", "--preview"])
      try await clock.eventually("it plays") { try await clock.mock.speaker.volume == 45 }
      try await clock.succeed("sound", "stop")
      #expect(try await heard.result().output.hasPrefix("volume 80 → 45.\n"))
      let off = try await clock.rouse("settings", "set", "vibration", "off", "--preview")
      #expect(off.code == 0 && off.output.hasPrefix("vibration strong → off.\n"))
      #expect(off.output.hasSuffix("\nThere is nothing to preview: the vibration is off.\n"))
      // Beside JSON it is a note.
      let json = try await clock.rouse("settings", "set", "vibration", "off", "--preview", "--json")
      #expect(json.code == 0 && json.errors.contains("note: There is nothing to preview: the vibration is off."))
      #expect(try decoded(SettingDocument.self, json.output).setting.value == "off")
    }
  }

  @Test func aMixerThatIsTurnedDownIsToldAndWhatTheBoardCannotDoIsRefused() async throws {
    try await Clock.run(card: false) { clock in
      try await clock.succeed("mock", "mixer", "20")
      let preview = ["sound", "preview", "bell", "--for", "1s"]
      try await clock.expect(preview, code: 0, says: "mixer) is at 20 %", "rouse mock mixer")
      try await clock.expect(["noise", "play", "rain"], code: 0, says: "20 %")
      #expect(try await clock.mock.speaker.mixer == 20)
      try await clock.succeed("mock", "mixer", "0")
      try await clock.expect(preview, code: 0, says: "it is muted, and nothing is heard")
      try await clock.succeed("mock", "mixer", "80")
      let loud = try await clock.rouse(preview)
      #expect(loud.code == 0 && !loud.errors.contains("mixer"))
      try await clock.succeed("noise", "stop")
      try await Self.silent(clock)

      try await clock.expect(["sound", "preview", "gulls"], code: 64, says: "bell")
      try await clock.succeed("mock", "fail", "speaker", "EBUSY")
      let began = ContinuousClock.now
      try await clock.expect(
        ["sound", "preview", "bell"], code: 75, says: "EBUSY", "fuser", "rouse doctor", "alarms shake and buzz")
      #expect(ContinuousClock.now - began >= .milliseconds(700))
      try await clock.expect(["noise", "play", "rain"], code: 75, says: "EBUSY")
      #expect(try await Self.noise(clock) == nil)
      try await clock.succeed("mock", "fail", "speaker", "EIO")
      #expect(try await clock.rouse("sound", "preview", "bell").code == 70)
    }
  }

  @Test func noisePlaysWithoutACommandAndIsStoppedAndWhatIsOutOfRangeIsToldTheRange() async throws {
    try await Clock.run(card: false) { clock in
      #expect(try await clock.succeed("noise") == "No noise is playing.\n")
      let words = ["noise", "play", "rain", "--for", "45m", "--fade-out", "10m"]
      let began = try await clock.rouse(words)
      #expect(began.code == 0 && began.output.hasPrefix("rain at 30 % until "))
      try await clock.untilPlaying("rain")
      let noise = try #require(try await Self.noise(clock))
      #expect(noise.volume == 30 && noise.fadeOut == 600 && noise.until != nil && noise.state == .playing)
      #expect(try await clock.status.noise == noise)
      #expect(try await clock.succeed("status").contains("noise: rain at 30 % until"))
      #expect(try await clock.succeed("noise", "stop") == "rain is stopped.\n")
      try await Self.silent(clock)
      #expect(try await clock.succeed("noise", "stop") == "No noise was playing.\n")
      for words in [["--fade-out", "10m"], ["--for", "5m", "--fade-out", "10m"]] {
        try await clock.expect(["noise", "play", "rain"] + words, code: 64, says: "--fade-out")
      }
      for verb in [["sound", "preview", "bell"], ["noise", "play", "rain"]] {
        for volume in ["-5", "default", "101", "%", "3%%"] {
          try await clock.expect(verb + ["--volume", volume], code: 64, says: "a whole number from 0 to 100")
        }
        try await clock.expect(verb + ["--for", "-5s"], code: 64, says: "from 1s to ")
      }
      let heard = try await clock.rouse("sound", "play", "bell", "--volume", "30%", "--for", "1s")
      #expect(heard.code == 0 && heard.output.hasPrefix("bell 30%: "))
    }
  }

  /// All play at once; the alarm wins, and each command reports what happened.
  @Test func anAlarmTakesSpeakerAndMotorFromAllOthersForGood() async throws {
    try await Clock.run { clock in
      try await clock.succeed("noise", "play", "rain")
      let preview = try clock.begin(["sound", "preview", "bell", "--for", "60s"])
      try await clock.untilPlaying("bell")
      _ = try await clock.ring()
      try await clock.succeed("timer", "start", "1s", "--label", "tea")
      let ended = try await preview.result()
      #expect(ended.code == 0 && ended.output.hasSuffix("bell 80%: an alarm stopped it.\n"))
      #expect(try await clock.mock.speaker.sound == "tone")
      for words in [["sound", "preview", "bell"], ["vibration", "preview", "light"], ["noise", "play", "rain"]] {
        try await clock.expect(words, code: 75, says: "an alarm is ringing")
      }
      try await clock.succeed("sound", "stop")
      try await clock.succeed("noise", "stop")
      try await clock.eventually("the timer has ended behind it") {
        try await clock.events("timer_ended").map(\.label) == ["tea"]
      }
      #expect(try await clock.mock.speaker.sound == "tone")
      #expect(try await clock.status.state == .ringing)
      try await clock.dismiss()
      try await clock.eventually("the chime is heard late") {
        try await clock.events("timer_chimed").contains { $0.detail?.hasSuffix("an alarm had the devices") == true }
      }
      try await clock.succeed("timer", "stop")
      try await Self.silent(clock)
      #expect(try await Self.noise(clock) == nil)
      let why = try await clock.events("noise_ended").compactMap(\.detail)
      #expect(why == ["rain: an alarm took the speaker; it does not come back by itself"])
      #expect(try await clock.events("preview_ended").compactMap(\.detail) == ["bell 80%: an alarm went before it"])
    }
  }

  @Test func anAlarmIsPreviewedAsItIs() async throws {
    try await Clock.run { clock in
      let words = ["--label", "Work", "--sound", "bell", "--volume", "35", "--vibration", "light", "--preview"]
      for verb in [["alarm", "add", "07:30"] + words, ["alarm", "edit", "Work", "--preview"]] {
        let preview = try clock.begin(verb)
        try await clock.untilBoard("it is heard and felt") {
          $0.speaker.sound == "bell" && $0.speaker.volume == 35 && $0.vibration.level == "light"
        }
        let isNew = verb[1] == "add"
        if isNew { #expect(preview.output.contains("07:30")) }
        try await clock.succeed("sound", "stop")
        let ended = try await preview.result()
        #expect(ended.code == 0 && (isNew || ended.output.hasSuffix(": stopped.\n")), "\(ended)")
        try await Self.silent(clock)
      }
      #expect(try await clock.rouse("alarm", "edit", "Work").code == 64)
    }
  }

  @Test func aMotorOrASpeakerThatFailsIsToldInItsPreviewAndWhatWasSavedIsSaved() async throws {
    try await Clock.run { clock in
      try await clock.succeed("mock", "fail", "vibration")
      try await clock.expect(
        ["vibration", "preview", "strong", "--for", "2s"], code: 70, says: "vibration cannot be felt", "EIO", "fix: ",
        "alarms ring and buzz")
      // A device that fails too is not listed among those that still work.
      try await clock.succeed("mock", "fail", "speaker", "EBUSY")
      let heard = try await clock.rouse("sound", "preview", "bell")
      #expect(heard.errors.contains("alarms buzz;") && !heard.errors.contains("shake"))
      let set = try await clock.rouse("settings", "set", "vibration", "strong", "--preview")
      #expect(set.code == 0 && set.output.hasPrefix("vibration medium → strong.\n"))
      #expect(set.errors.contains("note: saved; not played: the vibration cannot be felt"))
      let added = try await clock.rouse("alarm", "add", "07:30", "--label", "Work", "--preview", "--json")
      #expect(added.code == 0 && added.errors.contains("saved; not played"))
      #expect(try decoded(AlarmSaved.self, added.output).alarm.label == "Work")
      // Nothing was changed, so there is nothing to keep.
      #expect(try await clock.rouse("alarm", "edit", "Work", "--preview").code == 75)
      try await clock.succeed("mock", "fail", "speaker", "stall")
      let stalled = try await clock.rouse("sound", "preview", "bell", "--for", "2s")
      #expect(stalled.code == 70 && stalled.errors.contains("waiting for samples to be played"), "\(stalled)")
      #expect(!stalled.output.contains(": finished"))
    }
  }
}
