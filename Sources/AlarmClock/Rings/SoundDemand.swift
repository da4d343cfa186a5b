/// A request to play a sound for an alarm or timer: its volume, fades and times.
public struct SoundDemand: Hashable, Sendable {
  public var alarmID: String?
  public var label: String?
  public var sound: String
  /// The sound to play if `sound` is missing; `nil` for the built-in sound.
  public var fallback: String?
  /// In percent. At 0 nothing is heard, but the speaker proves that it works.
  public var volume: Int
  /// Whether it is temporarily played at about half its loudness.
  public var isSoft = false
  public var fadeIn: Duration = .zero
  /// On the same clock as the moments of the demand.
  public var start: Duration
  /// When it has faded to silence, on the same clock, or `nil` if it does not end by itself.
  public var end: Duration?
  /// How long before `end` the fade-out begins.
  public var fadeOut: Duration = .zero
}

extension SoundDemand {
  public init(sound: String, volume: Int, start: Duration) {
    self.init(alarmID: nil, sound: sound, volume: volume, start: start)
  }
}
