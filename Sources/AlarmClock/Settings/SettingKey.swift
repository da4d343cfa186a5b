/// A setting's name as the user types it. `Setting+All.swift` declares everything else about it.
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
  case soften, speak, flash, chime
  case chimeFor = "chime-for"
  case countdown
  case timeFormat = "time-format"
  case leadingZero = "leading-zero"
  case seconds, colon, marks, display, motion, turns
  case turnFor = "turn-for"
  case timeFor = "time-for"
  case dateFormat = "date-format"
  case temperatureUnit = "temperature-unit"
  case zones, theme
  case nightTurns = "night-turns"
  case nightTimeFormat = "night-time-format"
  case nightLeadingZero = "night-leading-zero"
  case nightSeconds = "night-seconds"
  case nightColon = "night-colon"
  case nightMarks = "night-marks"
  case nightDateFormat = "night-date-format"
  case nightBrightness = "night-brightness"
  case brightness
  case brightnessSchedule = "brightness-schedule"
  case lightLevels = "light-levels"
  case location, guidance, quiet, pause, bedtime, reminders
  case reminderSound = "reminder-sound"
  case remindersADay = "reminders-a-day"
  case sleepTime = "sleep-time"
  case clockSource = "clock-source"
  case evidence, history, log, name

  /// The word that makes an override inherited again and resets a setting to its first value.
  public static let defaultWord = "default"

  public var setting: Setting { Self.settings[self] ?? Setting.declared(self) }
  private static let settings = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.key, $0) })

  public static let ofAlarms = Setting.ofAlarms.map(\.key)
  public static let ofTimers = Setting.ofTimers.map(\.key)

  /// The name in JSON, such as `fadeIn`.
  public var fieldName: String { Self.fieldNames[self] ?? rawValue }

  private static let fieldNames = Dictionary(
    uniqueKeysWithValues: allCases.map { key in
      let words = key.rawValue.split(separator: "-")
      return (key, words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() })
    })

  /// Returns the setting with a name, in any case.
  public static func named(_ text: String) throws(InvalidValue) -> SettingKey {
    guard let key = SettingKey(rawValue: text.lowercased()) else {
      let typed = TypedValue(text, field: "KEY")
      if ZoneAdvice.isAskedFor(by: text) {
        throw typed.refusal(
          "alarms ring by the computer's time zone, which is not a setting of the clock", ZoneAdvice.remedy)
      }
      let keys = allCases.map(\.rawValue).joined(separator: ", ")
      throw typed.refusal("there is no such setting", "choose one of: \(keys)")
    }
    return key
  }
}
