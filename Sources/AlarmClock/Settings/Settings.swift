/// The global defaults, and how the clock behaves.
public struct Settings: Hashable, Sendable {
  /// A sound's id, or `noSound`; nil: none chosen, so the built-in tone.
  public var sound: String?
  /// 0…100 per cent.
  public var volume = 80
  /// 0…300 s.
  public var fadeIn: Duration = .zero
  public var vibration = Vibration.medium
  public var vibrationPattern = VibrationPattern.pulse
  /// 0…300 s.
  public var preAlarm: Duration = .zero
  /// 0…60 s.
  public var buzzerAfter: Duration = .seconds(60)
  /// 1…180 min.
  public var silenceAfter: Duration = .seconds(3600)
  /// 0…180 min.
  public var catchUp: Duration = .seconds(15 * 60)
  /// 0…5; 0: a snooze card does nothing.
  public var snoozes = 0
  /// 1…30 min.
  public var snoozeTime: Duration = .seconds(9 * 60)
  /// 2…30 min; zero: there is none.
  public var wakeCheck: Duration = .zero
  /// 1 min…12 h, so that an alarm of every day has hours without; zero: there is none.
  public var cancelLock: Duration = .zero
  /// Whether a ring grows softer for a moment while a code is in view (`RingSoftness`).
  public var softens = true
  /// Whether alarms speak their label and the time.
  public var speaks = false
  /// Whether a timer's end is heard and felt.
  public var chimes = true
  /// How long that lasts, 10 s…10 min.
  public var chimeFor: Duration = .seconds(60)
  /// Whether the display shows what is left of a timer.
  public var showsCountdown = true
  public var timeFormat = TimeFormat.hours24
  /// 0…15; nil: the display is off but for rings.
  public var brightness: Int? = 8
  /// Whether it is told, while it rings, what keeps a card from being read.
  public var guides = true
  public var quiet = QuietHours.off
  /// Repeating alarms are skipped before this date; nil: they are not.
  public var pausedUntil: LocalDate?
  /// When the clock looks at itself each evening; nil: never by itself.
  public var bedtime: LocalTime?
  public var clockSource = ClockSource.ntp
  /// Whether the last pictures of each ring are kept.
  public var keepsEvidence = false

  public init() {}

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
    let own = alarm.overrides
    let heard = heard(sound: own.sound, volume: own.volume)
    return RingPlan(
      alarmID: alarm.id, label: alarm.label, sound: heard.sound, fallbackSound: heard.fallback, volume: heard.volume,
      fadeIn: own.fadeIn ?? fadeIn, vibration: own.vibration ?? vibration,
      vibrationPattern: own.vibrationPattern ?? vibrationPattern, preAlarm: own.preAlarm ?? preAlarm,
      buzzerAfter: own.buzzerAfter ?? buzzerAfter, silenceAfter: own.silenceAfter ?? silenceAfter,
      catchUp: own.catchUp ?? catchUp, snoozes: own.snoozes ?? snoozes, snoozeTime: own.snoozeTime ?? snoozeTime,
      wakeCheck: own.wakeCheck ?? wakeCheck, cancelLock: own.cancelLock ?? cancelLock,
      softens: own.softens ?? softens, speaks: own.speaks ?? speaks, cards: alarm.cards)
  }

  /// What a timer ends with: its own where set, else the global default, else the fallback.
  public func chime(for own: ChimeOverrides) -> ChimePlan {
    let heard = heard(sound: own.sound, volume: own.volume)
    return ChimePlan(
      isOn: own.chimes ?? chimes, sound: heard.sound, fallbackSound: heard.fallback, volume: heard.volume,
      vibration: own.vibration ?? vibration, vibrationPattern: own.vibrationPattern ?? vibrationPattern,
      length: chimeFor)
  }

  /// A sound that is switched off is one of volume 0.
  private func heard(sound own: String?, volume ownVolume: Int?) -> (sound: String, fallback: String?, volume: Int) {
    let chosen = own ?? sound ?? Settings.builtInSound
    let isOff = chosen == Settings.noSound
    return (
      isOff ? Settings.builtInSound : chosen, own == nil || sound == Settings.noSound ? nil : sound,
      isOff ? 0 : ownVolume ?? volume
    )
  }
}
