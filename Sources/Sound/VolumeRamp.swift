/// Scales a stream to a volume: swells to it over the fade-in and falls to silence over the fade-out, all without a
/// click.
///
///     var samples = generator.next(960)
///     ramp.apply(to: &samples)
public struct VolumeRamp: Sendable {
  /// The factor of a volume in per cent: 0 is silence, 100 is full, between them 0.4 dB a step.
  ///
  /// Loudness is felt as the logarithm of a factor, so equal steps sound equal.
  public static func gain(volume: Int) -> Float {
    volume <= 0 ? 0 : Float(VolumeCurve.gain(level: min(1, Double(volume) / 100)))
  }

  private let curve: VolumeCurve
  private let rate: Int
  /// The frame of the curve that comes next.
  private var position: Int
  /// Frames since the stream began, as far as they matter for its first edge.
  private var begun = 0
  /// The factor of `soften`, and where it is going.
  private var softness = 1.0
  private var softnessTarget = 1.0

  /// - Parameters:
  ///   - volume: 0…100 per cent.
  ///   - fadeIn: how long the stream takes from -40 dB to the volume; zero: no fade.
  ///   - elapsed: how much of the stream has passed already, for one that resumes.
  ///   - length: how long the stream lasts from its beginning to its end; nil: it has none.
  ///   - fadeOut: how long before its end it begins to fall to -40 dB; the last half second of it goes on to silence.
  ///   - rate: frames a second, more than 0.
  public init(
    volume: Int, fadeIn: Duration = .zero, elapsed: Duration = .zero, length: Duration? = nil,
    fadeOut: Duration = .zero, rate: Int
  ) {
    precondition(rate > 0)
    // A thousand years are long enough for any stream, and short enough for any sum of frames.
    func frames(_ duration: Duration) -> Int {
      Int((min(max(0, duration / .seconds(1)), 3e10) * Double(rate)).rounded())
    }
    self.rate = rate
    position = frames(elapsed)
    curve = VolumeCurve(
      level: Double(min(100, max(0, volume))) / 100, fadeIn: frames(fadeIn), end: length.map(frames) ?? .max,
      fadeOut: frames(fadeOut), lastEdge: min(rate / 2, max(rate / 50, frames(fadeOut))))
  }

  /// Makes the stream about half as loud (-10 dB), or as loud as it was, within 200 ms; the volume stays what it is.
  public mutating func soften(_ isSoft: Bool) { softnessTarget = isSoft ? Self.softFactor : 1 }

  /// 10^(-10/20).
  private static let softFactor = 0.316

  /// The end has come, and all that follows is silence.
  public var isSilent: Bool { position >= curve.end }

  /// Scales the next samples of the stream.
  public mutating func apply(to samples: inout [Float]) {
    var index = 0
    while index < samples.count {
      let stretch = curve.stretch(at: position)
      let end = index + min(samples.count - index, stretch.left)
      if stretch.step == 0 {
        for index in index..<end { samples[index] *= stretch.gain }
      } else {
        for frame in 0..<(end - index) {
          samples[index + frame] *= stretch.gain + stretch.step * Float(stretch.passed + frame)
        }
      }
      position += end - index
      index = end
    }
    index = 0
    while isMoving, index < samples.count {
      samples[index] *= nextFactor()
      index += 1
    }
    if softness != 1 {
      for index in index..<samples.count { samples[index] *= Float(softness) }
    }
  }

  /// A raised-cosine edge hides that a stream may begin in the midst of a wave.
  private var startEdge: Int { rate / 200 }

  /// What was not known beforehand is under way.
  private var isMoving: Bool { begun < startEdge || softness != softnessTarget }

  private mutating func nextFactor() -> Float {
    if softness != softnessTarget {
      let step = 5 * (1 - Self.softFactor) / Double(rate)
      softness = softnessTarget < softness ? max(softnessTarget, softness - step) : min(softnessTarget, softness + step)
    }
    var factor = softness
    if begun < startEdge {
      factor *= VolumeCurve.edge(begun, startEdge)
      begun += 1
    }
    return Float(factor)
  }
}
