import Glibc
import Hardware
import MockHardware
import Sound
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

private final class Recorder: AudioOutput {
  private let tape = Box<[[Float]]>([])
  private let allowance: Doorbell

  init() throws { allowance = try Doorbell() }

  func allow(_ count: Int) { for _ in 0..<count { allowance.ring() } }

  var all: [[Float]] { tape.value }

  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat { AudioFormat(rate: 48_000, mixerVolume: 100) }
  func play(_ samples: [Float]) throws(HardwareError) -> Int {
    allowance.wait()
    tape.value.append(samples)
    return all.joined().count
  }
  func close() throws(HardwareError) {}
}

@Suite struct VoiceTests {
  private let time = ManualTime(morning)
  private let output: Recorder
  private let speaker: SpeakerThread

  init() throws {
    output = try Recorder()
    speaker = try SpeakerThread(alone: output, time: time)
  }

  private static func power(_ samples: [Float]) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
  }

  private func hear(_ count: Int) async -> [Float] {
    let before = output.all.count
    output.allow(count)
    #expect(await eventually { output.all.count == before + count })
    return output.all[before..<(before + count)].map(Self.power)
  }

  private func play(_ claimant: Claimant, volume: Int = 80) {
    speaker.want(SoundDemand(sound: "white", volume: volume, start: time.monotonic), by: claimant)
  }

  private func stop() async {
    for claimant in [Claimant.alarm, .noise] { speaker.want(nil, by: claimant) }
    output.allow(1)
    #expect(await eventually { speaker.isSilent })
  }

  private static func mean(_ powers: ArraySlice<Float>) -> Float { powers.reduce(0, +) / Float(powers.count) }

  @Test func wordsAreHeardOverASofterSoundThatIsNeverSilent() async throws {
    play(.alarm)
    let before = Self.mean(await hear(50).suffix(20))
    let first = output.all.count
    speaker.announce(try MadeSpeech.speech(seconds: 1))
    _ = await hear(150)
    let powers = output.all[first...].map(Self.power)
    let (least, most) = (try #require(powers.min()), try #require(powers.max()))
    // The sound drops by at most 10 dB before the first word.
    #expect(least < 0.4 * before && least > 0.25 * before, "\(least) of \(before)")
    #expect(most > 2 * before, "\(most) of \(before)")
    #expect(powers.count { $0 > 2 * before } >= 45)
    #expect(abs(Self.mean(powers.suffix(20)) / before - 1) < 0.1)
    #expect(output.all[first...].allSatisfy { $0.allSatisfy { abs($0) <= Voice.ceiling } })
    await stop()
  }

  @Test func theSumOfFullSoundAndWordsStaysBelowTheCeiling() throws {
    var voice = Voice(try MadeSpeech.speech(), ramp: VolumeRamp(volume: 100, rate: 48_000), rate: 48_000)
    var loudest: Float = 0
    while !voice.isOver {
      var samples = (0..<960).map { $0 % 2 == 0 ? Float(0.99) : -0.99 }
      voice.mix(into: &samples)
      loudest = samples.reduce(loudest) { max($0, abs($1)) }
    }
    // -1 dBFS is 0.891.
    #expect(loudest <= 0.8913 && loudest > 0.89)
  }

  @Test func nothingIsSaidOverWhatIsNoAlarmOrHasNoSound() async throws {
    play(.noise)
    let before = Self.mean(await hear(50).suffix(20))
    speaker.announce(try MadeSpeech.speech())
    #expect(await hear(60).allSatisfy { $0 < 1.5 * before && $0 > 0.7 * before })
    play(.alarm, volume: 0)
    speaker.announce(try MadeSpeech.speech())
    #expect(await hear(20).allSatisfy { $0 < 1.5 * before })
    play(.alarm)
    #expect(await hear(80).allSatisfy { $0 < 1.5 * before })
    await stop()
  }

  @Test func wordsEndWithTheRingAndDoNotComeBackWithTheNext() async throws {
    play(.alarm)
    let before = Self.mean(await hear(50).suffix(20))
    speaker.announce(try MadeSpeech.speech(seconds: 20))
    _ = await hear(50)
    await stop()
    let end = output.all.count
    play(.alarm)
    _ = await hear(100)
    #expect(output.all[end...].map(Self.power).allSatisfy { $0 < 1.5 * before })
    await stop()
  }

  @Test func spokenWordsAreASoundUntilTheyAreTakenAway() throws {
    let shelf = SoundShelf()
    let (speech, other) = (try MadeSpeech.speech(), try MadeSpeech.speech())
    #expect(!shelf.holds(SoundShelf.spokenID))
    shelf.put(speech)
    #expect(shelf.holds(SoundShelf.spokenID) && !shelf.knownIDs.contains(SoundShelf.spokenID))
    var source = try #require(shelf.source(of: SoundShelf.spokenID, rate: 48_000))
    #expect(source.next(24_000).reduce(0) { max($0, abs($1)) } > 0.5)
    shelf.put(other)
    shelf.take(speech)
    #expect(shelf.holds(SoundShelf.spokenID))
    shelf.take(other)
    #expect(shelf.source(of: SoundShelf.spokenID, rate: 48_000) == nil)
  }
}

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
    await eventually { if case .failing(let count, _) = speaker.standing(of: .noise) { count > 3 } else { false } }
    output.heal()
    #expect(await eventually { speaker.standing(of: .noise) == .playing })
  }

  @Test func aPreviewBehindFailingNoiseIsTriedAsOftenAsAnyOther() async throws {
    output.fail(.error(EBUSY))
    speaker.want(demand("chime"), by: .noise)
    await eventually { if case .failing(let count, _) = speaker.standing(of: .noise) { count > 2 } else { false } }
    speaker.want(demand("bell"), by: .preview)
    if case .failing(let count, _) = speaker.standing(of: .preview) { #expect(count <= 1) }
    await eventually { if case .failing(let count, _) = speaker.standing(of: .preview) { count > 3 } else { false } }
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

@Suite struct ReadAheadTests {
  private struct Broken: Error {}

  @Test func samplesComeInOrder() throws {
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) {
      var next: Float = 0
      return { count in
        defer { next += Float(count) }
        return (0..<count).map { next + Float($0) }
      }
    }
    var taken: [Float] = []
    for count in [1, 20, 300, 4000, 7] { taken += source.next(count) }
    #expect(taken == (0..<4328).map(Float.init))
  }

  @Test func noMoreIsReadThanSomeSecondsAhead() async throws {
    let count = Box(0)
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) {
      return { wanted in
        count.withLock { $0 += wanted }
        return [Float](repeating: 0, count: wanted)
      }
    }
    _ = source.next(1000)
    #expect(await eventually { count.withLock { $0 } >= 3000 })
    #expect(count.withLock { $0 } <= 4100)
  }

  @Test func ofASoundThatFailsWhatWasReadBeforeIsPlayedAndNothingElse() throws {
    let unopened = try ReadAhead(rate: 1000, patience: HangDetector.longest) { throw Broken() }
    #expect(unopened.next(10).isEmpty)
    #expect(unopened.next(10).isEmpty)
    let source = try ReadAhead(rate: 1000, patience: HangDetector.longest) {
      var isFirst = true
      return { count in
        guard isFirst else { throw Broken() }
        isFirst = false
        return [Float](repeating: 1, count: count)
      }
    }
    #expect(source.next(60).count == 60)
    #expect(source.next(60).count == 40)
    #expect(source.next(60).isEmpty)
  }

  /// A disk that hangs in the kernel, immediately or after the first read.
  @Test(arguments: [0, 1]) func aDiskThatHangsIsGivenUp(after reads: Int) async throws {
    let gate = try Wakeup()
    let hangs = Box(false)
    let source = try ReadAhead(rate: 1000, patience: .milliseconds(50)) {
      var count = 0
      return { wanted in
        if count == reads {
          hangs.withLock { $0 = true }
          gate.wait()
        }
        count += 1
        return [Float](repeating: 1, count: wanted)
      }
    }
    // Samples read before the hang still play, however long they took.
    #expect(await eventually { hangs.withLock { $0 } })
    var taken = 0
    while true {
      let samples = source.next(20)
      taken += samples.count
      if samples.count < 20 { break }
    }
    #expect(taken == 100 * reads)
    gate.signal()
    for _ in 0..<20 { #expect(source.next(20).isEmpty) }
  }

  @Test func itsThreadEndsWithItsLastOwner() async throws {
    final class Token: Sendable {}
    final class Watcher {
      weak var token: Token?
    }
    var token: Token? = Token()
    let watcher = Watcher()
    watcher.token = token
    var source: ReadAhead? = try ReadAhead(rate: 1000, patience: HangDetector.longest) { [token] in
      return { count in [Float](repeating: token == nil ? 1 : 0, count: count) }
    }
    token = nil
    #expect(source?.next(10).count == 10)
    #expect(watcher.token != nil)
    source = nil
    #expect(await eventually { watcher.token == nil })
  }
}
