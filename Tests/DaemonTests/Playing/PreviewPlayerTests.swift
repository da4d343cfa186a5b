import Glibc
import Hardware
import Synchronization
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct PreviewPlayerTests {
  private let time = ManualTime(morning)
  private let outputs = FakeShared()
  private let events: EventLog
  private let player: PreviewPlayer
  private let noise: NoisePlayer

  init() throws {
    events = EventLog(time: time, log: try quietLog())
    noise = NoisePlayer(outputs: outputs, events: events, time: time)
    player = PreviewPlayer(outputs: outputs, events: events, time: time)
  }

  private static let bell = Preview(sound: Preview.Sound(id: "bell", volume: 60), length: .seconds(10))
  private static let strong = Preview(
    shaking: Preview.Shaking(strength: .strong, pattern: .pulse), length: .seconds(4))

  private func begin(_ preview: Preview = bell) -> Task<PreviewPlayer.Ending, any Error> {
    Task { [player] in try await player.play(preview) { _, _ in } }
  }

  private func begun(_ preview: Preview = bell) async -> Task<PreviewPlayer.Ending, any Error> {
    let task = begin(preview)
    let (sound, strength) = (preview.sound?.id, preview.shaking?.strength)
    await eventually { outputs.sound(of: .preview)?.sound == sound && outputs.shaking(of: .preview) == strength }
    return task
  }

  private func pass(_ duration: Duration) async { await time.pass(duration, step: .milliseconds(50)) }

  private func passing(_ step: Duration, _ condition: () -> Bool) async -> Bool {
    await eventually {
      await pass(step)
      return condition()
    }
  }

  private var details: [String] { events.pending.compactMap(\.detail) }

  @Test func aPreviewPlaysForItsTimeAndThenGivesTheSpeakerBack() async throws {
    let preview = await begun()
    #expect(outputs.sound(of: .preview)?.volume == 60)
    #expect(outputs.sound(of: .preview)?.end == time.monotonic + .seconds(10))
    #expect(await passing(.milliseconds(500)) { outputs.sound(of: .preview) == nil })
    #expect(try await preview.value == .over)
    #expect(events.pending.map(\.kind) == [.previewStarted, .previewEnded])
    #expect(details == ["bell 60%", "bell 60%: over"])
  }

  @Test func whoeverIsToldHoldsUpWordsButNotTheEnd() async throws {
    let (taken, taking) = AsyncStream<Void>.makeStream()
    let ended = Mutex<PreviewPlayer.Ending?>(nil)
    let preview = Task { [player] in
      let ending = try await player.play(Self.strong) { _, _ in for await _ in taken { return } }
      ended.withLock { $0 = ending }
    }
    #expect(await eventually { outputs.shaking(of: .preview) == .strong })
    #expect(await passing(.milliseconds(500)) { outputs.shaking(of: .preview) == nil })
    taking.finish()
    #expect(await passing(.milliseconds(500)) { ended.withLock { $0 } == .over })
    preview.cancel()
  }

  @Test func howFarItHasGotIsTold() async throws {
    let told = Mutex<[Duration]>([])
    let preview = Task { [player] in
      try await player.play(Self.bell) { elapsed, isPlaying in
        #expect(isPlaying)
        told.withLock { $0.append(elapsed) }
      }
    }
    // Time does not pass until the preview has begun.
    #expect(await eventually { !told.withLock { $0.isEmpty } })
    #expect(await passing(.milliseconds(100)) { told.withLock { $0.count } >= 20 })
    player.stop()
    #expect(told.withLock { $0 == $0.sorted() && $0.first == .zero })
    time.advance(by: .seconds(1))
    #expect(try await preview.value == .stopped)
  }

  @Test func stopSilencesAtOnceAndSaysWhetherThereWasAnything() async throws {
    #expect(!player.stop())
    let preview = await begun()
    #expect(player.stop())
    // The sound stops before the preview's task wakes.
    #expect(outputs.sound(of: .preview) == nil)
    #expect(!player.stop())
    time.advance(by: .milliseconds(200))
    #expect(try await preview.value == .stopped)
  }

  @Test func anotherPreviewReplacesItAndGoesOn() async throws {
    let first = begin()
    #expect(await eventually { outputs.sound(of: .preview)?.sound == "bell" })
    let second = begin(Preview(sound: Preview.Sound(id: "chime", volume: 20), length: .seconds(5)))
    #expect(await eventually { outputs.sound(of: .preview)?.sound == "chime" })
    #expect(await time.eventually(every: .milliseconds(100)) { details.contains("bell 60%: another took its place") })
    #expect(try await first.value == .replaced)
    #expect(outputs.sound(of: .preview)?.sound == "chime")
    player.stop()
    time.advance(by: .seconds(1))
    #expect(try await second.value == .stopped)
  }

  @Test func aClientThatGoesEndsIt() async throws {
    let preview = await begun(Self.strong)
    preview.cancel()
    #expect(await eventually { outputs.shaking(of: .preview) == nil })
    await #expect(throws: CancellationError.self) { try await preview.value }
    #expect(details.last == "vibration strong, pulse: stopped")
  }

  @Test(arguments: [
    (SpeakerStanding.dispossessed, PreviewPlayer.Ending.alarm), (.waiting(behind: .alarm), .alarm),
    (.waiting(behind: .timer), .timer),
  ])
  func whoeverGoesBeforeItEndsIt(standing: SpeakerStanding, ending: PreviewPlayer.Ending) async throws {
    let preview = await begun()
    outputs.stand(standing)
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    #expect(try await preview.value == ending)
    #expect(outputs.sound(of: .preview) == nil)
  }

  @Test(arguments: [(Claimant.alarm, PreviewPlayer.Ending.alarm), (.timer, .timer)])
  func whoeverTakesTheMotorEndsIt(claimant: Claimant, ending: PreviewPlayer.Ending) async throws {
    let preview = await begun(Self.strong)
    outputs.vibrate(.light, by: claimant)
    #expect(await time.eventually(every: .milliseconds(100)) { outputs.shaking(of: .preview) == nil })
    #expect(try await preview.value == ending)
    #expect(outputs.shaking(of: claimant) == .light)
  }

  @Test func aSpeakerThatCannotBeOpenedIsTriedThreeTimesMoreAndThenGivenUp() async throws {
    let error = HardwareError(.speaker, "opening", code: EBUSY)
    outputs.stand(.failing(3, error))
    let preview = await begun()
    await pass(.seconds(2))
    #expect(outputs.sound(of: .preview) != nil)
    outputs.stand(.failing(4, error))
    #expect(await time.eventually(every: .milliseconds(100)) { outputs.sound(of: .preview) == nil })
    await #expect(throws: error) { try await preview.value }
    #expect(details.last?.hasPrefix("bell 60%: failed: speaker: opening: EBUSY") == true)
  }

  @Test(arguments: [strong, Preview(sound: bell.sound, shaking: strong.shaking, length: .seconds(4))])
  func aMotorThatFailsPassesNoTest(preview: Preview) async throws {
    let error = HardwareError(.vibration, "setting", code: EIO)
    outputs.failMotor(error)
    let playing = begin(preview)
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    await #expect(throws: error) { try await playing.value }
    #expect(details.last?.contains("failed: vibration: setting: EIO") == true)
  }

  @Test func aMotorThatIsWellAgainSoonIsFelt() async throws {
    outputs.failMotor(HardwareError(.vibration, "setting", code: EIO))
    let playing = await begun(Self.strong)
    outputs.failMotor(nil)
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    #expect(try await playing.value == .over)
  }

  private static let stalled = HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT)

  @Test(arguments: [SpeakerStanding.starting, .none, .failing(1, stalled)])
  func aSpeakerThatNeverPlayedPassesNoTest(standing: SpeakerStanding) async throws {
    outputs.stand(standing)
    let playing = begin()
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    await #expect(throws: Self.stalled) { try await playing.value }
  }

  @Test func aVibrationFollowsItsPattern() async throws {
    let preview = begin(Self.strong)
    #expect(await passing(.milliseconds(50)) { outputs.levels.contains(.off) && outputs.levels.last == .strong })
    #expect(outputs.levels.first == .strong)
    player.stop()
    time.advance(by: .seconds(1))
    #expect(try await preview.value == .stopped)
  }

  private static let rain = Noise(sound: "rain", volume: 30)
  private static let busy = HardwareError(.speaker, "opening", code: EBUSY)

  @Test func noisePlaysUntilItIsStopped() async throws {
    let playing = try await noise.play(Self.rain)
    #expect(playing.since == morning && playing.until == nil)
    #expect(outputs.sound(of: .noise)?.sound == "rain")
    // If the sound is gone, another noise stands in, never an alarm tone.
    let standIn = try #require(outputs.sound(of: .noise)?.fallback)
    #expect(SoundShelf().views.contains { $0.id == standIn && $0.category == "noise" })
    time.advance(by: .seconds(86_400))
    #expect(noise.current?.standing == .playing)
    #expect(noise.stop()?.noise == Self.rain)
    #expect(outputs.sound(of: .noise) == nil && noise.current == nil)
    #expect(noise.stop() == nil)
    #expect(events.pending.map(\.kind) == [.noiseStarted, .noiseEnded])
    #expect(details == ["rain 30%", "rain: stopped"])
  }

  @Test func itEndsWhenItsTimeIsOver() async throws {
    let rain = Noise(sound: "rain", volume: 30, length: .seconds(45 * 60), fadeOut: .seconds(600))
    #expect(try await noise.play(rain).until == morning + .seconds(45 * 60))
    #expect(outputs.sound(of: .noise)?.fadeOut == .seconds(600))
    #expect(outputs.sound(of: .noise)?.end == time.monotonic + .seconds(45 * 60))
    time.advance(by: .seconds(45 * 60) - .milliseconds(1))
    #expect(noise.current != nil)
    time.advance(by: .milliseconds(1))
    #expect(noise.current == nil && outputs.sound(of: .noise) == nil)
    #expect(details == ["rain 30% for 45m, fading out over 10m", "rain: its time was over"])
  }

  @Test func itDoesNotComeBackAfterAnAlarm() async throws {
    _ = try await noise.play(Self.rain)
    outputs.stand(.dispossessed)
    #expect(noise.current == nil)
    outputs.stand(.playing)
    #expect(noise.current == nil)
    #expect(details.last == "rain: an alarm took the speaker; it does not come back by itself")
  }

  @Test func theEndIsNoticedThoughNobodyAsks() async throws {
    let running = Task { [noise] in await noise.run() }
    defer { running.cancel() }
    _ = try await noise.play(Self.rain)
    outputs.stand(.dispossessed)
    #expect(await time.eventually(every: .milliseconds(250)) { events.pending.last?.kind == .noiseEnded })
  }

  @Test(arguments: [SpeakerStanding.waiting(behind: .preview), .waiting(behind: .timer), .failing(50, busy), .starting])
  func whatSilencesItForAWhileDoesNotEndIt(standing: SpeakerStanding) async throws {
    _ = try await noise.play(Self.rain)
    outputs.stand(standing)
    time.advance(by: .seconds(600))
    #expect(noise.current?.standing == standing)
    outputs.stand(.playing)
    #expect(noise.current?.standing == .playing)
    #expect(events.pending.map(\.kind) == [.noiseStarted])
  }

  @Test func anotherTakesItsPlace() async throws {
    _ = try await noise.play(Self.rain)
    _ = try await noise.play(Noise(sound: "brown", volume: 20))
    #expect(outputs.sound(of: .noise)?.sound == "brown")
    #expect(details == ["rain 30%", "rain: another took its place", "brown 20%"])
  }

  @Test func oneThatIsNeverHeardEndsWithTheSpeakersError() async throws {
    outputs.stand(.failing(4, Self.busy))
    await #expect(throws: Self.busy) { try await noise.play(Self.rain) }
    #expect(noise.current == nil && outputs.sound(of: .noise) == nil)
    #expect(details.last?.hasPrefix("rain: failed: speaker: opening: EBUSY") == true)
  }

  @Test func itBeginsOnceTheSpeakerCanBeOpened() async throws {
    outputs.stand(.failing(3, Self.busy))
    let play = Task { [noise] in try await noise.play(Self.rain) }
    #expect(await eventually { outputs.sound(of: .noise) != nil })
    outputs.stand(.playing)
    #expect(await time.eventually(every: .milliseconds(10)) { noise.current?.standing == .playing })
    time.advance(by: .milliseconds(10))
    #expect(try await play.value.noise == Self.rain)
  }

  @Test(
    arguments: [(80, true, FoundTone.mostVolume), (20, true, 20), (0, true, nil), (80, false, nil)]
      as [(Int, Bool, Int?)])
  func theToneOfACardThatWasFoundIsSofterThanTheAlarm(volume: Int, guides: Bool, heard: Int?) {
    let settings = Settings { ($0.volume, $0.guides) = (volume, guides) }
    let plan = settings.plan(for: Alarm(id: "aaaaaa", recurrence: .instant(.min)))
    #expect(FoundTone.preview(for: plan, settings)?.sound?.volume == heard)
  }

  @Test func theToneOfACardThatWasFoundSoundsAfterAMoment() async throws {
    let tone = FoundTone(inForce: BookInForce(AlarmBook()), previews: player, time: time)
    tone.note(.cardTaken(Settings().plan(for: Alarm(id: "aaaaaa", recurrence: .instant(.min)))))
    #expect(await eventually { time.hasSleepers })
    #expect(outputs.sound(of: .preview) == nil)
    await time.eventually(every: .milliseconds(50)) { outputs.sound(of: .preview)?.sound == SoundShelf.foundID }
    #expect(await time.eventually(every: .milliseconds(50)) { outputs.sound(of: .preview) == nil && !player.isPlaying })
  }
}
