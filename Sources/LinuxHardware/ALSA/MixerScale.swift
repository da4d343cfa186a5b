import Glibc

/// Per cent of a mixer element, as alsamixer and `amixer -M` show them.
///
/// An element that knows its gain in decibels is set by that: over a range of 24 dB or less the per cent are even steps
/// of decibels, over more they are a cubic curve (60 dB a factor of ten) near to how loud it is felt to be. An element
/// that does not is set evenly over its raw values.
enum MixerScale {
  /// Below, the whole range is audible and even steps do (1/100 dB).
  private static let evenRange = 2400
  /// 1/100 dB for a factor of ten in per cent.
  private static let decade = 6000.0
  /// The gain that means "silent" at the lower end of a range (SND_CTL_TLV_DB_GAIN_MUTE of tlv.h).
  private static let mute = -9_999_999

  /// The gain of a level, in 1/100 dB as libasound counts it. `gains` is not of one value.
  static func gain(percent: Int, in gains: ClosedRange<Int>) -> Int {
    let share = Double(percent) / 100
    guard gains.count > evenRange + 1 else {
      return gains.lowerBound + Int((share * Double(gains.upperBound - gains.lowerBound)).rounded())
    }
    let least = leastShare(of: gains)
    let mapped = least + share * (1 - least)
    guard mapped > 0 else { return gains.lowerBound }
    return max(gains.lowerBound, gains.upperBound + Int((decade * log10(mapped)).rounded()))
  }

  /// The level of a gain, 0…100.
  static func percent(gain: Int, in gains: ClosedRange<Int>) -> Int {
    guard gains.count > evenRange + 1 else {
      return percent(raw: gain, in: gains)
    }
    let least = leastShare(of: gains)
    let mapped = pow(10, Double(gain - gains.upperBound) / decade)
    return clamped((mapped - least) / (1 - least))
  }

  static func raw(percent: Int, in raws: ClosedRange<Int>) -> Int {
    raws.lowerBound + Int((Double(percent) / 100 * Double(raws.upperBound - raws.lowerBound)).rounded())
  }

  static func percent(raw: Int, in raws: ClosedRange<Int>) -> Int {
    guard raws.count > 1 else { return 100 }
    return clamped(Double(raw - raws.lowerBound) / Double(raws.upperBound - raws.lowerBound))
  }

  private static func leastShare(of gains: ClosedRange<Int>) -> Double {
    gains.lowerBound <= mute ? 0 : pow(10, Double(gains.lowerBound - gains.upperBound) / decade)
  }

  private static func clamped(_ share: Double) -> Int { Int((min(1, max(0, share)) * 100).rounded()) }
}
