/// A setting by the name people type.
public enum SettingKey: String, CaseIterable, Hashable, Sendable, Codable {
  case sound, volume
  case fadeIn = "fade-in"
  case vibration
  case vibrationPattern = "vibration-pattern"
  case preAlarm = "pre-alarm"
  case buzzerAfter = "buzzer-after"
  case silenceAfter = "silence-after"
  case catchUp = "catch-up"
  case snooze
  case snoozeTime = "snooze-time"
  case wakeCheck = "wake-check"
  case cancelLock = "cancel-lock"
  case soften, speak, chime
  case chimeFor = "chime-for"
  case countdown
  case timeFormat = "time-format"
  case brightness, guidance, quiet, pause, bedtime
  case clockSource = "clock-source"
  case evidence

  /// The word that reverts an alarm's own value to the global default, and a setting to its first value.
  public static let defaultWord = "default"

  /// The keys that an alarm can set for itself.
  public static let ofAlarms: [SettingKey] = [
    .sound, .volume, .fadeIn, .vibration, .vibrationPattern, .preAlarm, .buzzerAfter, .silenceAfter, .catchUp, .snooze,
    .snoozeTime, .wakeCheck, .cancelLock, .soften, .speak,
  ]

  /// The keys that a timer can set for itself.
  public static let ofTimers: [SettingKey] = [.sound, .volume, .vibration, .vibrationPattern, .chime]

  /// One line on what it does and what it takes.
  public var help: String {
    switch self {
    case .sound: "the sound of alarms and timers that choose none, or off"
    case .volume: "0 to 100"
    case .fadeIn: "how long the sound takes to reach its volume, 0s to 5m"
    case .vibration: "off, light, medium or strong"
    case .vibrationPattern: "steady, pulse, heartbeat or escalating"
    case .preAlarm: "how long light and vibration go alone before the sound, 0s to 5m"
    case .buzzerAfter: "when the buzzer joins a ring, 0s to 60s after the sound"
    case .silenceAfter: "when a ring that nobody answers gives up, 1m to 3h"
    case .catchUp: "how late an alarm still rings after a time without power, 0s to 3h"
    case .snooze: "how often a snooze card silences a ring: off, or 1 to 5"
    case .snoozeTime: "for how long, 1m to 30m"
    case .wakeCheck: "how soon after the dismissal the card is to be shown again, 2m to 30m, or off"
    case .cancelLock: "how long before its ring an alarm can no longer be taken back, 1m to 12h, or off"
    case .soften: "softer, for 15s of a ring at most, while a code is in view and unread: on or off"
    case .speak: "alarms say their label and the time under their sound: on or off"
    case .chime: "the end of a timer is heard and felt: on or off"
    case .chimeFor: "how long that lasts, 10s to 10m"
    case .countdown: "the display shows what is left of a timer: on or off"
    case .timeFormat: "12h or 24h"
    case .brightness: "of the display, 0 to 15, or off"
    case .guidance: "telling what keeps a card from being read while it rings: on or off"
    case .quiet: "when nothing but alarms sounds: on, off, or hours like 22:00-07:00"
    case .pause: "the date until which repeating alarms are skipped, or off"
    case .bedtime: "when the clock tests itself each evening, as 21:30, or off"
    case .clockSource: "ntp, or battery where a clock chip with a battery keeps the time"
    case .evidence: "keep the last pictures of each ring, to find out why a card was not read: on or off"
    }
  }

  public static func named(_ text: String) throws(InvalidValue) -> SettingKey {
    guard let key = SettingKey(rawValue: text) else {
      throw InvalidValue(
        field: "KEY", value: text, reason: "there is no such setting",
        remedy: "choose one of: \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return key
  }
}
