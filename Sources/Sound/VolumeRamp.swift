import Glibc

/// Scales a stream to a volume: swells to it over the fade-in, and falls silent on request, both without a click.
///
///     var samples = generator.next(960)
///     ramp.apply(to: &samples)
public struct VolumeRamp: Sendable {
  /// The range of volumes 1 to 100 in decibels. Loudness is felt as their logarithm, so equal steps sound equal.
  public static let range = 40.0

  /// The factor of a volume in per cent: 0 is silence, 100 is full, between them 0.4 dB a step.
  public static func gain(volume: Int) -> Float {
    volume <= 0 ? 0 : Float(gain(level: min(1, Double(volume) / 100)))
  }

  private let target: Double
  private let rate: Int
  private let fadeFrames: Double
  /// Frames of the fade-in that have passed.
  private var faded: Double
  /// Frames since the stream began, as far as they matter for its first edge.
  private var begun = 0
  /// Frames since `stop()`; nil before.
  private var stopped: Int?
  /// The factor of `soften`, and where it is going.
  private var softness = 1.0
  private var softnessTarget = 1.0

  /// - Parameters:
  ///   - volume: 0…100 per cent.
  ///   - fadeIn: how long the stream takes from -40 dB to the volume; zero: no fade.
  ///   - elapsed: how much of the fade-in has passed already, for a ring that resumes in the midst of it.
  ///   - rate: frames a second, more than 0.
  public init(volume: Int, fadeIn: Duration = .zero, elapsed: Duration = .zero, rate: Int) {
    precondition(rate > 0)
    target = Double(min(100, max(0, volume))) / 100
    self.rate = rate
    fadeFrames = max(0, fadeIn / .seconds(1) * Double(rate))
    faded = max(0, elapsed / .seconds(1) * Double(rate))
  }

  /// Lets the stream fall silent within 20 ms.
  public mutating func stop() { stopped = stopped ?? 0 }

  /// Makes the stream about half as loud (-10 dB), or as loud as it was, within 200 ms; the volume stays what it is.
  public mutating func soften(_ isSoft: Bool) { softnessTarget = isSoft ? Self.softFactor : 1 }

  /// 10^(-10/20).
  private static let softFactor = 0.316

  /// `stop()` was called, and all that follows is silence.
  public var isSilent: Bool { stopped.map { target == 0 || $0 >= stopEdge } ?? false }

  /// Scales the next samples of the stream.
  public mutating func apply(to samples: inout [Float]) {
    for index in samples.indices { samples[index] *= nextGain() }
  }

  /// Raised-cosine edges hide that a stream may begin or stop in the midst of a wave.
  private var startEdge: Int { rate / 200 }
  private var stopEdge: Int { rate / 50 }

  private mutating func nextGain() -> Float {
    guard target > 0, !isSilent else { return 0 }
    var gain = Self.gain(level: faded < fadeFrames ? target * faded / fadeFrames : target)
    if faded < fadeFrames { faded += 1 }
    if softness != softnessTarget {
      let step = 5 * (1 - Self.softFactor) / Double(rate)
      softness = softnessTarget < softness ? max(softnessTarget, softness - step) : min(softnessTarget, softness + step)
    }
    gain *= softness
    if begun < startEdge {
      gain *= Self.edge(begun, startEdge)
      begun += 1
    }
    if let frames = stopped {
      gain *= 1 - Self.edge(frames, stopEdge)
      stopped = frames + 1
    }
    return Float(gain)
  }

  /// From 0 to 1 over so many frames.
  private static func edge(_ frame: Int, _ count: Int) -> Double {
    0.5 - 0.5 * cos(.pi * Double(frame) / Double(count))
  }

  /// Of a level 0…1: -40 dB…0 dB.
  private static func gain(level: Double) -> Double { exp((level - 1) * range / 20 * log(10)) }
}
