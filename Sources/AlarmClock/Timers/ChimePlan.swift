/// The values that a timer overrides; `nil` for inherited values. The ranges are those of `Settings`.
public struct ChimeOverrides: Hashable, Sendable {
  /// A sound's id, or `Settings.noSound`.
  public var sound: String?
  public var volume: Int?
  public var vibration: Vibration?
  public var vibrationPattern: VibrationPattern?
  public var chimes: Bool?
}

extension ChimeOverrides {
  public init(sound: String? = nil) { self.init(sound: sound, volume: nil) }

  public func text(of key: SettingKey) -> String? { key.setting.ofTimer?.text(self) }

  /// Sets an override of one of `Setting.ofTimers`; `default` inherits again.
  public mutating func set(_ key: SettingKey, to text: String, knownSounds: [String]) throws(InvalidValue) {
    try key.set(text, in: &self, key.setting.ofTimer, knownSounds, owner: "timer")
  }
}

/// The course of a timer's chime.
public struct ChimePlan: Hashable, Sendable {
  /// If `false`, the end of the timer is neither heard nor felt, whatever the other values are.
  public var isOn: Bool
  /// A sound's id.
  public var sound: String
  /// The sound to play if `sound` is missing. If this is `nil` or missing too, the built-in sound plays.
  public var fallbackSound: String?
  /// 0 to 100 percent.
  public var volume: Int
  public var vibration: Vibration
  public var vibrationPattern: VibrationPattern
  /// The time after which the chime ends by itself.
  public var length: Duration
}
