/// A volume so low that the user may sleep through it. The clock only warns about it.
public struct LowVolume: Hashable, Sendable {
  /// Most speakers are hardly audible below this volume, in percent.
  public static let limit = 30

  /// 0 to 29 percent.
  public var volume: Int
  /// Whether there is no vibration besides the sound.
  public var isAlone: Bool

  /// Returns `nil` if it is high enough, or without any sound and vibration: then the buzzer starts at once.
  public init?(volume: Int, isFelt: Bool) {
    guard volume < Self.limit, volume > 0 || isFelt else { return nil }
    self.volume = volume
    isAlone = !isFelt
  }
}
