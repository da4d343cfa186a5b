/// A sound that is set so low that it may be slept through. People are told of it; nothing changes it by itself.
public struct LowVolume: Hashable, Sendable {
  /// Below this, in per cent, most speakers are hardly heard.
  public static let limit = 30

  /// 0…29 per cent.
  public var volume: Int
  /// Nothing is felt beside it.
  public var isAlone: Bool

  /// Returns `nil` if the volume is high enough, or if nothing is heard or felt: then the buzzer starts at once.
  public init?(volume: Int, isFelt: Bool) {
    guard volume < Self.limit, volume > 0 || isFelt else { return nil }
    self.volume = volume
    isAlone = !isFelt
  }
}
