import AlarmClock
import Glibc
import Hardware
import Storage
import Testing

@testable import Daemon

@Suite struct NoisePlayerTests {
  private let time = ManualTime(morning)
  private let outputs = FakeShared()
  private let events: EventLog
  private let player: NoisePlayer

  init() throws {
    events = EventLog(time: time, log: try quietLog())
    player = NoisePlayer(outputs: outputs, events: events, time: time)
  }

  private var details: [String] { events.pending.compactMap(\.detail) }
  private static let rain = Noise(sound: "rain", volume: 30)
  private static let busy = HardwareError(.speaker, "opening", code: EBUSY)

  @Test func noisePlaysUntilItIsStopped() async throws {
    let playing = try await player.play(Self.rain)
    #expect(playing.since == morning && playing.until == nil)
    #expect(outputs.sound(of: .noise)?.sound == "rain")
    // If the sound is gone, another noise stands in, never an alarm tone.
    let standIn = try #require(outputs.sound(of: .noise)?.fallback)
    #expect(SoundShelf().views.contains { $0.id == standIn && $0.category == "noise" })
    time.advance(by: .seconds(86_400))
    #expect(player.current?.standing == .playing)
    #expect(player.stop()?.noise == Self.rain)
    #expect(outputs.sound(of: .noise) == nil && player.current == nil)
    #expect(player.stop() == nil)
    #expect(events.pending.map(\.kind) == [.noiseStarted, .noiseEnded])
    #expect(details == ["rain 30%", "rain: stopped"])
  }

  @Test func itEndsWhenItsTimeIsOver() async throws {
    let noise = Noise(sound: "rain", volume: 30, length: .seconds(45 * 60), fadeOut: .seconds(600))
    let playing = try await player.play(noise)
    #expect(playing.until == morning + .seconds(45 * 60))
    #expect(outputs.sound(of: .noise)?.fadeOut == .seconds(600))
    #expect(outputs.sound(of: .noise)?.end == time.monotonic + .seconds(45 * 60))
    time.advance(by: .seconds(45 * 60) - .milliseconds(1))
    #expect(player.current != nil)
    time.advance(by: .milliseconds(1))
    #expect(player.current == nil && outputs.sound(of: .noise) == nil)
    #expect(details == ["rain 30% for 45m, fading out over 10m", "rain: its time was over"])
  }

  @Test func itDoesNotComeBackAfterAnAlarm() async throws {
    _ = try await player.play(Self.rain)
    outputs.stand(.dispossessed)
    #expect(player.current == nil)
    outputs.stand(.playing)
    #expect(player.current == nil)
    #expect(details.last == "rain: an alarm took the speaker; it does not come back by itself")
  }

  @Test func theEndIsNoticedThoughNobodyAsks() async throws {
    let running = Task { [player] in await player.run() }
    defer { running.cancel() }
    _ = try await player.play(Self.rain)
    outputs.stand(.dispossessed)
    #expect(await time.eventually(every: .milliseconds(250)) { events.pending.last?.kind == .noiseEnded })
  }

  static let setbacks: [SpeakerStanding] = [
    .waiting(behind: .preview), .waiting(behind: .timer), .failing(50, busy), .starting,
  ]

  @Test(arguments: setbacks)
  func whatSilencesItForAWhileDoesNotEndIt(standing: SpeakerStanding) async throws {
    _ = try await player.play(Self.rain)
    outputs.stand(standing)
    time.advance(by: .seconds(600))
    #expect(player.current?.standing == standing)
    outputs.stand(.playing)
    #expect(player.current?.standing == .playing)
    #expect(events.pending.map(\.kind) == [.noiseStarted])
  }

  @Test func anotherTakesItsPlace() async throws {
    _ = try await player.play(Self.rain)
    _ = try await player.play(Noise(sound: "brown", volume: 20))
    #expect(outputs.sound(of: .noise)?.sound == "brown")
    #expect(details == ["rain 30%", "rain: another took its place", "brown 20%"])
  }

  @Test func oneThatIsNeverHeardEndsWithTheSpeakersError() async throws {
    outputs.stand(.failing(4, Self.busy))
    await #expect(throws: Self.busy) { try await player.play(Self.rain) }
    #expect(player.current == nil && outputs.sound(of: .noise) == nil)
    #expect(details.last?.hasPrefix("rain: failed: speaker: opening: EBUSY") == true)
  }

  @Test func itBeginsOnceTheSpeakerCanBeOpened() async throws {
    outputs.stand(.failing(3, Self.busy))
    let play = Task { [player] in try await player.play(Self.rain) }
    #expect(await eventually { outputs.sound(of: .noise) != nil })
    outputs.stand(.playing)
    #expect(await time.eventually(every: .milliseconds(10)) { player.current?.standing == .playing })
    time.advance(by: .milliseconds(10))
    #expect(try await play.value.noise == Self.rain)
  }
}
