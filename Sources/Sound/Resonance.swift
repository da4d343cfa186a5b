import Glibc

/// A sine, decaying or steady, by the recurrence of a two-pole resonator. It takes two multiplications per sample;
/// `sin` and `exp` would delay the first sample of a ring on a small board.
struct Resonance {
  private let feedback: Double
  private let damping: Double
  private var last: Double
  private var beforeLast: Double

  /// - Parameters:
  ///   - amplitude: the initial amplitude.
  ///   - phase: the initial phase in radians.
  ///   - step: radians per sample.
  ///   - decay: the factor of the amplitude from one sample to the next.
  init(amplitude: Double, phase: Double, step: Double, decay: Double) {
    let (sine, cosine) = (sin(step), cos(step))
    feedback = 2 * decay * cosine
    damping = decay * decay
    let (height, slope) = (amplitude * sin(phase), amplitude * cos(phase))
    last = (height * cosine - slope * sine) / decay
    beforeLast = (height * (cosine * cosine - sine * sine) - slope * 2 * sine * cosine) / damping
  }

  mutating func next() -> Double {
    let value = feedback * last - damping * beforeLast
    beforeLast = last
    last = value
    return value
  }

  /// Returns the factor per sample for an amplitude that falls to 1/e in `seconds`.
  static func decay(seconds: Double, rate: Double) -> Double { exp(-1 / (seconds * rate)) }
}
