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
          "alarms use the computer's time zone, which is not a setting of the clock", ZoneAdvice.remedy)
      }
      let keys = allCases.map(\.rawValue).joined(separator: ", ")
      throw typed.refusal("there is no such setting", "choose one of: \(keys)")
    }
    return key
  }

  public var group: SettingGroup {
    switch self {
    case .sound, .volume, .fadeIn, .buzzerAfter, .soften, .speak: .sound
    case .vibration, .vibrationPattern, .preAlarm, .flash: .vibration
    case .silenceAfter, .catchUp, .snooze, .snoozeTime, .wakeCheck, .cancelLock, .guidance: .ring
    case .chime, .chimeFor, .countdown: .timer
    case .timeFormat, .leadingZero, .seconds, .colon, .marks, .display, .motion: .display
    case .turns, .turnFor, .timeFor, .dateFormat, .temperatureUnit, .zones: .turns
    case .theme, .nightTurns, .nightTimeFormat, .nightLeadingZero, .nightSeconds, .nightColon, .nightMarks,
      .nightDateFormat:
      .night
    case .quiet, .pause, .bedtime, .reminders, .reminderSound, .remindersADay, .sleepTime: .rest
    case .brightness, .nightBrightness, .brightnessSchedule, .lightLevels, .location: .light
    case .clockSource, .evidence, .history, .log, .name: .clock
    }
  }

  /// Returns the settings whose name, group or help contains `word`, in any case.
  public static func found(by word: String) -> [SettingKey] {
    let word = word.lowercased()
    return allCases.filter { key in
      [key.rawValue, key.group.rawValue, key.group.title, key.setting.help].contains { $0.lowercased().contains(word) }
    }
  }

  /// One line about the setting's effect and its values.
  public var help: String {
    switch self {
    case .sound: "the sound of alarms and timers that have none of their own, or off"
    case .volume: "how loud alarms and timers are, 0 to 100"
    case .fadeIn: "how long the sound takes to reach its volume, 0s to 5m"
    case .vibration: "how strongly alarms and timers vibrate: off, light, medium or strong"
    case .vibrationPattern: "the rhythm of the vibration: steady, pulse, heartbeat or escalating"
    case .preAlarm: "how long light and vibration come before the sound, 0s to 5m"
    case .buzzerAfter: "when the buzzer joins a ring, 0s to 60s after the sound"
    case .silenceAfter: "when an unanswered ring gives up, 1m to 3h"
    case .catchUp: "how late an alarm still rings after a power cut, 0s to 3h"
    case .snooze: "how often a snooze card silences a ring: off, or 1 to 5"
    case .snoozeTime: "how long a snooze card silences a ring, 1m to 30m"
    case .wakeCheck: "how soon after dismissal the card must be shown again, 2m to 30m, or off"
    case .cancelLock: "how long before its ring an alarm can no longer be canceled, 1m to 12h, or off"
    case .soften: "ring softer while a code in view is still unread, for at most 15s per ring: on or off"
    case .speak: "what is spoken: off, alarms (label and time), or all (also missed alarms and the test at bedtime)"
    case .flash: "display and lamp flash, blink and alternate: on, or off for a steady light"
    case .chime: "sound and vibration when a timer ends: on or off"
    case .chimeFor: "how long sound and vibration last when a timer ends, 10s to 10m"
    case .countdown: "show a timer's remaining time on the display: on or off"
    case .timeFormat: "how times are shown: 12h or 24h"
    case .leadingZero: "a zero before single-digit hours: auto (with 24h only), on or off"
    case .seconds: "seconds: after the time on six or eight digits, otherwise alternating with it: on or off"
    case .colon: "the colon of the time: steady, blink (never with `flash off`) or off"
    case .marks: "which dots light up beside the time: all, off, or some of pm,power,alarm,clock,miss"
    case .display: "what the display shows: normal, clock (the time alone), message (dark except for messages) or off"
    case .motion: "fade the display and scroll long texts: on or off"
    case .turns: "what alternates with the time: some of date,alarm,temperature,humidity,zones, or off"
    case .turnFor: "how long each turn is shown, 2s to 1m"
    case .timeFor: "how long the time is shown between turns, 2s to 10m"
    case .dateFormat: "how the display writes the date: day-month (22.11) or month-day (11-22)"
    case .temperatureUnit: "the degrees of the display: c (Celsius) or f (Fahrenheit)"
    case .zones: "up to three time zones for the turn `zones`, like Asia/Tokyo,Asia/Kolkata, or off"
    case .theme:
      "which values apply: day, night, light (night in a dark room), or night hours like 22:00-07:00 or sunset-sunrise"
    case .nightTurns: "the turns at night: like `turns`, or same"
    case .nightTimeFormat: "the time at night: 12h, 24h or same"
    case .nightLeadingZero: "a zero before single-digit hours at night: auto, on, off or same"
    case .nightSeconds: "seconds at night: on, off or same"
    case .nightColon: "the colon at night: steady, blink, off or same"
    case .nightMarks: "the dots at night: like `marks`, or same"
    case .nightDateFormat: "the date at night: day-month, month-day or same"
    case .nightBrightness: "how bright the display is at night: like `brightness`, or same"
    case .brightness: "how bright the display is: 0 to 15, off, auto (by the light sensor) or schedule"
    case .brightnessSchedule: "brightness by time of day: points like 07:00 12, sunset-30m 4 over 1h, 22:00 off"
    case .lightLevels: "brightness by ambient light, for `brightness auto`: lux and level, like 1:off 10:2 50:6 200:12"
    case .location: "where the clock is, for sunrise and sunset, like 52.52,13.40; off: they are at 6:00 and 18:00"
    case .guidance: "during a ring, report why a card is not read, and when it is accepted: on or off"
    case .quiet: "when only alarms make a sound: on, off, or hours like 22:00-07:00"
    case .pause: "the date until which repeating alarms are skipped, or off"
    case .bedtime: "when the clock tests itself each evening, like 21:30, or off"
    case .reminders: "which reminders come before bedtime: on, off, all, none, or some, like bedtime=21:30,test=auto"
    case .reminderSound: "the sound of reminders: off, chime or speech; never in quiet hours"
    case .remindersADay: "how many reminders may come in a day, 1 to 8"
    case .sleepTime: "how long you want to sleep before an alarm, for the reminder `bedtime`, 4h to 12h"
    case .clockSource: "ntp, or battery if a clock chip with a battery keeps the time"
    case .evidence: "keep the last pictures of each ring, to find out why a card was not read: on or off"
    case .history: "how long `rouse history` keeps rings: 1y, 2y, forever, or 30d to 3650d"
    case .log: "how long `rouse log` keeps events: 1y, 2y, forever, or 30d to 3650d; its size is limited"
    case .name: "the clock's name, to tell several apart, like Room 12; off for none"
    }
  }

  func set<Owner>(
    _ text: String, in owner: inout Owner, _ own: OwnValue<Owner>?, _ knownSounds: [String], owner name: String
  ) throws(InvalidValue) {
    let typed = TypedValue(text, field: "--\(rawValue)", sounds: knownSounds)
    guard let own else {
      throw typed.refusal(
        "it applies to the whole clock, not to one \(name)", "use `rouse settings set \(rawValue) \(text)`")
    }
    try own.set(&owner, text == SettingKey.defaultWord ? nil : typed)
  }

  /// The column that stores its override.
  var column: String {
    switch self {
    case .snooze: "snoozes"
    case .soften: "softens"
    case .speak: "speaks"
    case .flash: "flashes"
    default: rawValue.replacing("-", with: "_")
    }
  }
}
