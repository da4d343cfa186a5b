/// What can be set of a ring, by the settings for all alarms and by each alarm for itself (`RingOverrides`). The sound is
/// beside it, since none may be chosen.
public struct RingValues: Hashable, Sendable {
  /// 0…100 per cent.
  public var volume = 80
  /// 0…300 s.
  public var fadeIn: Duration = .zero
  public var vibration = Vibration.medium
  public var vibrationPattern = VibrationPattern.pulse
  /// How long light and vibration go alone before the sound, 0…300 s.
  public var preAlarm: Duration = .zero
  /// When the buzzer joins, after the sound, 0…60 s.
  public var buzzerAfter: Duration = .seconds(60)
  /// When a ring that nobody answers gives up, after its beginning, 1…180 min.
  public var silenceAfter: Duration = .seconds(3600)
  /// How late it still begins to ring where the power, or the clock, was away when it was due, 0…180 min.
  public var catchUp: Duration = .seconds(15 * 60)
  /// How often a snooze card silences it, 0…5; 0: never.
  public var snoozes = 0
  /// 1…30 min.
  public var snoozeTime: Duration = .seconds(9 * 60)
  /// How long after the dismissal a card has to be shown once more, or it rings again, 2…30 min; zero: it has not.
  public var wakeCheck: Duration = .zero
  /// How long before it is due the alarm can no longer be taken back, 1 min…12 h, so that an alarm of every day has hours
  /// without; zero: it always can.
  public var cancelLock: Duration = .zero
  /// Whether it grows softer for a moment while a code is in view (`RingSoftness`).
  public var softens = true
  /// Whether label and time are spoken under the sound.
  public var speaks = false
  /// Whether the display may flash and blink; off, display and lamp shine steadily, for people with photosensitive
  /// epilepsy. Off in the settings is off for all: an alarm can only be off by itself.
  public var flashes = true

  public init(_ set: (inout RingValues) -> Void = { _ in }) { set(&self) }

  /// These, but for what an alarm sets for itself.
  func with(_ own: RingOverrides) -> RingValues {
    var values = self
    for setting in Setting.ofAlarms { setting.merge?.apply(own, &values) }
    return values
  }
}

/// What an alarm sets for itself; nil: inherited from the settings. The ranges are those of `RingValues`.
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

  /// With all of them set, as of a ring that is armed.
  public init(sound: String, _ values: RingValues) {
    self.sound = sound
    for setting in Setting.ofAlarms { setting.merge?.fill(&self, values) }
  }
}
