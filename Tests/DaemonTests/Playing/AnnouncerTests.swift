import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

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

  private func ring(_ id: String = "aaaaaa", label: String = "Work", speaks: Bool = true, volume: Int = 80) -> OpenRing
  {
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
      await rig.pass(.seconds(90), step: .milliseconds(500))
      #expect(said.value.isEmpty)
    }
  }

  @Test func aSnoozeOrTheEndOfTheRingEndsIt() async throws {
    try await accompany([ring()]) {
      _ = await wait(for: 1)
      _ = rig.ringer.bring(card("bath"))
      #expect(await eventually { !rig.ringer.isRinging })
      await rig.pass(.seconds(90), step: .milliseconds(500))
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
