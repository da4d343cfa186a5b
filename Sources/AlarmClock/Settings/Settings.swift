/// The defaults of alarms and timers, and the behavior of the clock.
@dynamicMemberLookup
public struct Settings: Hashable, Sendable {
  /// A sound's id, or `noSound`. `nil` if none was chosen, which means the built-in sound.
  public var sound: String?
  /// The values of alarms without overrides, also accessible as members of the settings (`settings.volume`).
  public var ring = RingValues()
  /// Whether the end of a timer is heard and felt.
  public var chimes = true
  /// How long the end of a timer is heard and felt, 10 s to 10 min.
  public var chimeFor: Duration = .seconds(60)
  public var showsCountdown = true
  public var timeFormat = TimeFormat.hours24
  public var face = FaceSettings()
  /// The brightness of the display while nothing rings.
  public var dimming = Dimming.fixed(Dimming.usual)
  /// The brightness at night; `nil` for the same as by day.
  public var nightDimming: Dimming?
  public var brightnessSchedule = BrightnessSchedule.usual
  public var lightLevels = LightLevels.usual
  /// For sunrise and sunset; `nil` if not set.
  public var location: Location?
  /// Whether the clock says, during a ring, what keeps a card from being read.
  public var guides = true
  public var quiet = QuietHours.off
  /// The date before which repeating alarms are skipped, or `nil` if they are not paused.
  public var pausedUntil: LocalDate?
  /// When the clock tests itself each evening, or `nil` if it does not.
  public var bedtime: LocalTime?
  public var reminders = ReminderSettings()
  public var clockSource = ClockSource.ntp
  /// Whether, besides spoken alarms, the clock announces misses and the result of its bedtime test.
  public var saysNews = false
  /// Whether the last pictures of each ring are kept.
  public var keepsEvidence = false
  /// How long the history keeps rings, 30 days to 10 years; `nil` for forever.
  public var historyKept: Duration? = Settings.keptAtFirst
  /// How long the log keeps events, 30 days to 10 years; `nil` for forever.
  public var logKept: Duration? = Settings.keptAtFirst
  /// The clock's name among several; `nil` if it has none.
  public var name: String?

  public static let keptAtFirst: Duration = .seconds(2 * 365 * 86_400)

  public init() {}

  public subscript<Value>(dynamicMember path: WritableKeyPath<RingValues, Value>) -> Value {
    get { ring[keyPath: path] }
    set { ring[keyPath: path] = newValue }
  }

  /// The texts that are spoken.
  public enum Speaking: String, CaseIterable, Hashable, Sendable {
    case off
    /// The labels of alarms and the time.
    case alarms
    /// News as well.
    case all
  }

  public var speaking: Speaking {
    get { !ring.speaks ? .off : saysNews ? .all : .alarms }
    set { (ring.speaks, saysNews) = (newValue != .off, newValue == .all) }
  }

  /// Whether the display follows the ambient light all the time.
  public var followsLight: Bool { face.mode != .off && usesLight }

  /// Whether any visible value depends on the ambient light.
  public var usesLight: Bool {
    dimming == .automatic || face.theme == .light || nightDimming == .automatic && face.theme != .day
  }

  public enum TimeFormat: String, CaseIterable, Hashable, Sendable {
    case hours12 = "12h"
    case hours24 = "24h"
  }

  /// The evidence that the time of day is right.
  public enum ClockSource: String, CaseIterable, Hashable, Sendable {
    /// Synchronization since the machine started.
    case ntp
    /// A clock chip with a battery: always trusted.
    case battery
  }

  /// The sound to play if none is chosen or the chosen one is missing.
  public static let builtInSound = "tone"

  public static let noSound = "off"

  public func plan(for alarm: Alarm) -> RingPlan {
    var values = ring.with(alarm.overrides)
    let heard = heard(sound: alarm.overrides.sound, volume: alarm.overrides.volume)
    values.volume = heard.volume
    return RingPlan(
      alarmID: alarm.id, label: alarm.label, sound: heard.sound, fallbackSound: heard.fallback, values: values,
      cards: alarm.cards)
  }

