import Glibc
import MockHardware
import Testing

@testable import AlarmClock
@testable import Daemon

/// Sharing of the mock speaker, on the real thread.
@Suite struct SharingTests {
  private let time = ManualTime(morning)
  private let output = MockAudioOutput()
  private let speaker: SpeakerThread

  init() throws { speaker = try SpeakerThread(alone: output, time: time) }

  private func demand(_ sound: String, volume: Int = 50, end: Duration? = nil) -> SoundDemand {
    SoundDemand(sound: sound, volume: volume, start: time.monotonic, end: end)
  }

  private func plays(_ sound: String?) async -> Bool { await eventually { output.playback.stream?.sound == sound } }

  @Test func noiseGivesWayToAPreviewAndATimerAndComesBack() async throws {
    speaker.want(demand("chime"), by: .noise)
    #expect(await plays("chime"))
    for claimant in [Claimant.preview, .timer] {
      speaker.want(demand("bell"), by: claimant)
      #expect(speaker.standing(of: .noise) == .waiting(behind: claimant))
      #expect(await plays("bell"))
      #expect(await eventually { speaker.standing(of: claimant) == .playing })
      speaker.want(nil, by: claimant)
      #expect(await plays("chime"))
      #expect(await eventually { speaker.standing(of: .noise) == .playing })
    }
  }

  @Test func anAlarmTakesTheSpeakerForGoodFromPreviewAndNoiseButNotFromATimer() async throws {
    speaker.want(demand("chime"), by: .noise)
    speaker.want(demand("bell"), by: .preview)
    speaker.want(demand("chime", volume: 70), by: .timer)
    speaker.want(demand("tone"), by: .alarm)
    #expect(await plays("tone"))
    #expect(speaker.standing(of: .preview) == .dispossessed && speaker.standing(of: .noise) == .dispossessed)
    #expect(speaker.standing(of: .timer) == .waiting(behind: .alarm))
    speaker.want(nil, by: .alarm)
    #expect(await eventually { output.playback.stream?.volume == 70 })
    speaker.want(nil, by: .timer)
    #expect(await eventually { speaker.isSilent })
    speaker.want(demand("chime"), by: .noise)
    #expect(await eventually { speaker.standing(of: .noise) == .playing })
  }

  @Test func noiseOutlivesASpeakerThatIsGoneForAWhile() async throws {
    speaker.want(demand("chime"), by: .noise)
    #expect(await eventually { speaker.standing(of: .noise) == .playing })
    output.fail(.error(ENODEV))
    #expect(
      await eventually { if case .failing(let count, _) = speaker.standing(of: .noise) { count > 3 } else { false } })
    output.heal()
    #expect(await eventually { speaker.standing(of: .noise) == .playing })
  }

  @Test func aPreviewBehindFailingNoiseIsTriedAsOftenAsAnyOther() async throws {
    output.fail(.error(EBUSY))
    speaker.want(demand("chime"), by: .noise)
    #expect(
      await eventually { if case .failing(let count, _) = speaker.standing(of: .noise) { count > 2 } else { false } })
    speaker.want(demand("bell"), by: .preview)
    if case .failing(let count, _) = speaker.standing(of: .preview) { #expect(count <= 1) }
    #expect(
      await eventually { if case .failing(let count, _) = speaker.standing(of: .preview) { count > 3 } else { false } })
  }

  @Test func onlyAnAlarmSetsTheMixer() async throws {
    output.setMixer(20)
    for claimant in Claimant.allCases.reversed() {
      speaker.want(demand("bell"), by: claimant)
      #expect(await eventually { speaker.standing(of: claimant) == .playing })
      let isAlarm = claimant == .alarm
      #expect(output.playback.mixer == (isAlarm ? MockAudioOutput.mixerLevel : 20))
      #expect(speaker.mixerVolume == (isAlarm ? MockAudioOutput.mixerLevel : 20))
    }
    for claimant in Claimant.allCases { speaker.want(nil, by: claimant) }
    #expect(await eventually { speaker.isSilent && output.playback.mixer == 20 })
    #expect(speaker.mixerVolume == 20)
  }
}
