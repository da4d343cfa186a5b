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
  public var fadeIn: Duration
  /// On the same clock as the moments of the demand.
  public var start: Duration
  /// When it has faded to silence, on the same clock, or `nil` if it does not end by itself.
  public var end: Duration?
  /// How long before `end` the fade-out begins.
  public var fadeOut: Duration

  public init(
    alarmID: String? = nil, label: String? = nil, sound: String, fallback: String? = nil, volume: Int,
    fadeIn: Duration = .zero, start: Duration, end: Duration? = nil, fadeOut: Duration = .zero
  ) {
    self.alarmID = alarmID
    self.label = label
    self.sound = sound
    self.fallback = fallback
    self.volume = volume
    self.fadeIn = fadeIn
    self.start = start
    self.end = end
    self.fadeOut = fadeOut
  }
}
