import Glibc

/// The volume of a stream as planned at its beginning: fade-in, level, fade-out, end.
struct VolumeCurve {
  /// 0…1 for -40 to 0 dB; 0 is silence.
  let level: Double
  /// The first frame after the stream; `Int.max` if it is endless.
  let end: Int
  /// The frames from -40 dB to the level.
  let fadeIn: Int
  /// The last frames, which fall from the level to -40 dB.
  let fadeOut: Int
  /// The last of these frames, which go on to silence.
  let lastEdge: Int

  /// A linear piece of the curve.
  struct Stretch {
    /// The initial factor, and its increment per frame.
    var gain: Float
    var step: Float
    /// The frames before and after the current position.
    var passed: Int
    var left: Int
  }

  func gain(at frame: Int) -> Double {
    guard level > 0, frame < end else { return 0 }
    var share = 1.0
    if frame < fadeIn { share = Double(frame) / Double(fadeIn) }
    if end - frame < fadeOut { share = min(share, Double(end - frame) / Double(fadeOut)) }
    let gain = Self.gain(level: level * share)
    return end - frame < lastEdge ? gain * Self.edge(end - frame, lastEdge) : gain
  }

  /// Returns the linear piece for the next frames: at most 64 while the volume changes. In a fade of half a second this
  /// deviates by less than 0.01 dB, and it saves an `exp` per sample.
  ///
  /// The pieces depend on the frame alone, so that the buffer size does not matter.
  func stretch(at frame: Int) -> Stretch {
    if frame >= end || level == 0 { return Stretch(gain: 0, step: 0, passed: 0, left: .max) }
    let corners = [fadeIn, end - fadeOut, end - lastEdge, end]
    let corner = corners.filter { $0 > frame }.min() ?? .max
    if frame >= fadeIn, end - frame > max(fadeOut, lastEdge) {
      return Stretch(gain: Float(gain(at: frame)), step: 0, passed: 0, left: corner - frame)
    }
    let first = max(frame / 64 * 64, corners.filter { $0 <= frame }.max() ?? 0)
    let last = min((frame / 64 + 1) * 64, corner)
    let (before, after) = (gain(at: first), gain(at: last))
    return Stretch(
      gain: Float(before), step: Float((after - before) / Double(last - first)), passed: frame - first,
      left: last - frame)
  }

  static func edge(_ frame: Int, _ count: Int) -> Double {
    0.5 - 0.5 * cos(.pi * Double(frame) / Double(count))
  }

  static func gain(level: Double) -> Double { exp((level - 1) * 2 * log(10)) }
}
