import Glibc
import Testing

@testable import Sound

private let rate = 48_000

private func samples(of sound: BuiltInSound, seconds: Double, rate: Int = rate) -> [Float] {
  var generator = SoundGenerator(sound: sound, rate: rate)
  return generator.next(Int(seconds * Double(rate)))
}

private func samples(of id: String, seconds: Double) throws -> [Float] {
  samples(of: try #require(SoundLibrary.sound(id: id)), seconds: seconds)
}

@Suite struct BuiltInSoundTests {
  @Test("the tone's strongest frequency is 880 Hz", arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
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

  @Test func theSizeOfTheRequestsChangesNothing() {
    var pieces = SoundGenerator(sound: SoundLibrary.tone, rate: rate)
    var joined: [Float] = []
    for count in [0, 1, 959, 960, 24_000, 23_999, 60_000, 7] { joined += pieces.next(count) }
    var whole = SoundGenerator(sound: SoundLibrary.tone, rate: rate)
    let areEqual = whole.next(joined.count) == joined
    #expect(areEqual)
  }

  /// The band with most of a sound's power, in hertz.
  private static let bands: [(id: String, lowest: Double, highest: Double)] = [
    ("tone", 800, 960), ("bell", 1_500, 1_640), ("beep", 1_900, 2_200), ("siren", 580, 1_220), ("chime", 500, 1_070),
    ("marimba", 370, 900), ("birds", 2_000, 5_500), ("rain", 300, 7_000), ("fan", 90, 400),
  ]

  @Test("a sound's power lies where it should", arguments: bands)
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

  @Test("a sound is the same one at any rate", arguments: [8_000, 22_050, 44_100, 96_000])
  func aSoundIsTheSameAtAnyRate(rate: Int) throws {
    func level(_ sound: BuiltInSound, rate: Int) -> Double {
      let all = samples(of: sound, seconds: 2.5, rate: rate)
      // Frequencies that exist at a rate of 8 kHz too.
      return 10
        * log10(
          [523.25, 783.99, 880, 1567.98, 2048].reduce(0) { sum, frequency in
            sum + pow(amplitude(of: frequency, in: all, rate: rate), 2)
          })
    }
    for sound in SoundLibrary.all where ["tone", "bell", "beep", "chime"].contains(sound.id) {
      #expect(abs(level(sound, rate: rate) - level(sound, rate: 48_000)) < 0.5, "\(sound.id)")
    }
  }
}
