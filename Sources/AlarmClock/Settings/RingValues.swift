/// The values of a ring, set for all alarms by the settings and for one alarm by `RingOverrides`. The sound is not
/// among them because it can be unset.
public struct RingValues: Hashable, Sendable {
  /// 0 to 100 percent.
  public var volume = 80
  /// 0 to 300 s.
  public var fadeIn: Duration = .zero
  public var vibration = Vibration.medium
  public var vibrationPattern = VibrationPattern.pulse
  /// How long light and vibration precede the sound, 0 to 300 s.
  public var preAlarm: Duration = .zero
  /// How long after the sound the buzzer joins, 0 to 60 s.
  public var buzzerAfter: Duration = .seconds(60)
  /// How long after its beginning an unanswered ring gives up, 1 to 180 min.
  public var silenceAfter: Duration = .seconds(3600)
  /// How late an alarm may still begin to ring after a power cut or a wrong clock, 0 to 180 min.
  public var catchUp: Duration = .seconds(15 * 60)
  /// How often a snooze card may silence the ring, 0 to 5.
  public var snoozes = 0
  /// 1 to 30 min.
  public var snoozeTime: Duration = .seconds(9 * 60)
  /// How long after the dismissal the alarm rings again unless a card is shown, 2 to 30 min, or zero for no check.
  public var wakeCheck: Duration = .zero
  /// How long before its ring the alarm can no longer be canceled, 1 min to 12 h, so that a daily alarm has unlocked
  /// hours; zero for no lock.
  public var cancelLock: Duration = .zero
  /// Whether the ring gets softer briefly while a code is in view (`RingSoftness`).
  public var softens = true
  /// Whether the label and the time are spoken over the sound.
  public var speaks = false
  /// Whether the display and lamp may flash; if not, they shine steadily, for people with photosensitive epilepsy.
  /// `false` in the settings applies to all alarms; an alarm can only override `true`.
  public var flashes = true

  public init(_ set: (inout RingValues) -> Void = { _ in }) { set(&self) }

  func with(_ own: RingOverrides) -> RingValues {
    var values = self
    for setting in Setting.ofAlarms { setting.merge?.apply(own, &values) }
    return values
  }
}

/// The values that an alarm overrides; `nil` for inherited values. The ranges are those of `RingValues`.
public struct RingOverrides: Hashable, Sendable {
  /// A sound's id, or `Settings.noSound`.
  public var sound: String?
  public var volume: Int?
  public var fadeIn: Duration?
  public var vibration: Vibration?
  public var vibrationPattern: VibrationPattern?
  public var preAlarm: Duration?
  public var buzzerAfter: Duration?
  public var silenceAfter: Duration?
  public var catchUp: Duration?
  public var snoozes: Int?
  public var snoozeTime: Duration?
  public var wakeCheck: Duration?
  public var cancelLock: Duration?
  public var softens: Bool?
  public var speaks: Bool?
  public var flashes: Bool?

  public init(_ set: (inout RingOverrides) -> Void = { _ in }) { set(&self) }

  /// Overrides all values, as for a ring that is armed.
  public init(sound: String, _ values: RingValues) {
    self.sound = sound
    for setting in Setting.ofAlarms { setting.merge?.fill(&self, values) }
  }

  public func text(of key: SettingKey) -> String? { key.setting.ofAlarm?.text(self) }

  /// Sets an override of one of `Setting.ofAlarms`; `default` inherits again.
  public mutating func set(_ key: SettingKey, to text: String, knownSounds: [String]) throws(InvalidValue) {
    try key.set(text, in: &self, key.setting.ofAlarm, knownSounds, owner: "alarm")
  }
}
