import Glibc

/// A short tone that swells and fades, then silence. It announces something that can wait.
public struct SoftBeep: SampleSource {
  /// Frames per second.
  private let rate: Int
  private var position = 0

  /// In hertz: A5, which small speakers play well.
  static let pitch = 880.0
  private static let milliseconds = 240
  private static let peak: Float = 0.35

  public static let length: Duration = .milliseconds(milliseconds)

  /// - Parameter rate: frames per second of the device, more than 0.
  public init(rate: Int) {
    precondition(rate > 0)
    self.rate = rate
  }

  public mutating func next(_ count: Int) -> [Float] {
    let frames = rate * Self.milliseconds / 1000
    return (0..<count).map { _ in
      defer { position += 1 }
      guard position < frames else { return 0 }
      // Half a wave over the whole length has no edge that clicks.
      let loudness = sin(.pi * Double(position) / Double(frames))
      return Float(sin(2 * .pi * Self.pitch * Double(position) / Double(rate)) * loudness) * Self.peak
    }
  }
}
