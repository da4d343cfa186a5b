/// A sound, how loud, since when it has been fading in, and for which alarm or timer.
public struct SoundDemand: Hashable, Sendable {
  /// nil: for no alarm.
  public var alarmID: String?
  public var label: String?
  public var sound: String
  /// What plays when `sound` is gone; nil: the built-in one.
  public var fallback: String?
  /// 0: nothing is heard, and the speaker proves that it plays.
  public var volume: Int
  /// About half as loud as the volume says, for a moment.
  public var isSoft = false
  public var fadeIn: Duration
  /// On the same clock as the demand's moment.
  public var start: Duration
  /// When it has fallen silent, on that clock; nil: it goes on.
  public var end: Duration?
  /// How long before `end` it begins to fall.
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
