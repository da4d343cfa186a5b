import Glibc

/// A sine that decays, or does not, by the recurrence of a two-pole resonator: two multiplications a sample, where `sin`
/// and `exp` would delay the first sample of a ring on a small board.
struct Resonance {
  private let feedback: Double
  private let damping: Double
  private var last: Double
  private var beforeLast: Double

  /// - Parameters:
  ///   - amplitude: now.
  ///   - phase: now, in radians.
  ///   - step: radians a sample.
  ///   - decay: the factor of the amplitude from one sample to the next.
  init(amplitude: Double, phase: Double, step: Double, decay: Double) {
    let (sine, cosine) = (sin(step), cos(step))
    feedback = 2 * decay * cosine
    damping = decay * decay
    // The two samples before the first.
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

  /// The factor from one sample to the next where an amplitude falls to 1/e in so many seconds.
  static func decay(seconds: Double, rate: Double) -> Double { exp(-1 / (seconds * rate)) }
}
