import Glibc
import TestSupport
import Testing

@testable import Sound

private let rate = 48_000

@Suite struct BuiltInSoundTests {
  @Test(arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
  func theTonesStrongestFrequencyIs880(rate: Int) {
    let second = samples(of: SoundLibrary.tone, seconds: 1, rate: rate)
    let strength = amplitude(of: 880, in: second, rate: rate)
    #expect(strength > 0.2)
    for frequency in [220, 440, 660, 1320, 1760, 2640, 3520] where frequency < rate / 2 {
      #expect(amplitude(of: Double(frequency), in: second, rate: rate) < strength / 2, "\(frequency) Hz")
    }
  }

  @Test func theToneIsPulsedTwiceASecond() {
    let pulses = pulses(in: samples(of: SoundLibrary.tone, seconds: 5), rate: rate)
    #expect(pulses.count == 10)
    for pulse in pulses {
      #expect(abs(pulse.sound - 0.25) < 0.015)
      #expect(abs(pulse.silence - 0.25) < 0.015)
    }
  }

  @Test(arguments: ["tone", "white", "pink", "brown", "rain", "fan"])
  func theSizeOfTheRequestsChangesNothing(id: String) throws {
    let sound = try #require(SoundLibrary.sound(id: id))
    var (pieces, whole) = (SoundGenerator(sound: sound, rate: rate), SoundGenerator(sound: sound, rate: rate))
    let joined = [0, 1, 959, 960, 24_000, 23_999, 60_000, 7].flatMap { pieces.next($0) }
    let areEqual = whole.next(joined.count) == joined
    #expect(areEqual)
  }

  /// The band with most of a sound's power, in hertz.
  @Test(arguments: [
    ("tone", 800, 960), ("bell", 1_500, 1_640), ("beep", 1_900, 2_200), ("siren", 580, 1_220), ("chime", 500, 1_070),
    ("marimba", 370, 900), ("birds", 2_000, 5_500), ("rain", 300, 7_000), ("fan", 90, 400),
  ])
  func theSoundsPowerLiesWhereItShould(id: String, lowest: Double, highest: Double) throws {
    #expect(Spectrum(try samples(of: id, seconds: 3), rate: rate).share(lowest, highest) > 0.6)
  }

  /// Returns the pitch of 20 ms by its zero crossings.
  private static func pitch(at time: Double, in samples: [Float]) -> Double {
    let stretch = samples[Int(time * Double(rate))..<Int((time + 0.02) * Double(rate))]
    let crossings = zip(stretch.indices, stretch.indices.dropFirst()).filter { samples[$0] < 0 && samples[$1] >= 0 }
    guard let first = crossings.first?.0, let last = crossings.last?.0, first < last else { return 0 }
    return Double((crossings.count - 1) * rate) / Double(last - first)
  }

  @Test func theSirenRisesAndFallsByAnOctave() throws {
    let siren = try samples(of: "siren", seconds: 4)
    let pitches = stride(from: 0.0, to: 3.9, by: 0.1).map { Self.pitch(at: $0, in: siren) }
    for (index, pitch) in pitches.enumerated() {
      // In the middle of the stretch, 10 ms later: up by an octave per second from 600 Hz, then down.
      let time = (Double(index) / 10 + 0.01).truncatingRemainder(dividingBy: 2)
      #expect(abs(pitch / (600 * exp2(1 - abs(1 - time))) - 1) < 0.03, "\(index) tenths of a second")
    }
  }

  @Test func birdsChirpAndTrill() throws {
    let birds = try samples(of: "birds", seconds: 6)
    // A chirp rises and falls by at least a third of an octave.
    let chirp = [0.005, 0.055, 0.1].map { Self.pitch(at: $0, in: birds) }
    #expect(chirp[1] > 1.15 * chirp[0] && chirp[1] > 1.1 * chirp[2])
    // A trill swings 24 times a second, so its pitch rises and falls every 42 ms.
    let trill = stride(from: 0.76, to: 1.38, by: 1.0 / 96).map { Self.pitch(at: $0, in: birds) }
    let turns = zip(zip(trill, trill.dropFirst()), trill.dropFirst(2)).filter { ($0.1 - $0.0) * ($1 - $0.1) < 0 }
    #expect((20...40).contains(turns.count))
    #expect(pulses(in: birds, rate: rate).filter { $0.silence > 0.03 }.count > 8)
  }

  @Test(arguments: [8_000, 22_050, 44_100, 96_000])
  func aSoundIsTheSameAtAnyRate(rate: Int) throws {
    func level(_ sound: BuiltInSound, rate: Int) -> Double {
      let all = samples(of: sound, seconds: 2.5, rate: rate)
      // Frequencies that exist at a rate of 8 kHz too.
      let amplitudes = [523.25, 783.99, 880, 1567.98, 2048].map { amplitude(of: $0, in: all, rate: rate) }
      return 10 * log10(amplitudes.reduce(0) { $0 + $1 * $1 })
    }
    for sound in SoundLibrary.all where ["tone", "bell", "beep", "chime"].contains(sound.id) {
      #expect(abs(level(sound, rate: rate) - level(sound, rate: 48_000)) < 0.5, "\(sound.id)")
    }
  }
}

@Suite struct JointTests {
  /// All loops, including the fan's hum.
  private static let loops: [(id: String, score: Score)] = SoundLibrary.all.compactMap { sound in
    switch sound.synthesis {
    case .score(let score): (sound.id, score)
    case .noise(let noise): noise.hum.map { (sound.id, $0) }
    }
  }

