import Glibc
import TestSupport
import Testing

@testable import LinuxHardware

@Suite struct SampleFormatTests {
  private static let numbers: [(sample: Float, s16: Int16, s32: Int32)] = [
    (0, 0, 0), (1, 32_767, 2_147_483_647), (-1, -32_767, -2_147_483_647),
    (0.5, 16_384, 1_073_741_824), (-0.5, -16_384, -1_073_741_824), (0.000_030_52, 1, 65_541), (0.000_01, 0, 21_475),
    // Clipped.
    (1.5, 32_767, 2_147_483_647), (-1000, -32_767, -2_147_483_647), (.infinity, 32_767, 2_147_483_647),
    (-.infinity, -32_767, -2_147_483_647),
    (.nan, 0, 0), (-.nan, 0, 0), (.signalingNaN, 0, 0),
  ]

  @Test(arguments: numbers)
  func aSampleBecomesANumberOfTheFormat(sample: Float, s16: Int16, s32: Int32) {
    #expect(Int16(truncatingIfNeeded: SampleFormat.s16.bits(of: sample)) == s16)
    #expect(Int32(bitPattern: SampleFormat.s32.bits(of: sample)) == s32)
  }

  @Test func floatsAreOnlyClipped() {
    let table: [(Float, Float)] = [(0.3, 0.3), (-2, -1), (2, 1), (.nan, 0)]
    for (sample, expected) in table {
      #expect(Float(bitPattern: SampleFormat.float.bits(of: sample)) == expected)
    }
  }

  private static let encodings: [(format: SampleFormat, channels: Int, bytes: [UInt8])] = [
    (.s16, 1, [0x00, 0x40, 0x01, 0x80]),
    (.s16, 2, [0x00, 0x40, 0x00, 0x40, 0x01, 0x80, 0x01, 0x80]),
    (.s24in3, 2, [0x00, 0x00, 0x40, 0x00, 0x00, 0x40, 0x01, 0x00, 0x80, 0x01, 0x00, 0x80]),
    (.s32, 1, [0x00, 0x00, 0x00, 0x40, 0x01, 0x00, 0x00, 0x80]),
    (.float, 1, [0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x80, 0xBF]),
  ]

  @Test(arguments: encodings)
  func everyChannelGetsTheSampleLowestByteFirst(format: SampleFormat, channels: Int, bytes: [UInt8]) {
    let samples: [Float] = [9, 0.5, -1, 9]
    #expect(format.encode(samples[1...2], channels: channels) == bytes)
  }

  @Test func noSamplesAreNoBytes() { #expect(SampleFormat.s16.encode([], channels: 2).isEmpty) }
}

@Suite struct MixerScaleTests {
  /// Gains in 1/100 dB by alsamixer's curve, computed by hand.
  private static let gains: [(range: ClosedRange<Int>, table: [(percent: Int, gain: Int)])] = [
    // The Pi's headphones, whose range ends above 0 dB.
    (-10_239...400, [(0, -10_239), (86, 14), (100, 400)]),
    // A wide range, and one that includes silence.
    (-6000...0, [(0, -6000), (50, -1558), (100, 0)]),
    (-9_999_999...0, [(0, -9_999_999), (10, -6000), (50, -1806), (100, 0)]),
    // A narrow range is linear.
    (-2000...0, [(0, -2000), (50, -1000), (100, 0)]), (-1200...1200, [(0, -1200), (25, -600), (100, 1200)]),
  ]

  @Test(arguments: gains)
  func aLevelIsAGainAsAlsamixerHasIt(gains: ClosedRange<Int>, table: [(percent: Int, gain: Int)]) {
    for (percent, gain) in table {
      #expect(MixerScale.gain(percent: percent, in: gains) == gain)
      #expect(MixerScale.percent(gain: gain, in: gains) == percent)
    }
  }

  @Test(arguments: [-10_239...400, -6000...0, -9_999_999...0, -2000...0, -450...4500] as [ClosedRange<Int>])
  func everyLevelComesBackAndMoreIsLouder(gains: ClosedRange<Int>) {
    let all = (0...100).map { MixerScale.gain(percent: $0, in: gains) }
    #expect(all.allSatisfy(gains.contains))
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    #expect(all.map { MixerScale.percent(gain: $0, in: gains) } == Array(0...100))
  }

  private static let raws: [(range: ClosedRange<Int>, table: [(percent: Int, raw: Int)])] = [
    (0...31, [(0, 0), (50, 16), (100, 31)]), (-50...100, [(0, -50), (50, 25), (100, 100)]),
    (0...1, [(0, 0), (100, 1)]),
  ]

  @Test(arguments: raws)
  func anElementWithoutDecibelsIsEvenOverItsRange(raws: ClosedRange<Int>, table: [(percent: Int, raw: Int)]) {
    for (percent, raw) in table { #expect(MixerScale.raw(percent: percent, in: raws) == raw) }
    #expect(MixerScale.percent(raw: raws.lowerBound, in: raws) == 0)
    #expect(MixerScale.percent(raw: raws.upperBound, in: raws) == 100)
  }

  @Test func anElementOfOneValueIsAtFullLevelAndGainsBeyondARangeAreItsEnds() {
    #expect(MixerScale.raw(percent: 30, in: 5...5) == 5)
    #expect(MixerScale.percent(raw: 5, in: 5...5) == 100)
    #expect(MixerScale.percent(gain: -20_000, in: -6000...0) == 0)
    #expect(MixerScale.percent(gain: 100, in: -6000...0) == 100)
  }
}

@Suite struct FadeOutTests {
  /// A wave of amplitude 1 that is cut off at any phase.
  @Test(arguments: 0..<12)
  func aFadeBendsNoMoreThanTheWaveAndEndsAtZero(phase: Int) throws {
    let step = 2 * Float.pi * 450 / 48_000
    let wave = (0..<2000).map { sin(step * Float($0) + .pi / 6 * Float(phase)) }
    let fade = PCMStream.fade(over: 960)
    let faded = zip(wave[1000...], fade).map { $0 * $1 }
    #expect(fade.last == 0)
    let heard = wave[..<1000] + faded + [Float](repeating: 0, count: 100)
    #expect(largestBend(heard) < 1.01 * step * step)
    #expect(abs(faded[479] - wave[1479] / 2) < 0.001, "half as much in the middle")
  }
}
