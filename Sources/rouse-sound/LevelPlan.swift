import Glibc
import Sound

/// How much each sample is to be scaled: by the gain, and by less for a moment where a peak would exceed the limit.
///
/// A limiter that looks ahead, as it knows all peaks: it is down before one comes, and never jumps. At the end of the loop
/// it goes on with the beginning.
struct LevelPlan {
  /// One a block (`LoudnessMeter.block`), at its middle.
  private let factors: [Float]
  /// In decibels.
  let gain: Double

  /// A little below the limit, as 16 bits and the limiter's own movement add to peaks.
  private static let ceiling = pow(10, (SoundPreparation.truePeak - 0.3) / 20)
  /// What is limited more than this sounds crushed; in decibels.
  private static let deepestLimiting = 15.0
  /// Blocks around a peak, for which it is held down, and over which the way down and up is spread.
  private static let hold = 5

  /// - Parameters:
  ///   - gain: as much as the peaks allow of this, in decibels.
  ///   - peaks: one a block, at least one.
  init(gain: Double, peaks: [Float]) {
    let highest = Double(max(peaks.max() ?? 0, .leastNormalMagnitude))
    self.gain = min(gain, 20 * log10(Self.ceiling / highest) + Self.deepestLimiting)
    let factor = pow(10, self.gain / 20)
    let allowed = peaks.map { Float(min(1, Self.ceiling / max(factor * Double($0), .leastNormalMagnitude))) }
    // Each mean is of blocks that all were held down for the peak in their midst.
    let held = Self.around(Self.hold, allowed) { $0.min() ?? 1 }
    factors = Self.around(Self.hold - 1, held) { Float(factor) * $0.reduce(0, +) / Float($0.count) }
    isLimiting = allowed.contains { $0 < 1 }
  }

  /// Some peaks are held down.
  let isLimiting: Bool

  /// Scales samples of the loop, the first of which is the one at `position`.
  func apply(to samples: inout [Float], at position: Int) {
    let block = LoudnessMeter.block
    var index = 0
    while index < samples.count {
      // From the middle of one block to that of the next; a block more, so that no number is negative.
      let place = position + index + block / 2
      let (next, offset) = place.quotientAndRemainder(dividingBy: block)
      let from = factors[(next + factors.count - 1) % factors.count]
      let step = (factors[next % factors.count] - from) / Float(block)
      let end = min(samples.count, index + block - offset)
      for (part, sample) in zip(offset..., index..<end) { samples[sample] *= from + Float(part) * step }
      index = end
    }
  }

  /// What becomes of each value and as many before and after it, round the joint of the loop.
  private static func around(_ reach: Int, _ values: [Float], _ combine: ([Float]) -> Float) -> [Float] {
    values.indices.map { index in
      combine((index - reach...index + reach).map { values[($0 % values.count + values.count) % values.count] })
    }
  }
}
