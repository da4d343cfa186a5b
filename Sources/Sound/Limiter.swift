import Glibc

/// A peak limiter that nothing gets past: a sample above the ceiling turns the gain down at once, and it recovers within
/// some tenths of a second. Samples that are no numbers become silence.
public struct Limiter: Sendable {
  /// -1 dB of full scale, as EBU R 128 recommends.
  public static let ceiling: Float = 0.891

  /// How much of the missing gain is left after one frame.
  private let persistence: Float
  private var gain: Float = 1

  /// - Parameter rate: frames a second, more than 0.
  public init(rate: Int) {
    precondition(rate > 0)
    // A time constant of 0.1 s is slow enough that the gain does not follow the waves of a low note.
    persistence = exp(-10 / Float(rate))
  }

  /// Limits the next samples of a stream.
  public mutating func apply(to samples: inout [Float]) {
    for index in samples.indices {
      let sample = samples[index].isFinite ? samples[index] : 0
      gain = 1 - (1 - gain) * persistence
      if abs(sample) * gain > Self.ceiling { gain = Self.ceiling / abs(sample) }
      // Rounding may leave the product a hair above the ceiling.
      samples[index] = min(Self.ceiling, max(-Self.ceiling, sample * gain))
    }
  }
}
