import Glibc

/// Converts between percent, as in alsamixer and `amixer -M`, and the values of a mixer element.
///
/// For an element that reports gain in decibels, a range of 24 dB or less maps linearly to percent, and a larger range
/// maps to a cubic curve (60 dB per factor of ten), which is close to perceived loudness. Without decibels, percent is
/// linear in the raw values.
enum MixerScale {
  /// Up to this range (1/100 dB), a linear scale is good enough, because all of it is audible.
  private static let evenRange = 2400
  /// The gain in 1/100 dB for a factor of ten in percent.
  private static let decade = 6000.0
  /// The gain that marks the lower end of a range as silent (SND_CTL_TLV_DB_GAIN_MUTE in tlv.h).
  private static let mute = -9_999_999

  /// Returns the gain in 1/100 dB. `gains` must have more than one value.
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

  /// Returns 0…100.
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
