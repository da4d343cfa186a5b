import Glibc

/// Keeps the part of a sound between two frequencies, at the rate of prepared sounds.
public struct BandFilter: Sendable {
  private var filters: [Biquad]

  public static var unlimited: BandFilter { BandFilter(filters: []) }

  /// Removes from a file what a speaker should not get: a constant offset and anything below 40 Hz.
  public static var playable: BandFilter { BandFilter(filters: [.highPass(40, rate: Double(SoundPreparation.rate))]) }

  /// Keeps what people hear of a small speaker: 100 Hz to 12 kHz.
  ///
  /// Eighth-order Butterworth filters on both sides also suppress a loud tone just outside the band.
  public static var audible: BandFilter {
    let rate = Double(SoundPreparation.rate)
    return BandFilter(
      filters: stride(from: 1, to: 8, by: 2).flatMap { pole -> [Biquad] in
        let quality = 1 / (2 * cos(.pi * Double(pole) / 16))
        return [.highPass(100, rate: rate, quality: quality), .lowPass(12_000, rate: rate, quality: quality)]
      })
  }

  public mutating func apply(to samples: inout [Float]) {
    for index in filters.indices { filters[index].apply(to: &samples) }
  }
}
