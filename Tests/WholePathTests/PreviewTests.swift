import Control
import FoundationEssentials
import Testing

struct PreviewTests {
  private struct AlarmDocument: Decodable { var alarm: AlarmView }

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

  @Test func anAlarmIsPreviewedAsItIs() async throws {
    try await Clock.run { clock in
      let words = ["--label", "Work", "--sound", "bell", "--volume", "35", "--vibration", "light", "--preview"]
      for verb in [["alarm", "add", "07:30"] + words, ["alarm", "edit", "Work", "--preview"]] {
        let preview = try clock.begin(verb)
        try await clock.eventually("it is heard and felt") {
          let mock = try await clock.mock
          return mock.speaker.sound == "bell" && mock.speaker.volume == 35 && mock.vibration.level == "light"
        }
        let isNew = verb[1] == "add"
        if isNew { #expect(preview.output.contains("07:30")) }
        try await clock.succeed("sound", "stop")
        let ended = try await preview.result()
        #expect(ended.code == 0 && (isNew || ended.output.hasSuffix(": stopped.\n")), "\(ended)")
        try await clock.eventually("it is silent") { try await !clock.mock.isSounding }
      }
      #expect(try await clock.rouse("alarm", "edit", "Work").code == 64)
    }
  }

  @Test func aVolumeOrALengthOutOfRangeIsToldTheRange() async throws {
    try await Clock.run(card: false) { clock in
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

  @Test func aMotorOrASpeakerThatFailsIsToldInItsPreview() async throws {
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
      try await clock.succeed("mock", "fail", "speaker", "stall")
      let stalled = try await clock.rouse("sound", "preview", "bell", "--for", "2s")
      #expect(stalled.code == 70 && stalled.errors.contains("waiting for samples to be played"), "\(stalled)")
      #expect(!stalled.output.contains("that was it"))
    }
  }
}
