/// A sound that is set so low that it may be slept through. People are told of it; nothing changes it by itself.
public struct LowVolume: Hashable, Sendable {
  /// Below this, in per cent, most speakers are hardly heard.
  public static let limit = 30

  /// 1…29 per cent.
  public var volume: Int
  /// Nothing is felt beside it.
  public var isAlone: Bool

  /// nil: it is loud enough; or off, which is another matter.
  public init?(volume: Int, isFelt: Bool) {
    guard (1..<Self.limit).contains(volume) else { return nil }
    self.volume = volume
    isAlone = !isFelt
  }
}
