import Glibc
import Testing

@testable import Sound

private let rate = 48_000

private func noise(_ id: String, seconds: Int, rate: Int = rate) throws -> [Float] {
  let sound = try #require(SoundLibrary.sound(id: id))
  var generator = SoundGenerator(sound: sound, rate: rate)
  return generator.next(seconds * rate)
}

@Suite struct NoiseTests {
  private static let colours: [(id: String, slope: Double)] = [("white", 0), ("pink", -3.01), ("brown", -6.02)]

  @Test("a noise's spectrum falls by its colour's slope", arguments: colours)
  func theSpectrumFallsByItsSlope(id: String, slope: Double) throws {
    let spectrum = Spectrum(try noise(id, seconds: 5), rate: rate)
    let octaves = (0...5).map(Double.init)
    let densities = octaves.map { spectrum.density(around: 250 * pow(2, $0)) }
    for (octave, density) in zip(octaves, densities) {
      #expect(abs(density - densities[2] - slope * (octave - 2)) < 1, "\(250 * pow(2, octave)) Hz")
    }
    // 12 dB less per octave below 100 Hz, because lower sound would only wear out a small speaker.
    let below = spectrum.density(around: 45) - densities[2] - slope * log2(45 / 1000)
    #expect(below < -8)
  }

  private static let all = ["white", "pink", "brown", "rain", "fan"]

  /// Whether any 20 ms of the first two seconds occur again at any time.
  private static func repeats(_ samples: [Float], rate: Int) -> Bool {
    let length = rate / 50
    return stride(from: rate, to: 2 * rate, by: rate / 4).contains { start in
      (start + length..<samples.count - length).contains { place in
        (0..<length).allSatisfy { abs(samples[start + $0] - samples[place + $0]) < 0.001 }
      }
    }
  }

  @Test("a noise does not repeat within a minute, and has no mean", arguments: all)
  func aNoiseDoesNotRepeat(id: String) throws {
    let rate = 8_000
    let minute = try noise(id, seconds: 60, rate: rate)
    #expect(!Self.repeats(minute, rate: rate))
    let mean = minute.reduce(0) { $0 + Double($1) } / Double(minute.count)
    #expect(abs(mean) < 0.001)
    // A loop of 17.3 s of the same noise is detected.
    var loop = Loop(Array(minute[..<138_400]))
    #expect(Self.repeats(loop.next(minute.count), rate: rate))
  }

  @Test("the size of the requests changes nothing", arguments: all)
  func theSizeOfTheRequestsChangesNothing(id: String) throws {
    let sound = try #require(SoundLibrary.sound(id: id))
    var pieces = SoundGenerator(sound: sound, rate: rate)
    let joined = [0, 1, 959, 960, 24_000, 7].flatMap { pieces.next($0) }
    var whole = SoundGenerator(sound: sound, rate: rate)
    let areEqual = whole.next(joined.count) == joined
    #expect(areEqual)
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
    #expect(unsteadiness(try noise("rain", seconds: 4)) > 0.7)
    for id in ["white", "pink", "brown", "fan"] {
      #expect(unsteadiness(try noise(id, seconds: 2)) < 0.35, "\(id)")
    }
  }

  @Test func aFanHumsAtThePaceOfItsBlades() throws {
    let samples = try noise("fan", seconds: 10)
    let hum = amplitude(of: 128, in: samples, rate: rate)
    for frequency in [110.0, 122, 135, 150] {
      #expect(hum > 8 * amplitude(of: frequency, in: samples, rate: rate), "\(frequency) Hz")
    }
  }
}
