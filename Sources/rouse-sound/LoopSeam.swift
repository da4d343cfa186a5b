import Glibc
import Sound

/// Makes a loop of a sound: its end fades into its beginning with equal power, so that the joint makes no click.
struct LoopSeam {
  /// What stands for the first samples of the sound; as many are left out at its end.
  let blend: [Float]

  /// The longest blend, in samples: 20 ms, whole blocks of the meter.
  static let longest = 20 * LoudnessMeter.block
  /// Where one side is silent there is nothing to blend, and a beginning keeps its attack.
  private static let shortest = 2 * LoudnessMeter.block
  /// -60 dB of the sound's largest sample is silent.
  private static let silence: Float = 0.001

  /// - Parameters:
  ///   - head: the first samples of the sound, as many as `longest`.
  ///   - tail: the last ones, as many.
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
