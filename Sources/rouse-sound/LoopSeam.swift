import Glibc
import Sound

/// Turns a sound into a loop: its end fades into its beginning with equal power, so that the seam does not click.
struct LoopSeam {
  /// Replaces the first samples of the sound; as many are omitted at its end.
  let blend: [Float]

  /// The longest blend, in samples: 20 ms, a whole number of meter blocks.
  static let longest = 20 * LoudnessMeter.block
  /// If one side is silent there is nothing to blend, and a short blend preserves the attack.
  private static let shortest = 2 * LoudnessMeter.block
  /// -60 dB relative to the sound's largest sample.
  private static let silence: Float = 0.001

  /// - Parameters:
  ///   - head: the first `longest` samples of the sound.
  ///   - tail: the last `longest` samples.
  ///   - peak: the largest sample of the sound.
  init(head: [Float], tail: [Float], peak: Float) {
    let isSilent = [head, tail].contains { side in side.allSatisfy { abs($0) <= Self.silence * peak } }
    let count = isSilent ? Self.shortest : Self.longest
    blend = zip(head.prefix(count), tail.suffix(count)).enumerated().map { index, sides in
      let angle = Float.pi / 2 * Float(index) / Float(count)
      return sides.0 * sin(angle) + sides.1 * cos(angle)
    }
  }
}
