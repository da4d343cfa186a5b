import Glibc

/// The volume of a stream as it is known when it begins: fade-in, level, fade-out, end.
struct VolumeCurve {
  /// 0…1, in decibels from -40 to 0; 0 is silence.
  let level: Double
  /// The first frame after the stream; `Int.max`: it has no end.
  let end: Int
  private let fadeIn: Int
  private let fadeOut: Int
  private let lastEdge: Int
  /// The frames at which the curve has a corner, in order.
  private let corners: [Int]

  /// A straight piece of the curve.
  struct Stretch {
    /// The factor at its beginning, and what it grows by from frame to frame.
    var gain: Float
    var step: Float
    /// How many of its frames have passed, and how many are left.
    var passed: Int
    var left: Int
  }

  /// - Parameters:
  ///   - fadeIn: frames from -40 dB to the level.
  ///   - fadeOut: the last frames, which fall from the level to -40 dB.
  ///   - lastEdge: of these, the frames that go on to silence.
  init(level: Double, fadeIn: Int, end: Int, fadeOut: Int, lastEdge: Int) {
    self.level = level
    self.end = end
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.lastEdge = lastEdge
    corners = [fadeIn, end - fadeOut, end - lastEdge, end].sorted()
  }

  func gain(at frame: Int) -> Double {
    guard level > 0, frame < end else { return 0 }
    var share = 1.0
    if frame < fadeIn { share = Double(frame) / Double(fadeIn) }
    if end - frame < fadeOut { share = min(share, Double(end - frame) / Double(fadeOut)) }
    let gain = Self.gain(level: level * share)
    return end - frame < lastEdge ? gain * Self.edge(end - frame, lastEdge) : gain
  }

  /// The straight line that goes on for the next frames: at most 64 while the volume changes, which is nowhere 0.01 dB
  /// off the curve in a fade of half a second, and saves an `exp` a sample.
  ///
  /// Where one begins and ends depends on the frame alone, so that the size of buffers changes nothing.
  func stretch(at frame: Int) -> Stretch {
    if frame >= end || level == 0 { return Stretch(gain: 0, step: 0, passed: 0, left: .max) }
    let corner = corners.first { $0 > frame } ?? .max
    if frame >= fadeIn, end - frame > max(fadeOut, lastEdge) {
      return Stretch(gain: Float(gain(at: frame)), step: 0, passed: 0, left: corner - frame)
    }
    let first = max(frame / 64 * 64, corners.last { $0 <= frame } ?? 0)
    let last = min((frame / 64 + 1) * 64, corner)
    let (before, after) = (gain(at: first), gain(at: last))
    return Stretch(
      gain: Float(before), step: Float((after - before) / Double(last - first)), passed: frame - first,
      left: last - frame)
  }

  /// From 0 to 1 over so many frames.
  static func edge(_ frame: Int, _ count: Int) -> Double {
    0.5 - 0.5 * cos(.pi * Double(frame) / Double(count))
  }

  /// Of a level 0…1: -40 dB…0 dB.
  static func gain(level: Double) -> Double { exp((level - 1) * 2 * log(10)) }
}