  /// Returns an alarm's overrides with all inherited values filled in.
  public func complete(_ own: RingOverrides) -> RingOverrides {
    RingOverrides(sound: own.sound ?? sound ?? Settings.builtInSound, ring.with(own))
  }

  public func chime(for own: ChimeOverrides) -> ChimePlan {
    let heard = heard(sound: own.sound, volume: own.volume)
    return ChimePlan(
      isOn: own.chimes ?? chimes, sound: heard.sound, fallbackSound: heard.fallback, volume: heard.volume,
      vibration: own.vibration ?? ring.vibration, vibrationPattern: own.vibrationPattern ?? ring.vibrationPattern,
      length: chimeFor)
  }

  /// Returns the overrides of a timer that starts now, so that later changes to the settings do not affect its sound
  /// and vibration. `chimes` stays inherited.
  public func complete(_ own: ChimeOverrides) -> ChimeOverrides {
    ChimeOverrides(
      sound: own.sound ?? sound ?? Settings.builtInSound, volume: own.volume ?? ring.volume,
      vibration: own.vibration ?? ring.vibration, vibrationPattern: own.vibrationPattern ?? ring.vibrationPattern,
      chimes: own.chimes)
  }

  /// Returns only the values that differ from the settings.
  public func own(of values: ChimeOverrides) -> ChimeOverrides {
    let inherited = complete(ChimeOverrides())
    func own<Value: Equatable>(_ value: KeyPath<ChimeOverrides, Value?>) -> Value? {
      values[keyPath: value] == inherited[keyPath: value] ? nil : values[keyPath: value]
    }
    return ChimeOverrides(
      sound: own(\.sound), volume: own(\.volume), vibration: own(\.vibration),
      vibrationPattern: own(\.vibrationPattern), chimes: values.chimes)
  }

  /// Returns what to play. A sound that is switched off becomes volume 0.
  private func heard(sound own: String?, volume ownVolume: Int?) -> (sound: String, fallback: String?, volume: Int) {
    let chosen = own ?? sound ?? Settings.builtInSound
    let isOff = chosen == Settings.noSound
    return (
      isOff ? Settings.builtInSound : chosen, own == nil || sound == Settings.noSound ? nil : sound,
      isOff ? 0 : ownVolume ?? ring.volume
    )
  }

  public func theme(isNight: Bool) -> FaceSettings.Theme {
    func value<Value>(_ day: Value, _ night: Value?) -> Value { isNight ? night ?? day : day }
    return FaceSettings.Theme(
      turns: value(face.turns, face.nightTurns), showsSeconds: value(face.showsSeconds, face.nightSeconds),
      colon: value(face.colon, face.nightColon), marks: value(face.marks, face.nightMarks),
      timeFormat: value(timeFormat, face.nightTimeFormat),
      leadingZero: value(face.leadingZero, face.nightLeadingZero),
      dateFormat: value(face.dateFormat, face.nightDateFormat))
  }

  // MARK: User input

  /// Returns the value as user input, or `nil` if unset.
  public func text(of key: SettingKey) -> String? { key.setting.text(self) }

  /// Sets a value from user input; `default` resets it. Changes nothing if it throws.
  public mutating func set(
    _ key: SettingKey, to text: String, knownSounds: [String], field: String? = nil
  ) throws(InvalidValue) {
    guard text != SettingKey.defaultWord else { return key.setting.reset(&self) }
    try key.setting.set(&self, TypedValue(text, field: field ?? key.rawValue, sounds: knownSounds))
  }

  /// Sets a value from the database.
  public mutating func take(_ key: SettingKey, stored text: String) throws(InvalidValue) {
    if key == .sound { try FieldText.checkSoundID(text, field: "--\(key.rawValue)") }
    try set(key, to: text, knownSounds: [text])
  }
}
