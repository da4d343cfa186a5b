import Glibc

/// A tone that rises by an octave within a third of a second, then silence. It means that something was found.
public struct RisingTone: SampleSource {
  /// Frames per second.
  private let rate: Int
  private var position = 0
  private var phase = 0.0

  /// In hertz: E5 to E6, which small speakers play well.
  static let pitches = 659.0...1318.0
  private static let milliseconds = 330
  /// The milliseconds for fading in and out, which avoids clicks.
  private static let fade = 30
  private static let peak: Float = 0.5

  public static let length: Duration = .milliseconds(milliseconds)

  /// - Parameter rate: frames per second of the device, more than 0.
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
