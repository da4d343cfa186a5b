/// The global defaults, and how the clock's face looks.
public struct Settings: Hashable, Sendable {
  /// A sound's id; nil: none chosen, so the built-in tone.
  public var sound: String?
  /// 0…100 per cent.
  public var volume = 80
  /// 0…300 s.
  public var fadeIn: Duration = .zero
  public var vibration = Vibration.medium
  /// 0…60 s.
  public var buzzerAfter: Duration = .seconds(60)
  /// 1…180 min.
  public var silenceAfter: Duration = .seconds(3600)
  public var timeFormat = TimeFormat.hours24
  /// 0…15; nil: the display is off but for rings.
  public var brightness: Int? = 8

  public init() {}

  /// How the display writes the hour.
  public enum TimeFormat: String, CaseIterable, Hashable, Sendable {
    case hours12 = "12h"
    case hours24 = "24h"
  }

  /// The sound that rings when none is chosen, or the chosen one is gone.
  public static let builtInSound = "tone"

  /// What an alarm rings with: its own where set, else the global default, else the fallback.
  public func plan(for alarm: Alarm) -> RingPlan {
    let own = alarm.overrides
    return RingPlan(
      alarmID: alarm.id, label: alarm.label, sound: own.sound ?? sound ?? Settings.builtInSound,
      volume: own.volume ?? volume, fadeIn: own.fadeIn ?? fadeIn, vibration: own.vibration ?? vibration,
      buzzerAfter: own.buzzerAfter ?? buzzerAfter, silenceAfter: own.silenceAfter ?? silenceAfter, cards: alarm.cards)
  }
}
