import Control
import FoundationEssentials
import Testing

struct PreviewTests {
  private struct AlarmDocument: Decodable { var alarm: AlarmView }
  private struct SettingDocument: Decodable { var setting: SettingView }

  @Test func whatWasSavedIsSavedThoughItCannotBePlayed() async throws {
    try await Clock.run { clock in
      try await clock.succeed("mock", "fail", "vibration")
      try await clock.succeed("mock", "fail", "speaker", "EBUSY")
      let set = try await clock.rouse("settings", "set", "vibration", "strong", "--preview")
      #expect(set.code == 0 && set.output.hasPrefix("vibration medium → strong.\n"))
      #expect(set.errors.contains("note: saved; not played: the vibration cannot be felt"))
      let added = try await clock.rouse("alarm", "add", "07:30", "--label", "Work", "--preview", "--json")
      #expect(added.code == 0 && added.errors.contains("saved; not played"))
      #expect(try JSONDecoder().decode(AlarmDocument.self, from: Data(added.output.utf8)).alarm.label == "Work")
      // Nothing was changed, so there is nothing to keep.
      #expect(try await clock.rouse("alarm", "edit", "Work", "--preview").code == 75)
    }
  }

  @Test func whatBecameOfAPreviewIsANoteBesideJSON() async throws {
    try await Clock.run(card: false) { clock in
      let words = ["settings", "set", "vibration", "off", "--preview", "--json"]
      let off = try await clock.rouse(words)
      #expect(off.code == 0 && off.errors.contains("note: There is nothing to preview: the vibration is off."))
      #expect(try JSONDecoder().decode(SettingDocument.self, from: Data(off.output.utf8)).setting.value == "off")
    }
  }

  @Test func anAlarmIsPreviewedAsItIs() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "07:30", "--label", "Work", "--sound", "bell", "--volume", "35")
      let preview = try clock.begin(["alarm", "edit", "Work", "--preview"])
      try await PlayTests.playing("bell", clock)
      try await clock.succeed("sound", "stop")
      #expect(try await preview.result().output.hasSuffix(": stopped.\n"))
      #expect(try await clock.rouse("alarm", "edit", "Work").code == 64)
    }
  }

  @Test func aPreviewWhileATimerChimesIsPutOff() async throws {
    try await Clock.run(card: false) { clock in
      try await clock.succeed("timer", "start", "1s")
      try await clock.eventually("it chimes") { try await clock.mock.speaker.playing }
      for words in [["sound", "preview", "bell"], ["vibration", "preview", "strong"]] {
        let refused = try await clock.rouse(words)
        #expect(refused.code == 75 && refused.errors.contains("rouse timer stop"), "\(words)")
      }
      try await clock.succeed("timer", "stop")
      #expect(try await clock.rouse("sound", "preview", "bell", "--for", "1s").code == 0)
    }
  }

  @Test func aVolumeOrALengthOutOfRangeIsToldTheRange() async throws {
    try await Clock.run(card: false) { clock in
      for verb in [["sound", "preview", "bell"], ["noise", "play", "rain"]] {
        for volume in ["-5", "default", "101", "%", "3%%"] {
          let refused = try await clock.rouse(verb + ["--volume", volume])
          #expect(refused.code == 64 && refused.errors.contains("a whole number from 0 to 100"), "\(verb) \(volume)")
        }
        let short = try await clock.rouse(verb + ["--for", "-5s"])
        #expect(short.code == 64 && short.errors.contains("from 1s to "), "\(verb)")
      }
      let heard = try await clock.rouse("sound", "play", "bell", "--volume", "30%", "--for", "1s")
      #expect(heard.code == 0 && heard.output.hasPrefix("bell 30%: "))
    }
  }

  @Test func aMotorThatFailsIsToldInItsPreview() async throws {
    try await Clock.run(card: false) { clock in
      try await clock.succeed("mock", "fail", "vibration")
      let felt = try await clock.rouse("vibration", "preview", "strong", "--for", "2s")
      #expect(felt.code == 70)
      for word in ["vibration cannot be felt", "EIO", "fix: ", "alarms ring and buzz"] {
        #expect(felt.errors.contains(word), "\(word)")
      }
      // A device that fails too is not listed among those that still work.
      try await clock.succeed("mock", "fail", "speaker", "EBUSY")
      let heard = try await clock.rouse("sound", "preview", "bell")
      #expect(heard.errors.contains("alarms buzz;") && !heard.errors.contains("shake"))
    }
  }

  @Test func aSpeakerThatTakesSamplesAndPlaysNoneIsToldInItsPreview() async throws {
    try await Clock.run(card: false) { clock in
      try await clock.succeed("mock", "fail", "speaker", "stall")
      let stalled = try await clock.rouse("sound", "preview", "bell", "--for", "2s")
      #expect(stalled.code == 70 && stalled.errors.contains("waiting for samples to be played"))
      #expect(!stalled.output.contains("that was it"))
    }
  }
}
