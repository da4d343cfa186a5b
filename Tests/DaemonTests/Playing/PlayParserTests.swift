import Control
import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct PlayParserTests {
  private static let sounds = [
    SoundView(id: "tone", name: "Tone", description: "", category: "tone", available: true),
    SoundView(id: "bell", name: "Bell", description: "", category: "tone", available: true),
    SoundView(id: "rain", name: "Rain", description: "", category: "noise", available: true),
    SoundView(id: "my-sea", name: "Mein Meer", description: "", category: "own", available: true),
    SoundView(
      id: "lost", name: "Lost", description: "", category: "own", available: false, problem: "it is damaged",
      fix: "copy it anew"),
  ]

  private static func reading(
    _ roles: Set<DeviceRole> = [.speaker, .vibration], sounds: [SoundView] = sounds,
    change: (inout Settings) -> Void = { _ in }
  ) -> PlayParser {
    var settings = Settings()
    change(&settings)
    return PlayParser(
      settings: settings, sounds: sounds,
      fitting: Fitting(board: "test", file: nil, roles: roles))
  }

  private static func sound(_ id: String, _ volume: Int, seconds: Int = 10) -> Preview {
    Preview(sound: Preview.Sound(id: id, volume: volume), length: .seconds(seconds))
  }

  @Test func whatIsNotGivenIsTheGlobalDefault() throws {
    let reading = Self.reading {
      $0.sound = "bell"
      $0.volume = 33
      $0.vibration = .light
      $0.vibrationPattern = .heartbeat
    }
    #expect(try reading.preview(PreviewSound(sound: nil, seconds: 10)) == Self.sound("bell", 33))
    #expect(try reading.preview(PreviewSound(sound: "tone", seconds: 10)) == Self.sound("tone", 33))
    #expect(
      try reading.preview(PreviewSound(sound: "tone", volume: 7, seconds: 60)) == Self.sound("tone", 7, seconds: 60))
    let light = Preview.Shaking(strength: .light, pattern: .heartbeat)
    #expect(
      try reading.preview(PreviewVibration(vibration: nil, seconds: 4))
        == Preview(shaking: light, length: .seconds(4)))
    let strong = Preview.Shaking(strength: .strong, pattern: .steady)
    #expect(
      try reading.preview(PreviewVibration(vibration: "strong", pattern: "steady", seconds: 4))
        == Preview(shaking: strong, length: .seconds(4)))
  }

  @Test func whatIsOffPreviewsNothingAndSaysSo() throws {
    let off = Self.reading {
      $0.sound = Settings.noSound
      $0.vibration = .off
    }
    for preview in [
      try off.preview(PreviewSound(sound: nil, seconds: 10)), try off.preview(PreviewSound(sound: "off", seconds: 10)),
      try off.preview(PreviewSound(sound: "bell", volume: 0, seconds: 10)),
      try off.preview(PreviewVibration(vibration: "off", seconds: 4)),
      try off.preview(off.settings.plan(for: Alarm(id: "a", recurrence: .instant(.max))), seconds: 10),
    ] {
      #expect(preview.sound == nil && preview.shaking == nil && preview.whyNothing?.contains("off") == true)
    }
  }

  @Test func anAlarmsPreviewLeavesOutWhatIsNotFitted() throws {
    let plan = Settings().plan(for: Alarm(id: "a", recurrence: .instant(.max)))
    let shaking = Preview.Shaking(strength: .medium, pattern: .pulse)
    let sound = Preview.Sound(id: "tone", volume: 80)
    func preview(_ roles: Set<DeviceRole>) throws -> Preview { try Self.reading(roles).preview(plan, seconds: 10) }
    #expect(try preview([.speaker, .vibration]) == Preview(sound: sound, shaking: shaking, length: .seconds(10)))
    #expect(try preview([.speaker]) == Preview(sound: sound, length: .seconds(10)))
    #expect(try preview([.vibration]) == Preview(shaking: shaking, length: .seconds(10)))
    #expect(try preview([.buzzer]).whyNothing != nil)
  }

  struct Refusal: Sendable {
    var name: String
    var code: Control.ExitCode
    /// Further words that the error contains.
    var words: [String]
    var read: @Sendable () throws -> Void
  }

  static let refusals: [Refusal] = [
    Refusal(name: "unknown sound", code: .usage, words: ["NAME", "birds", "tone, bell, rain, my-sea"]) {
      _ = try reading().preview(PreviewSound(sound: "birds", seconds: 10))
    },
    Refusal(name: "unknown strength", code: .usage, words: ["LEVEL", "hard", "of: light, medium, strong"]) {
      _ = try reading().preview(PreviewVibration(vibration: "hard", seconds: 4))
    },
    Refusal(name: "volume", code: .usage, words: ["--volume", "101"]) {
      _ = try reading().preview(PreviewSound(sound: "bell", volume: 101, seconds: 10))
    },
    Refusal(name: "too long", code: .usage, words: ["--for", "1s to 1m"]) {
      _ = try reading().preview(PreviewSound(sound: "bell", seconds: 61))
    },
    Refusal(name: "no length", code: .usage, words: ["--for"]) {
      _ = try reading().preview(PreviewVibration(vibration: "strong", seconds: 0))
    },
    Refusal(name: "sound that is gone", code: .nothingFound, words: ["lost", "it is damaged", "copy it anew"]) {
      _ = try reading().preview(PreviewSound(sound: "lost", seconds: 10))
    },
    Refusal(name: "empty library", code: .nothingFound, words: ["No sounds available", "try again"]) {
      _ = try reading(sounds: []).preview(PreviewSound(sound: "bell", seconds: 10))
    },
    Refusal(name: "empty library, by default", code: .nothingFound, words: ["No sounds available"]) {
      _ = try reading(sounds: []).preview(PreviewSound(sound: nil, seconds: 10))
    },
    Refusal(name: "no speaker", code: .notPermitted, words: ["not supported on this board", "no speaker"]) {
      _ = try reading([.vibration]).preview(PreviewSound(sound: "bell", seconds: 10))
    },
    Refusal(name: "no vibration", code: .notPermitted, words: ["not supported on this board", "no vibration"]) {
      _ = try reading([.speaker]).preview(PreviewVibration(vibration: "strong", seconds: 4))
    },
    Refusal(name: "unknown pattern", code: .usage, words: ["--pattern", "heartbeat"]) {
      _ = try reading().preview(PreviewVibration(vibration: "strong", pattern: "waltz", seconds: 4))
    },
    Refusal(name: "unknown level", code: .usage, words: ["LEVEL", "medium"]) {
      _ = try reading().preview(PreviewVibration(vibration: "wild", seconds: 4))
    },
    Refusal(name: "alarm as noise", code: .usage, words: ["NAME", "no noise", "rain"]) {
      _ = try reading().noise(PlayNoise(sound: "bell", volume: 30, seconds: nil, fadeOutSeconds: 0))
    },
    Refusal(name: "unknown noise", code: .usage, words: ["no such noise", "rain"]) {
      _ = try reading().noise(PlayNoise(sound: "sea", volume: 30, seconds: nil, fadeOutSeconds: 0))
    },
    Refusal(name: "noise that is gone", code: .nothingFound, words: ["lost", "it is damaged", "copy it anew"]) {
      _ = try reading().noise(PlayNoise(sound: "lost", volume: 30, seconds: nil, fadeOutSeconds: 0))
    },
    Refusal(name: "fade-out alone", code: .usage, words: ["--fade-out", "--for 45m"]) {
      _ = try reading().noise(PlayNoise(sound: "rain", volume: 30, seconds: nil, fadeOutSeconds: 60))
    },
    Refusal(name: "fade-out too long", code: .usage, words: ["--fade-out", "longer than"]) {
      _ = try reading().noise(PlayNoise(sound: "rain", volume: 30, seconds: 59, fadeOutSeconds: 60))
    },
    Refusal(name: "fade-out of less than nothing", code: .usage, words: ["--fade-out"]) {
      _ = try reading().noise(PlayNoise(sound: "rain", volume: 30, seconds: 59, fadeOutSeconds: -1))
    },
    Refusal(name: "noise that nobody hears", code: .usage, words: ["volume 0"]) {
      _ = try reading().noise(PlayNoise(sound: "rain", volume: 0, seconds: nil, fadeOutSeconds: 0))
    },
    Refusal(name: "noise for ever and a day", code: .usage, words: ["--for"]) {
      _ = try reading().noise(PlayNoise(sound: "rain", volume: 30, seconds: 86_401, fadeOutSeconds: 0))
    },
    Refusal(name: "noise without a speaker", code: .notPermitted, words: ["not supported on this board"]) {
      _ = try reading([]).noise(PlayNoise(sound: "rain", volume: 30, seconds: nil, fadeOutSeconds: 0))
    },
    Refusal(name: "no words", code: .usage, words: ["TEXT", "nothing to say"]) {
      _ = try reading().volume(of: Say(text: " \n"))
    },
    Refusal(name: "a speech", code: .usage, words: ["TEXT", "300 characters"]) {
      _ = try reading().volume(of: Say(text: String(repeating: "a", count: 301)))
    },
    Refusal(name: "words too loud", code: .usage, words: ["--volume", "101"]) {
      _ = try reading().volume(of: Say(text: "a", volume: 101))
    },
    Refusal(name: "words without a speaker", code: .notPermitted, words: ["not supported on this board"]) {
      _ = try reading([.buzzer]).volume(of: Say(text: nil))
    },
  ]

  @Test func wordsAreAsLoudAsAskedOrAsTheGlobalDefault() throws {
    let reading = Self.reading {
      $0.volume = 33
      $0.sound = Settings.noSound
    }
    #expect(try reading.volume(of: Say(text: nil)) == 33)
    #expect(try reading.volume(of: Say(text: String(repeating: "a", count: 300), volume: 7)) == 7)
  }

  @Test(arguments: refusals.indices)
  func whatCannotBePlayedIsRefusedWithTheWayOut(index: Int) {
    let refusal = Self.refusals[index]
    let error = #expect(throws: ControlError.self, "\(refusal.name)") { try refusal.read() }
    #expect(error?.code == refusal.code, "\(refusal.name)")
    #expect(error?.description.contains("off") == false, "\(refusal.name)")
    for word in refusal.words { #expect(error?.description.contains(word) == true, "\(refusal.name): \(word)") }
  }

  @Test(arguments: ["my-sea", "Mein Meer", "MY-SEA", "mein meer"])
  func aSoundIsFoundByItsNameToo(name: String) throws {
    #expect(try Self.reading().preview(PreviewSound(sound: name, seconds: 10)) == Self.sound("my-sea", 80))
    let noise = try Self.reading().noise(PlayNoise(sound: name, volume: 30, seconds: nil, fadeOutSeconds: 0))
    #expect(noise == Noise(sound: "my-sea", volume: 30))
  }

  @Test func whatWouldRingIsPlayedWhereTheDefaultIsGone() throws {
    let reading = Self.reading { $0.sound = "lost" }
    var alarm = Alarm(id: "a", recurrence: .instant(.max))
    for preview in [
      try reading.preview(PreviewSound(sound: nil, seconds: 10)),
      try reading.preview(reading.settings.plan(for: alarm), seconds: 10),
    ] {
      #expect(preview.sound?.id == "tone")
      #expect(preview.notes == ["the sound lost cannot be played now: tone rings in its place"])
    }
    alarm.overrides.sound = "lost"
    let belled = Self.reading { $0.sound = "bell" }
    #expect(try belled.preview(belled.settings.plan(for: alarm), seconds: 10).sound?.id == "bell")
  }

  @Test func aNoiseIsReadAsItWasTyped() throws {
    let noise = try Self.reading().noise(PlayNoise(sound: "rain", volume: 30, seconds: 2700, fadeOutSeconds: 600))
    #expect(noise == Noise(sound: "rain", volume: 30, length: .seconds(2700), fadeOut: .seconds(600)))
    let endless = try Self.reading().noise(PlayNoise(sound: "rain", volume: 100, seconds: nil, fadeOutSeconds: 0))
    #expect(endless == Noise(sound: "rain", volume: 100))
  }
}
