import Glibc
import Sound

/// The factor for each sample: the gain, reduced briefly where a peak would exceed the limit.
///
/// This limiter knows all peaks in advance, so it is down before each peak and never jumps. It wraps around at the end
/// of the loop.
struct LevelPlan {
  /// One factor per block (`LoudnessMeter.block`), valid at its middle.
  private let factors: [Float]
  /// In decibels.
  let gain: Double

  /// Slightly below the limit, because 16-bit rounding and the limiter's own movement add to peaks.
  private static let ceiling = pow(10, (SoundPreparation.truePeak - 0.3) / 20)
  /// In decibels. More limiting sounds crushed.
  private static let deepestLimiting = 15.0
  /// The blocks around a peak that are held down, and over which the change is spread.
  private static let hold = 5

  /// - Parameters:
  ///   - gain: the wanted gain in decibels; the peaks may allow less.
  ///   - peaks: one per block, at least one.
  init(gain: Double, peaks: [Float]) {
    let highest = Double(max(peaks.max() ?? 0, .leastNormalMagnitude))
    self.gain = min(gain, 20 * log10(Self.ceiling / highest) + Self.deepestLimiting)
    let factor = pow(10, self.gain / 20)
    let allowed = peaks.map { Float(min(1, Self.ceiling / max(factor * Double($0), .leastNormalMagnitude))) }
    // Each mean covers only blocks that were all held down for the peak in their middle.
    let held = Self.around(Self.hold, allowed) { $0.min() ?? 1 }
    factors = Self.around(Self.hold - 1, held) { Float(factor) * $0.reduce(0, +) / Float($0.count) }
    isLimiting = allowed.contains { $0 < 1 }
  }

  let isLimiting: Bool

  func apply(to samples: inout [Float], at position: Int) {
    let block = LoudnessMeter.block
    var index = 0
    while index < samples.count {
      // Interpolates from the middle of one block to the next. Adding a block keeps the index non-negative.
      let place = position + index + block / 2
      let (next, offset) = place.quotientAndRemainder(dividingBy: block)
      let from = factors[(next + factors.count - 1) % factors.count]
      let step = (factors[next % factors.count] - from) / Float(block)
      let end = min(samples.count, index + block - offset)
      for (part, sample) in zip(offset..., index..<end) { samples[sample] *= from + Float(part) * step }
      index = end
    }
  }

  /// Combines each value with `reach` values on either side, wrapping around the loop.
  private static func around(_ reach: Int, _ values: [Float], _ combine: ([Float]) -> Float) -> [Float] {
    values.indices.map { index in
      combine((index - reach...index + reach).map { values[($0 % values.count + values.count) % values.count] })
    }
  }
}