  /// Whether the wave bends more sharply within 2 ms of the joint than elsewhere, by the second difference of its
  /// samples.
  private static func clicks(_ turn: [Float]) -> Bool {
    var loop = Loop(turn)
    let samples = loop.next(3 * turn.count)
    let near = rate / 500
    var (atJoint, elsewhere): (Float, Float) = (0, 0)
    for index in turn.count / 2..<(turn.count * 5 / 2) {
      let bend = abs(samples[index - 1] - 2 * samples[index] + samples[index + 1])
      let place = (index + near) % turn.count
      if place < 2 * near { atJoint = max(atJoint, bend) } else { elsewhere = max(elsewhere, bend) }
    }
    return atJoint > elsewhere
  }

  @Test func everyLoopIsTried() {
    #expect(Self.loops.map(\.id) == ["tone", "bell", "beep", "siren", "chime", "marimba", "birds", "fan"])
  }

  @Test(arguments: loops, [44_100, 48_000])
  func turnsJoinWithoutAClick(loop: (id: String, score: Score), rate: Int) throws {
    let turn = loop.score.loop(rate: rate)
    // In a variable, because a failure would print the whole loop.
    let clicks = Self.clicks(turn)
    #expect(!clicks)
    let sound = try #require(SoundLibrary.sound(id: loop.id))
    guard case .score = sound.synthesis else { return }
    var generator = SoundGenerator(sound: sound, rate: rate)
    let clicksAsPlayed = Self.clicks(generator.next(turn.count))
    #expect(!clicksAsPlayed)
  }

  @Test(arguments: loops)
  func aLoopThatIsCutOffIsFoundOut(loop: (id: String, score: Score)) throws {
    let turn = loop.score.loop(rate: rate)
    let high = peak(turn) / 2
    let cut = try #require(turn.indices.dropFirst(turn.count / 3).first { abs(turn[$0]) > high })
    let clicks = Self.clicks(Array(turn[..<cut]))
    #expect(clicks)
  }

