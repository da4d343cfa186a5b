import Glibc
import Hardware
import MockHardware
import TestDevices
import Testing

@Suite struct AudioOutputTests {
  let clock = ManualClock()
  let history: MockHistory
  let speaker: MockAudioOutput
  /// 20 ms at half of full scale.
  let chunk = [Float](repeating: -0.5, count: 960)

  init() throws {
    history = MockHistory(now: { 0 })
    speaker = MockAudioOutput(history: history, clock: clock.mockClock)
    #expect(try speaker.open(AudioStream(sound: "tone", volume: 80, setsMixer: true)).rate == 48_000)
  }

  @Test func aStreamPlaysAsFastAsTheClockRuns() throws {
    let start = clock.now
    for number in 1...500 {
      let played = try speaker.play(chunk)
      #expect(number * 960 - played <= MockAudioOutput.bufferSize + 1)
    }
    // 10 s of samples less the 100 ms that are still in the buffer.
    #expect(abs(clock.now - start - 9_900_000_000) < 1_000_000)
    #expect(speaker.playback.peak == 0.5)
    #expect(speaker.playback.queued == 480_000)
  }

  @Test func framesNeverOutrunWhatWasQueued() throws {
    #expect(try speaker.play(chunk) == 0)
    clock.advance(milliseconds: 10)
    #expect(speaker.playback.played == 480)
    clock.advance(milliseconds: 3_600_000)
    #expect(speaker.playback.played == 960)
    // After the underrun the count continues.
    #expect(try speaker.play(chunk) == 960)
    clock.advance(milliseconds: 5)
    #expect(speaker.playback.played == 1200)
  }

  @Test func aStreamIsPlayingFromItsFirstSamplesUntilItStarves() throws {
    #expect(!speaker.playback.isPlaying)
    _ = try speaker.play([])
    #expect(!speaker.playback.isPlaying)
    _ = try speaker.play(chunk)
    #expect(speaker.playback.isPlaying)
    clock.advance(milliseconds: 900)
    #expect(speaker.playback.isPlaying)
    clock.advance(milliseconds: 200)
    #expect(!speaker.playback.isPlaying)
    #expect(history.lines == ["speaker open tone 80%", "speaker playing"])
  }

  @Test func aStalledStreamTakesSamplesAndStandsStillAsDoesOneThatIsOpenedMeanwhile() throws {
    for _ in 1...10 { _ = try speaker.play(chunk) }
    let before = speaker.playback.played
    speaker.fail(.stall)
    let start = clock.now
    for _ in 1...50 { #expect(try speaker.play(chunk) == before) }
    #expect(abs(clock.now - start - 1_000_000_000) < 1_000_000, "it takes samples no faster than it would play them")
    #expect(!speaker.playback.isPlaying)
    speaker.heal()
    for _ in 1...50 { _ = try speaker.play(chunk) }
    #expect(abs(speaker.playback.played - before - 48_000) <= 1)
    #expect(history.lines.suffix(3) == ["speaker fail stall", "speaker heal stall", "speaker playing"])
    speaker.fail(.stall)
    _ = try speaker.open(AudioStream(sound: "bell", volume: 1, setsMixer: true))
    for _ in 1...50 { #expect(try speaker.play(chunk) == 0) }
    #expect(speaker.playback.stream?.sound == "bell")
  }

  /// Events, and the errno with which they end a blocked play.
  private static let ends: [(event: @Sendable (MockAudioOutput) throws -> Void, code: Int32)] = [
    ({ $0.fail(.error(ENODEV)) }, ENODEV), ({ try $0.close() }, EBADFD),
    ({ _ = try $0.open(AudioStream(sound: "bell", volume: 1, setsMixer: true)) }, EBADFD),
  ]

  @Test(arguments: ends.indices)
  func aFailureAndTheEndOfAStreamEndABlockedPlay(index: Int) throws {
    let (speaker, start, (event, code)) = (speaker, clock.now, Self.ends[index])
    clock.schedule(inMilliseconds: 300) { #expect(throws: Never.self) { try event(speaker) } }
    #expect(failureCode { try speaker.play([Float](repeating: 0, count: 480_000)) } == code)
    #expect(code == ENODEV ? clock.now - start <= 320_000_000 : speaker.playback.queued == 0)
  }
}
