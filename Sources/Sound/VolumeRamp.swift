/// Scales a stream to a volume, with a fade-in and a fade-out to silence, all without clicks.
///
///     var samples = generator.next(960)
///     ramp.apply(to: &samples)
public struct VolumeRamp: Sendable {
  /// Returns the factor for a volume in percent: 0 is silence, 100 is full, with 0.4 dB per step in between.
  ///
  /// Loudness is perceived as the logarithm of the factor, so equal steps sound equal.
  public static func gain(volume: Int) -> Float {
    volume <= 0 ? 0 : Float(VolumeCurve.gain(level: min(1, Double(volume) / 100)))
  }

  private let curve: VolumeCurve
  private let rate: Int
  /// The next frame of the curve.
  private var position: Int
  private var begun = 0
  private var softness = 1.0
  private var softnessTarget = 1.0

  /// - Parameters:
  ///   - volume: 0…100 percent.
  ///   - fadeIn: the time from -40 dB to the volume; zero for no fade.
  ///   - elapsed: how much of the stream has passed already, if it resumes.
  ///   - length: the length of the whole stream, or `nil` if it is endless.
  ///   - fadeOut: the time of the fall to -40 dB at the end; its last half second goes on to silence.
  ///   - rate: frames per second, more than 0.
  public init(
    volume: Int, fadeIn: Duration = .zero, elapsed: Duration = .zero, length: Duration? = nil,
    fadeOut: Duration = .zero, rate: Int
  ) {
    precondition(rate > 0)
    // A thousand years are enough for any stream, and sums of frames cannot overflow.
    func frames(_ duration: Duration) -> Int {
      Int((min(max(0, duration / .seconds(1)), 3e10) * Double(rate)).rounded())
    }
    self.rate = rate
    position = frames(elapsed)
    curve = VolumeCurve(
      level: Double(min(100, max(0, volume))) / 100, end: length.map(frames) ?? .max, fadeIn: frames(fadeIn),
      fadeOut: frames(fadeOut), lastEdge: min(rate / 2, max(rate / 50, frames(fadeOut))))
  }

  /// Makes the stream about half as loud (-10 dB), or restores it, within 200 ms. Does not change the volume.
  public mutating func soften(_ isSoft: Bool) { softnessTarget = isSoft ? Self.softFactor : 1 }

  /// 10^(-10/20).
  private static let softFactor = 0.316

  /// Whether the stream has ended and only silence follows.
  public var isSilent: Bool { position >= curve.end }

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

  /// A raised-cosine edge hides that a stream may begin in the middle of a wave.
  private var startEdge: Int { rate / 200 }

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