  @Test(arguments: loops.filter { $0.id != "fan" })
  func aSoundRepeatsAfterItsTurn(loop: (id: String, score: Score)) throws {
    let turn = Int(loop.score.length * Double(rate))
    var generator = SoundGenerator(sound: try #require(SoundLibrary.sound(id: loop.id)), rate: rate)
    let all = generator.next(2 * turn)
    let repeats = all[..<turn] == all[turn...]
    #expect(repeats)
  }

  @Test(arguments: ["siren", "fan"])
  func whatHasNoPauseGoesOnThroughItsJoint(id: String) throws {
    let score = try #require(Self.loops.first { $0.id == id }).score
    let turn = score.loop(rate: rate)
    let edge = rate / 200
    var loop = Loop(turn)
    let samples = loop.next(2 * turn.count)
    func loudness(_ center: Int) -> Float {
      samples[(center - edge * 2)..<(center + edge * 2)].reduce(0) { $0 + $1 * $1 }
    }
    // If a note did not overlap its beginning, a quarter of this stretch would be missing.
    let before = loudness(turn.count - 6 * edge)
    #expect(abs(loudness(turn.count) / before - 1) < 0.1)
  }
}

@Suite struct NoiseTests {
  private static let colours: [(id: String, slope: Double)] = [("white", 0), ("pink", -3.01), ("brown", -6.02)]

  @Test(arguments: colours)
  func theSpectrumFallsByItsSlope(id: String, slope: Double) throws {
    let spectrum = Spectrum(try samples(of: id, seconds: 5), rate: rate)
    let octaves = (0...5).map(Double.init)
    let densities = octaves.map { spectrum.density(around: 250 * pow(2, $0)) }
    for (octave, density) in zip(octaves, densities) {
      #expect(abs(density - densities[2] - slope * (octave - 2)) < 1, "\(250 * pow(2, octave)) Hz")
    }
    // 12 dB less per octave below 100 Hz, because lower sound would only wear out a small speaker.
    let below = spectrum.density(around: 45) - densities[2] - slope * log2(45 / 1000)
    #expect(below < -8)
  }

  /// Whether any 20 ms of the first two seconds occur again at any time.
  private static func repeats(_ samples: [Float], rate: Int) -> Bool {
    let length = rate / 50
    return stride(from: rate, to: 2 * rate, by: rate / 4).contains { start in
      (start + length..<samples.count - length).contains { place in
        (0..<length).allSatisfy { abs(samples[start + $0] - samples[place + $0]) < 0.001 }
      }
    }
  }

  @Test(arguments: ["white", "pink", "brown", "rain", "fan"])
  func aNoiseDoesNotRepeatWithinAMinuteAndHasNoMean(id: String) throws {
    let rate = 8_000
    let minute = try samples(of: id, seconds: 60, rate: rate)
    #expect(!Self.repeats(minute, rate: rate))
    let mean = minute.reduce(0) { $0 + Double($1) } / Double(minute.count)
    #expect(abs(mean) < 0.001)
    // A loop of 17.3 s of the same noise is detected.
    var loop = Loop(Array(minute[..<138_400]))
    #expect(Self.repeats(loop.next(minute.count), rate: rate))
  }

  @Test func rainHasDropsThatStandOutOfItsNoise() throws {
    // The variation of the power in 5 ms, computed from differences of samples, because drops are higher than the rest.
    func unsteadiness(_ samples: [Float]) -> Double {
      let powers = stride(from: 1, to: samples.count - rate / 200, by: rate / 200).map { start in
        (start..<start + rate / 200).reduce(0.0) { $0 + pow(Double(samples[$1] - samples[$1 - 1]), 2) }
      }
      let mean = powers.reduce(0, +) / Double(powers.count)
      return (powers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(powers.count)).squareRoot() / mean
    }
    #expect(unsteadiness(try samples(of: "rain", seconds: 4)) > 0.7)
    for id in ["white", "pink", "brown", "fan"] {
      #expect(unsteadiness(try samples(of: id, seconds: 2)) < 0.35, "\(id)")
    }
  }

  @Test func aFanHumsAtThePaceOfItsBlades() throws {
    let fan = try samples(of: "fan", seconds: 10)
    let hum = amplitude(of: 128, in: fan, rate: rate)
    for frequency in [110.0, 122, 135, 150] {
      #expect(hum > 8 * amplitude(of: frequency, in: fan, rate: rate), "\(frequency) Hz")
    }
  }
}
