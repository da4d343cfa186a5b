import Control
import Glibc
import Hardware
import TestSupport
import Testing

@testable import AlarmClock
@testable import ControlService
@testable import Daemon
@testable import Machine

@Suite struct AnnouncerTests {
  private let rig: RingRig
  private let said = Box<[String]>([])
  private let heard = Box(0)
  private let problem = Box<SpeechProblem?>(nil)
  private let notices = Notices()
  private let announcer: Announcer

  init() throws {
    rig = try RingRig()
    let speech = try MadeSpeech.speech()
    announcer = Announcer(
      face: rig.face, inForce: rig.inForce, notices: notices, time: rig.time,
      speak: { [said, problem] words in
        said.value.append(words)
        return problem.value.map { .failure($0) } ?? .success(speech)
      }, announce: { [heard] _ in heard.value += 1 })
  }

  private func ring(_ id: String = "a", label: String = "Work", speaks: Bool = true, volume: Int = 80) -> OpenRing {
    var armed = rig.ring(id) { ($0.speaks, $0.volume) = (speaks, volume) }
    armed.plan.label = label
    return OpenRing(armed)
  }

  /// Runs only the announcer next to `body`, during rings that begin now.
  private func accompany(_ rings: [OpenRing], _ body: () async throws -> Void) async throws {
    let running = Task { [announcer, rig] in await announcer.run(rig.ringer) }
    defer { running.cancel() }
    rig.ringer.begin(rings)
    announcer.note(.began)
    try await body()
  }

  /// Lets time pass until `count` announcements were made; returns an upper bound of the time this took.
  private func wait(for count: Int) async -> Duration {
    let start = rig.time.monotonic
    let isSaid = await eventually {
      if heard.value < count { rig.time.advance(by: .milliseconds(500)) }
      return heard.value >= count
    }
    #expect(isSaid)
    return rig.time.monotonic - start
  }

  @Test func theTimeAndTheLabelAreSaidAfterFiveSecondsAndThenOnceAMinute() async throws {
    try await accompany([ring()]) {
      #expect(await wait(for: 1) >= Announcer.patience)
      #expect(await wait(for: 2) >= Announcer.period - .milliseconds(500))
      #expect(said.value[0] == "It is 7 o'clock. Work.")
      #expect(said.value[1].hasPrefix("It is 7:0"))
    }
  }

  @Test(arguments: [(["Work", "Tea"], "It is 7 o'clock. Work. Tea."), ([""], "It is 7 o'clock.")])
  func theLabelsOfAllThatSpeakAreSaidTogetherAndTheOthersNot(labels: [String], words: String) async throws {
    let speaking = labels.enumerated().map { ring("ring\($0)", label: $1) }
    try await accompany(speaking + [ring("cccccc", label: "Mute", speaks: false)]) {
      _ = await wait(for: 1)
      #expect(said.value == [words])
    }
  }

  @Test(arguments: [(false, 80), (true, 0)] as [(speaks: Bool, volume: Int)])
  func anAlarmThatDoesNotSpeakOrHasNoSoundSaysNothing(speaks: Bool, volume: Int) async throws {
    try await accompany([ring(speaks: speaks, volume: volume)]) {
      await rig.time.pass(.seconds(90), step: .milliseconds(500))
      #expect(said.value.isEmpty)
    }
  }

  @Test func aSnoozeOrTheEndOfTheRingEndsIt() async throws {
    try await accompany([ring()]) {
      _ = await wait(for: 1)
      _ = rig.ringer.bring(card("bath"))
      #expect(await eventually { !rig.ringer.isRinging })
      await rig.time.pass(.seconds(90), step: .milliseconds(500))
      #expect(heard.value == 1)
    }
  }

  @Test func wordsThatFailAreToldOnceAndTriedAgain() async throws {
    problem.value = .notInstalled
    try await accompany([ring()]) {
      #expect(await rig.time.eventually(every: .milliseconds(500)) { said.value.count == 2 })
      problem.value = nil
      _ = await wait(for: 1)
      let told = notices.take()
      #expect(told.count == 1)
      #expect(told.first?.contains("sudo apt-get install espeak-ng") == true)
    }
  }

  @Test func whatKeepsACardFromBeingReadIsSaidOnceInAWhile() async throws {
    rig.inForce.use(AlarmBook(cards: [card("bath"), card("door")]))
    try await accompany([ring()]) {
      let saw = rig.time.monotonic
      rig.ringer.aid.withLock { $0.guidance.sawWrongCode(at: saw) }
      #expect(await wait(for: 1) < .seconds(2))
      #expect(said.value == ["Wrong card. Take bath or door."])
      #expect(await wait(for: 2) >= Announcer.patience - .seconds(2))
      #expect(said.value[1].hasPrefix("It is 7 o'clock."))
    }
  }

  @Test func guidanceThatIsOffSaysNothingButThatACardIsWrong() async throws {
    rig.set { $0.guides = false }
    try await accompany([ring()]) {
      rig.ringer.aid.withLock { aid in
        for _ in 0..<Guidance.frameCount { aid.guidance.look(at: GuidanceTests.sight(.glare), at: rig.time.monotonic) }
      }
      _ = await wait(for: 1)
      #expect(said.value[0].hasPrefix("It is 7 o'clock."))
    }
  }

