import Glibc
import Testing

@testable import Sound

private let rate = 48_000

@Suite struct LoudnessTests {
  /// Long enough for whole repetitions of every loop, and for rare peaks of noise.
  private static func measure(_ sound: BuiltInSound, rate: Int) throws -> Meter {
    var samples = samples(of: sound, seconds: 10, rate: rate)
    var ramp = VolumeRamp(volume: 100, rate: rate)
    ramp.apply(to: &samples)
    return try Meter(samples, rate: rate)
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func soundsAreEquallyLoudAndPeakLimited(rate: Int) throws {
    var loudness: [Double] = []
    for sound in SoundLibrary.all {
      let meter = try Self.measure(sound, rate: rate)
      #expect(meter.truePeak <= -1, "\(sound.id)")
      loudness.append(meter.loudness)
    }
    let (quietest, loudest) = (try #require(loudness.min()), try #require(loudness.max()))
    #expect(loudest - quietest <= 2, "\(zip(SoundLibrary.all.map(\.id), loudness).map { "\($0) \($1)" })")
    #expect(quietest > -10, "an alarm is loud")
  }

  /// Users' sounds are adjusted to it.
  @Test func theLoudnessOfTheToneIsKnown() throws {
    #expect(abs(try Self.measure(SoundLibrary.tone, rate: rate).loudness - SoundPreparation.toneLoudness) < 0.1)
  }

  /// A frequency in hertz, and the level of a sine of it afterwards, in decibels.
  static let band: [(Double, ClosedRange<Double>)] = [
    (12, -200...(-100)), (50, -60...(-45)), (100, -3.2...(-2.8)), (200, -0.1...0.1), (1000, -0.1...0.1),
    (9000, -0.2...0.1), (12_000, -3.2...(-2.8)), (15_000, -40...(-25)), (19_000, -200...(-60)),
  ]

  @Test(arguments: band) func theAudibleBandEndsSteeply(frequency: Double, expected: ClosedRange<Double>) {
    var samples = (0..<rate).map { Float(sin(2 * .pi * frequency * Double($0) / Double(rate))) }
    var filter = BandFilter.audible
    filter.apply(to: &samples)
    let power = samples[(rate / 2)...].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(rate / 2)
    let gain = 10 * log10(2 * power + 1e-19)
    #expect(expected.contains(gain), "\(gain) dB at \(frequency) Hz")
  }

  @Test func aConstantOffsetReachesNoSpeaker() {
    var samples = [Float](repeating: 0.5, count: rate)
    var filter = BandFilter.playable
    filter.apply(to: &samples)
    #expect(peak(Array(samples[(rate / 2)...])) < 1e-6)
  }

  @Test func theMeterKnowsTheLoudnessOfASine() throws {
    // EBU Tech 3341: a sine of -23 dBFS on one of two channels is -26 LUFS; its true peak is its amplitude.
    let sine = (0..<(20 * rate)).map { Float(0.0708 * sin(2 * .pi * 1000 * Double($0) / Double(rate))) }
    let meter = try Meter(sine, rate: rate)
    #expect(abs(meter.loudness + 26) < 0.1)
    #expect(abs(meter.truePeak + 23) < 0.1)
  }

  @Test func theLimiterTurnsALoopDownAroundItsPeaksAlone() {
    // One loud second in three, at the end, so that the gain recovers at the beginning of the loop.
    let wave = (0..<(3 * rate)).map { index in
      Float((index < 2 * rate ? 0.5 : 2) * sin(2 * .pi * 440 * Double(index) / Double(rate)))
    }
    var limited = wave
    Limiter.limit(loop: &limited, rate: rate)
    #expect(peak(limited) <= Limiter.ceiling)
    #expect(peak(Array(limited[(2 * rate)...])) > 0.99 * Limiter.ceiling)
    // Except 10 ms on either side, and the blocks that they share.
    let middle = (rate / 100)..<(2 * rate - rate / 100)
    let isUntouched = limited[middle] == wave[middle]
    #expect(isUntouched)
    #expect(limited[rate / 400] != wave[rate / 400])
  }

  @Test func theSoftClipIsStraightBelowAndNeverReachesTheCeiling() {
    var last = -Limiter.ceiling
    for step in -1000...1000 {
      let sample = Float(step) / 100
      let clipped = Limiter.softClip(sample)
      #expect(abs(clipped) < Limiter.ceiling && clipped > last && clipped == -Limiter.softClip(-sample))
      if abs(sample) <= 0.42 { #expect(clipped == sample) }
      last = clipped
    }
  }
}
