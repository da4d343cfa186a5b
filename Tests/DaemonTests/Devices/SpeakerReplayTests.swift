import Glibc
import Hardware
import Synchronization
import Testing

@testable import AlarmClock
@testable import Daemon

/// A PCM whose hardware pointer moves only after the first opening, like I2S on a Raspberry Pi 5.
private final class PlaysOnce: AudioOutput {
  private struct State {
    var openings = 0
    var played = 0
  }

  private let state = Mutex(State())
  private let playsAgain: Bool

  init(playsAgain: Bool) { self.playsAgain = playsAgain }

  var openings: Int { state.withLock { $0.openings } }

  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat {
    state.withLock { $0 = State(openings: $0.openings + 1) }
    return AudioFormat(rate: 48_000, mixerVolume: nil)
  }

  func play(_ samples: [Float]) throws(HardwareError) -> Int {
    usleep(1000)
    return state.withLock { state in
      if playsAgain || state.openings == 1 { state.played += samples.count }
      return state.played
    }
  }

  func close() {}
}

@Suite struct SpeakerReplayTests {
  private let time = ManualTime(morning)
  private let health: DeviceHealth

  init() throws { health = try DeviceHealth(at: time) }

  private func outputs(_ speaker: PlaysOnce) throws -> Outputs {
    var board = try BoardChoice.board("mock", time: time)
    board.fit(.speaker, speaker)
    return try Outputs(board: board, health: health, events: health.events, time: time)
  }

  private var sound: SoundDemand { SoundDemand(sound: "tone", volume: 50, start: time.monotonic) }

  private func replay(on outputs: Outputs) async -> Bool? {
    outputs.play(sound, by: .test)
    #expect(await eventually { outputs.standing(of: .test) == .playing })
    outputs.play(nil, by: .test)
    let replay = Task { [time, sound] in await SpeakerReplay(outputs: outputs, time: time).run(sound) }
    let passing = Task { [time] in
      while !Task.isCancelled {
        time.advance(by: .milliseconds(20))
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    defer { passing.cancel() }
    return await replay.value
  }

  @Test(arguments: [false, true]) func findsASpeakerThatPlaysOnlyTheFirstTime(playsAgain: Bool) async throws {
    let speaker = PlaysOnce(playsAgain: playsAgain)
    let outputs = try outputs(speaker)
    #expect(await replay(on: outputs) == playsAgain)
    #expect(health.failure(of: .speaker)?.error.code == (playsAgain ? nil : ETIMEDOUT))
    #expect(playsAgain ? speaker.openings == 2 : speaker.openings >= 2)
    if playsAgain { #expect(await eventually { outputs.isSpeakerSilent }) }
  }

  @Test func anAlarmFindsTheSilentSpeakerFailedWithinTheGrace() async throws {
    let outputs = try outputs(PlaysOnce(playsAgain: false))
    outputs.play(sound, by: .preview)
    #expect(await eventually { outputs.standing(of: .preview) == .playing })
    outputs.play(nil, by: .preview)
    #expect(await eventually { outputs.isSpeakerSilent })
    outputs.apply(RingDemand(sound: sound, vibration: .off, isBuzzing: false, isLit: false, isExclusive: true))
    #expect(outputs.devices.speaker == .pending)
    time.advance(by: SpeakerProof.grace)
    #expect(outputs.devices.speaker == .failed)
    #expect(await time.eventually(every: .milliseconds(100)) { health.failure(of: .speaker)?.error.code == ETIMEDOUT })
    outputs.close()
  }
}
