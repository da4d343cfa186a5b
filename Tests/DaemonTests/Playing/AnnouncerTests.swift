import AlarmClock
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
    announcer.ringBegan()
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

  @Test func allThatSpeakAreSaidTogetherAndTheOthersNot() async throws {
    try await accompany([ring(), ring("bbbbbb", label: "Tea"), ring("cccccc", label: "Mute", speaks: false)]) {
      _ = await wait(for: 1)
      #expect(said.value == ["It is 7 o'clock. Work. Tea."])
    }
  }

  @Test func withoutALabelTheTimeIsSaid() async throws {
    try await accompany([ring(label: "")]) {
      _ = await wait(for: 1)
      #expect(said.value == ["It is 7 o'clock."])
    }
  }

  static let mute: [(speaks: Bool, volume: Int)] = [(false, 80), (true, 0)]

  @Test(arguments: mute)
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

  static let times: [(hour: Int, minute: Int, format: Settings.TimeFormat, words: String)] = [
    (7, 30, .hours24, "It is 7:30."), (7, 30, .hours12, "It is 7:30 AM."), (19, 5, .hours24, "It is 19:05."),
    (19, 5, .hours12, "It is 7:05 PM."), (0, 0, .hours24, "It is midnight."), (0, 0, .hours12, "It is 12 AM."),
    (12, 0, .hours24, "It is 12 o'clock."), (12, 0, .hours12, "It is 12 PM."), (0, 5, .hours24, "It is 0:05."),
  ]

  @Test(arguments: times)
  func theTimeIsSaidAsTheClockShowsIt(hour: Int, minute: Int, format: Settings.TimeFormat, words: String) throws {
    let time = try #require(LocalTime(hour: hour, minute: minute))
    #expect(SpokenTime.words(for: time, format, isTrusted: true) == words)
    let doubted = SpokenTime.words(for: time, format, isTrusted: false)
    #expect(doubted == words.replacing("It is", with: "It may be"))
  }
}
