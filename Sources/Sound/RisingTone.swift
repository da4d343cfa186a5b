import Glibc

/// A tone that rises by an octave within a third of a second, and then silence: something has been found.
public struct RisingTone: SampleSource {
  /// Frames a second.
  private let rate: Int
  private var position = 0
  /// Of the wave, in turns.
  private var phase = 0.0

  /// In Hz: E5 to E6, which small speakers play well.
  static let pitches = 659.0...1318.0
  private static let milliseconds = 330
  /// At its beginning and its end, so that neither clicks.
  private static let fade = 30
  private static let peak: Float = 0.5

  public static let length: Duration = .milliseconds(milliseconds)

  /// - Parameter rate: frames a second of the device, more than 0.
  public init(rate: Int) {
    precondition(rate > 0)
    self.rate = rate
  }

  public mutating func next(_ count: Int) -> [Float] {
    let (frames, fade) = (rate * Self.milliseconds / 1000, max(1, rate * Self.fade / 1000))
    return (0..<count).map { _ in
      defer { position += 1 }
      guard position < frames else { return 0 }
      let pitch = Self.pitches.lowerBound * pow(2, Double(position) / Double(frames))
      phase += pitch / Double(rate)
      phase -= phase.rounded(.down)
      let loudness = min(1, Float(min(position, frames - position)) / Float(fade))
      return Float(sin(2 * .pi * phase)) * loudness * Self.peak
    }
  }
}
