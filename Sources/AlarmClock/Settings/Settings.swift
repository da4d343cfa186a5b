/// The global defaults, and how the clock behaves.
@dynamicMemberLookup
public struct Settings: Hashable, Sendable {
  /// A sound's id, or `noSound`; nil: none chosen, so the built-in tone.
  public var sound: String?
  /// What an alarm rings with that sets nothing for itself; also as if these were the settings' own (`settings.volume`).
  public var ring = RingValues()
  /// Whether a timer's end is heard and felt.
  public var chimes = true
  /// How long that lasts, 10 s…10 min.
  public var chimeFor: Duration = .seconds(60)
  /// Whether the display shows what is left of a timer.
  public var showsCountdown = true
  public var timeFormat = TimeFormat.hours24
  /// What the display shows while nothing rings.
  public var face = FaceSettings()
  /// How bright the display is but for rings.
  public var dimming = Dimming.fixed(Dimming.usual)
  /// The same by night; nil: as by day.
  public var nightDimming: Dimming?
  /// Its brightness by time of day.
  public var brightnessSchedule = BrightnessSchedule.usual
  /// Its brightness by the light of the room.
  public var lightLevels = LightLevels.usual
  /// For sunrise and sunset; nil: nobody has said.
  public var location: Location?
  /// Whether it is told, while it rings, what keeps a card from being read.
  public var guides = true
  public var quiet = QuietHours.off
  /// Repeating alarms are skipped before this date; nil: they are not.
  public var pausedUntil: LocalDate?
  /// When the clock looks at itself each evening; nil: never by itself.
  public var bedtime: LocalTime?
  /// What the clock reminds of, and how.
  public var reminders = ReminderSettings()
  public var clockSource = ClockSource.ntp
  /// Where alarms speak: whether the clock also says by itself what was missed, and whether it can be counted on.
  public var saysNews = false
  /// Whether the last pictures of each ring are kept.
  public var keepsEvidence = false
  /// For how long the history remembers rings, 30 days…10 years; nil: for ever.
  public var historyKept: Duration? = Settings.keptAtFirst
  /// For how long the log remembers what happened; nil: for ever.
  public var logKept: Duration? = Settings.keptAtFirst
  /// What the clock is called where there are several; nil: it has no name.
  public var name: String?

  /// Two years.
  public static let keptAtFirst: Duration = .seconds(2 * 365 * 86_400)

  public init() {}

  public subscript<Value>(dynamicMember path: WritableKeyPath<RingValues, Value>) -> Value {
    get { ring[keyPath: path] }
    set { ring[keyPath: path] = newValue }
  }

  /// What is said in words.
  public enum Speaking: String, CaseIterable, Hashable, Sendable {
    case off
    /// Alarms say their label and the time.
    case alarms
    /// The clock says news too.
    case all
  }

  public var speaking: Speaking {
    get { !ring.speaks ? .off : saysNews ? .all : .alarms }
    set { (ring.speaks, saysNews) = (newValue != .off, newValue == .all) }
  }

  /// Whether anything goes by the light of the room all the time.
  public var followsLight: Bool { face.mode != .off && usesLight }

  /// Whether anything of what is seen goes by it.
  public var usesLight: Bool {
    dimming == .automatic || face.theme == .light || nightDimming == .automatic && face.theme != .day
  }

  /// How the display writes the hour.
  public enum TimeFormat: String, CaseIterable, Hashable, Sendable {
    case hours12 = "12h"
    case hours24 = "24h"
  }

  /// What makes the time of day believable.
  public enum ClockSource: String, CaseIterable, Hashable, Sendable {
    /// It was synchronized since the machine started.
    case ntp
    /// A clock chip with a battery keeps it: always.
    case battery
  }

  /// The sound that rings when none is chosen, or the chosen one is gone.
  public static let builtInSound = "tone"

  /// What people choose to hear nothing.
  public static let noSound = "off"

  /// What an alarm rings with: its own where set, else the global default, else the fallback.
  public func plan(for alarm: Alarm) -> RingPlan {
    var values = ring.with(alarm.overrides)
    let heard = heard(sound: alarm.overrides.sound, volume: alarm.overrides.volume)
    values.volume = heard.volume
    return RingPlan(
      alarmID: alarm.id, label: alarm.label, sound: heard.sound, fallbackSound: heard.fallback, values: values,
      cards: alarm.cards)
  }

  /// What an alarm, or what it inherits, says: all of it.
  public func complete(_ own: RingOverrides) -> RingOverrides {
    RingOverrides(sound: own.sound ?? sound ?? Settings.builtInSound, ring.with(own))
  }

  /// What a timer ends with: its own where set, else the global default, else the fallback.
  public func chime(for own: ChimeOverrides) -> ChimePlan {
    let heard = heard(sound: own.sound, volume: own.volume)
    return ChimePlan(
      isOn: own.chimes ?? chimes, sound: heard.sound, fallbackSound: heard.fallback, volume: heard.volume,
      vibration: own.vibration ?? ring.vibration, vibrationPattern: own.vibrationPattern ?? ring.vibrationPattern,
      length: chimeFor)
  }

  /// Returns the values of a timer that starts now, which keeps its sound and vibration when the settings change. `chimes`
  /// stays inherited.
  public func complete(_ own: ChimeOverrides) -> ChimeOverrides {
    ChimeOverrides(
      sound: own.sound ?? sound ?? Settings.builtInSound, volume: own.volume ?? ring.volume,
      vibration: own.vibration ?? ring.vibration, vibrationPattern: own.vibrationPattern ?? ring.vibrationPattern,
      chimes: own.chimes)
  }

  /// Returns the values that differ from the settings.
  public func own(of values: ChimeOverrides) -> ChimeOverrides {
    let inherited = complete(ChimeOverrides())
    func own<Value: Equatable>(_ value: KeyPath<ChimeOverrides, Value?>) -> Value? {
      values[keyPath: value] == inherited[keyPath: value] ? nil : values[keyPath: value]
    }
    return ChimeOverrides(
      sound: own(\.sound), volume: own(\.volume), vibration: own(\.vibration),
      vibrationPattern: own(\.vibrationPattern), chimes: values.chimes)
  }

  /// A sound that is switched off is one of volume 0.
  private func heard(sound own: String?, volume ownVolume: Int?) -> (sound: String, fallback: String?, volume: Int) {
    let chosen = own ?? sound ?? Settings.builtInSound
    let isOff = chosen == Settings.noSound
    return (
      isOff ? Settings.builtInSound : chosen, own == nil || sound == Settings.noSound ? nil : sound,
      isOff ? 0 : ownVolume ?? ring.volume
    )
  }
}