  @Test(
    arguments: [
      (7, 30, .hours24, "It is 7:30."), (7, 30, .hours12, "It is 7:30 AM."), (19, 5, .hours24, "It is 19:05."),
      (19, 5, .hours12, "It is 7:05 PM."), (0, 0, .hours24, "It is midnight."), (0, 0, .hours12, "It is 12 AM."),
      (12, 0, .hours24, "It is 12 o'clock."), (12, 0, .hours12, "It is 12 PM."), (0, 5, .hours24, "It is 0:05."),
    ] as [(hour: Int, minute: Int, format: Settings.TimeFormat, words: String)])
  func theTimeIsSaidAsTheClockShowsIt(hour: Int, minute: Int, format: Settings.TimeFormat, words: String) throws {
    let time = try #require(LocalTime(hour: hour, minute: minute))
    #expect(SpokenTime.words(for: time, format, isTrusted: true) == words)
    #expect(SpokenTime.words(for: time, format, isTrusted: false) == words.replacing("It is", with: "It may be"))
  }
}

/// Scripts in place of espeak-ng, and the real program if it is installed.
@Suite(.startsPrograms) struct SpeechProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Files.write(MadeSpeech.wav(), to: folder.path + "/words.wav")
  }

  private func program(_ script: String, limit: Duration = HangDetector.longest) throws -> SpeechProgram {
    let path = folder.path + "/program"
    try Files.write("#!/bin/sh\ncd \(folder.path)\n\(script)\n", to: path)
    try #require(chmod(path, 0o700) == 0)
    return SpeechProgram(path: path, limit: limit)
  }

  @Test func wordsGoInByStdinWhetherTheyAreReadOrNotAndSoundComesOutByStdout() throws {
    #expect(try self.program("cat words.wav").say("It is 7:30.").length > .zero)
    let program = try program("echo \"$@\" >options; cat >text; cat words.wav")
    let speech = try program.say("-f /etc/hostname [[x]] \"$(id)\"\n7:30.")
    #expect(speech.length > .milliseconds(700) && speech.length < .milliseconds(800))
    #expect(Files.text(folder.path + "/text") == "-f /etc/hostname   x   \"$(id)\" 7:30.")
    #expect(Files.text(folder.path + "/options") == "-b 1 -s 150 --stdin --stdout\n")
  }

  @Test(arguments: ["exec sleep 60", "exec >&-; exec sleep 60", "while :; do printf x; sleep 0.01; done"])
  func aProgramThatHangsIsEnded(script: String) throws {
    #expect(throws: SpeechProblem.tookTooLong) { try program(script, limit: .milliseconds(300)).say("It is 7:30.") }
  }

  /// The program's behavior, and a part of the problem reported.
  @Test(arguments: [
    ("cat words.wav; exit 3", "it ended with exit code 3"),
    ("cat words.wav; kill -SEGV $$", "a signal ended it: 11"),
    ("echo garbage", "is no speech"), ("true", "is no speech"), ("head -c 100 words.wav | tail -c 90", "is no speech"),
    ("cat words.wav /dev/zero", "too large"),
  ])
  func aProgramThatFailsIsTold(script: String, words: String) throws {
    let problem = try #require(throws: SpeechProblem.self) { try program(script).say("It is 7:30.") }
    #expect(problem.why.contains(words), "\(problem.why)")
  }

  @Test func wordsThatCannotBeHandedOverLeaveNothingOpen() throws {
    let program = try program("cat words.wav")
    let tooLong = String(repeating: "word ", count: 50_000)
    for _ in 0..<40 { #expect(throws: SpeechProblem.self) { try program.say(tooLong) } }
    let open = DurableFile.names(in: "/proc/self/fd").count { number in
      var target = [CChar](repeating: 0, count: 100)
      let count = readlink("/proc/self/fd/\(number)", &target, target.count)
      return target.prefix(max(0, count)).map { UInt8(truncatingIfNeeded: $0) } == Array("/dev/null".utf8)
    }
    // The limit leaves room for descriptors that other tests have open.
    #expect(open < 30)
  }

  @Test func aMissingProgramIsToldAndHowToGetIt() throws {
    let problem = #expect(throws: SpeechProblem.self) { try SpeechProgram(path: folder.path + "/nothing").say("a") }
    #expect(problem?.why.contains("No such file") == true)
    let error = ControlError(SpeechProblem.notInstalled)
    #expect(error.code == .nothingFound)
    for words in ["speech needs espeak-ng", "sudo apt-get install espeak-ng", "alarms ring all the same"] {
      #expect(error.description.contains(words))
    }
  }

  @Test(.enabled(if: SpeechProgram.installed != nil, "espeak-ng is not installed"))
  func theRealOneSpeaks() throws {
    let speech = try #require(SpeechProgram.installed).say("It is 7:30. Work.")
    #expect(speech.length > .seconds(1) && speech.length < .seconds(8))
  }
}

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
