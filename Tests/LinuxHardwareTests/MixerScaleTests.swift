import Testing

@testable import LinuxHardware

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

  @Test func anElementOfOneValueIsAtFullLevel() {
    #expect(MixerScale.raw(percent: 30, in: 5...5) == 5)
    #expect(MixerScale.percent(raw: 5, in: 5...5) == 100)
  }

  @Test func gainsBeyondTheRangeAreItsEnds() {
    #expect(MixerScale.percent(gain: -20_000, in: -6000...0) == 0)
    #expect(MixerScale.percent(gain: 100, in: -6000...0) == 100)
  }
}
