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
    PlayParser(settings: Settings(change), sounds: sounds, fitting: Fitting(board: "test", file: nil, roles: roles))
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
    let light = Preview(shaking: Preview.Shaking(strength: .light, pattern: .heartbeat), length: .seconds(4))
    #expect(try reading.preview(PreviewVibration(vibration: nil, seconds: 4)) == light)
    let strong = Preview(shaking: Preview.Shaking(strength: .strong, pattern: .steady), length: .seconds(4))
    #expect(try reading.preview(PreviewVibration(vibration: "strong", pattern: "steady", seconds: 4)) == strong)
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

  private static func hear(_ sound: String?, volume: Int? = nil, seconds: Int = 10, _ reading: PlayParser = reading())
    throws
  {
    _ = try reading.preview(PreviewSound(sound: sound, volume: volume, seconds: seconds))
  }

  private static func feel(
    _ vibration: String, pattern: String? = nil, seconds: Int = 4, _ reading: PlayParser = reading()
  ) throws {
    _ = try reading.preview(PreviewVibration(vibration: vibration, pattern: pattern, seconds: seconds))
  }

  @discardableResult
  private static func noise(
    _ sound: String, volume: Int = 30, seconds: Int? = nil, fadeOut: Int = 0, _ reading: PlayParser = reading()
  ) throws -> Noise {
    try reading.noise(PlayNoise(sound: sound, volume: volume, seconds: seconds, fadeOutSeconds: fadeOut))
  }

  private static func say(_ text: String?, volume: Int? = nil, _ reading: PlayParser = reading()) throws {
    _ = try reading.volume(of: Say(text: text, volume: volume))
  }

  /// The words are parts of the error.
  static let refusals: [(name: String, code: Control.ExitCode, words: [String], read: @Sendable () throws -> Void)] = [
    ("unknown sound", .usage, ["NAME", "birds", "tone, bell, rain, my-sea"], { try hear("birds") }),
    ("unknown strength", .usage, ["LEVEL", "hard", "of: light, medium, strong"], { try feel("hard") }),
    ("volume", .usage, ["--volume", "101"], { try hear("bell", volume: 101) }),
    ("too long", .usage, ["--for", "1s to 1m"], { try hear("bell", seconds: 61) }),
    ("no length", .usage, ["--for"], { try feel("strong", seconds: 0) }),
    ("sound that is gone", .nothingFound, ["lost", "it is damaged", "copy it anew"], { try hear("lost") }),
    ("empty library", .nothingFound, ["No sounds available", "try again"], { try hear("bell", reading(sounds: [])) }),
    ("empty library, by default", .nothingFound, ["No sounds available"], { try hear(nil, reading(sounds: [])) }),
    (
      "no speaker", .notPermitted, ["not supported on this board", "no speaker"],
      { try hear("bell", reading([.vibration])) }
    ),
    (
      "no vibration", .notPermitted, ["not supported on this board", "no vibration"],
      { try feel("strong", reading([.speaker])) }
    ),
    ("unknown pattern", .usage, ["--pattern", "heartbeat"], { try feel("strong", pattern: "waltz") }),
    ("unknown level", .usage, ["LEVEL", "medium"], { try feel("wild") }),
    ("alarm as noise", .usage, ["NAME", "no noise", "rain"], { try noise("bell") }),
    ("unknown noise", .usage, ["no such noise", "rain"], { try noise("sea") }),
    ("noise that is gone", .nothingFound, ["lost", "it is damaged", "copy it anew"], { try noise("lost") }),
    ("fade-out alone", .usage, ["--fade-out", "--for 45m"], { try noise("rain", fadeOut: 60) }),
    ("fade-out too long", .usage, ["--fade-out", "longer than"], { try noise("rain", seconds: 59, fadeOut: 60) }),
    ("fade-out of less than nothing", .usage, ["--fade-out"], { try noise("rain", seconds: 59, fadeOut: -1) }),
    ("noise that nobody hears", .usage, ["volume 0"], { try noise("rain", volume: 0) }),
    ("noise for ever and a day", .usage, ["--for"], { try noise("rain", seconds: 86_401) }),
    ("noise without a speaker", .notPermitted, ["not supported on this board"], { try noise("rain", reading([])) }),
    ("no words", .usage, ["TEXT", "nothing to say"], { try say(" \n") }),
    ("a speech", .usage, ["TEXT", "300 characters"], { try say(String(repeating: "a", count: 301)) }),
    ("words too loud", .usage, ["--volume", "101"], { try say("a", volume: 101) }),
    ("words without a speaker", .notPermitted, ["not supported on this board"], { try say(nil, reading([.buzzer])) }),
  ]

  @Test func wordsAreAsLoudAsAskedOrAsTheGlobalDefault() throws {
    let reading = Self.reading {
      $0.volume = 33
      $0.sound = Settings.noSound
    }
    #expect(try reading.volume(of: Say(text: nil)) == 33)
    #expect(try reading.volume(of: Say(text: String(repeating: "a", count: 300), volume: 7)) == 7)
  }

  @Test(arguments: refusals)
  func whatCannotBePlayedIsRefusedWithTheWayOut(
    name: String, code: Control.ExitCode, words: [String], read: @Sendable () throws -> Void
  ) {
    let error = #expect(throws: ControlError.self, "\(name)") { try read() }
    #expect(error?.code == code && error?.description.contains("off") == false, "\(name)")
    for word in words { #expect(error?.description.contains(word) == true, "\(name): \(word)") }
  }

  @Test(arguments: ["my-sea", "Mein Meer", "MY-SEA", "mein meer"])
  func aSoundIsFoundByItsNameToo(name: String) throws {
    #expect(try Self.reading().preview(PreviewSound(sound: name, seconds: 10)) == Self.sound("my-sea", 80))
    #expect(try Self.noise(name) == Noise(sound: "my-sea", volume: 30))
  }

  @Test func whatWouldRingIsPlayedWhereTheDefaultIsGone() throws {
    let reading = Self.reading { $0.sound = "lost" }
    var alarm = Alarm(id: "a", recurrence: .instant(.max))
    let plan = reading.settings.plan(for: alarm)
    for preview in [try reading.preview(PreviewSound(sound: nil, seconds: 10)), try reading.preview(plan, seconds: 10)]
    {
      #expect(preview.sound?.id == "tone")
      #expect(preview.notes == ["the sound lost cannot be played now: tone rings in its place"])
    }
    alarm.overrides.sound = "lost"
    let belled = Self.reading { $0.sound = "bell" }
    #expect(try belled.preview(belled.settings.plan(for: alarm), seconds: 10).sound?.id == "bell")
  }

  @Test func aNoiseIsReadAsItWasTyped() throws {
    let noise = try Self.noise("rain", seconds: 2700, fadeOut: 600)
    #expect(noise == Noise(sound: "rain", volume: 30, length: .seconds(2700), fadeOut: .seconds(600)))
    #expect(try Self.noise("rain", volume: 100) == Noise(sound: "rain", volume: 100))
  }
}
