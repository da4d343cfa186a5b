/// What a timer sets for itself; nil: inherited from the global default. The ranges are those of `Settings`.
public struct ChimeOverrides: Hashable, Sendable {
  /// A sound's id, or `Settings.noSound`.
  public var sound: String?
  public var volume: Int?
  public var vibration: Vibration?
  public var vibrationPattern: VibrationPattern?
  public var chimes: Bool?

  public init(
    sound: String? = nil, volume: Int? = nil, vibration: Vibration? = nil, vibrationPattern: VibrationPattern? = nil,
    chimes: Bool? = nil
  ) {
    self.sound = sound
    self.volume = volume
    self.vibration = vibration
    self.vibrationPattern = vibrationPattern
    self.chimes = chimes
  }
}

/// What the end of a timer does.
public struct ChimePlan: Hashable, Sendable {
  /// Off overrides everything: the end is neither heard nor felt.
  public var isOn: Bool
  /// A sound's id.
  public var sound: String
  /// The sound that plays when `sound` is gone; nil, or gone as well: the built-in one.
  public var fallbackSound: String?
  /// 0…100 per cent.
  public var volume: Int
  public var vibration: Vibration
  public var vibrationPattern: VibrationPattern
  /// It ends by itself after so long.
  public var length: Duration
}
