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
    case .sound: "the sound of alarms and timers that choose none, or off"
    case .volume: "how loud alarms and timers are, 0 to 100"
    case .fadeIn: "how long the sound takes to reach its volume, 0s to 5m"
    case .vibration: "how strongly alarms and timers shake: off, light, medium or strong"
    case .vibrationPattern: "the rhythm of the shaking: steady, pulse, heartbeat or escalating"
    case .preAlarm: "how long light and vibration go alone before the sound, 0s to 5m"
    case .buzzerAfter: "when the buzzer joins a ring, 0s to 60s after the sound"
    case .silenceAfter: "when a ring that nobody answers gives up, 1m to 3h"
    case .catchUp: "how late an alarm still rings after a time without power, 0s to 3h"
    case .snooze: "how often a snooze card silences a ring: off, or 1 to 5"
    case .snoozeTime: "for how long a snooze card silences a ring, 1m to 30m"
    case .wakeCheck: "how soon after the dismissal the card is to be shown again, 2m to 30m, or off"
    case .cancelLock: "how long before its ring an alarm can no longer be taken back, 1m to 12h, or off"
    case .soften: "softer, for 15s of a ring at most, while a code is in view and unread: on or off"
    case .speak:
      "what is said in words: off, alarms (their label and the time), or all (misses and the test at bedtime too)"
    case .flash: "display and lamp flash, blink and go by turns: on, or off where they are to shine steadily"
    case .chime: "the end of a timer is heard and felt: on or off"
    case .chimeFor: "how long the end of a timer is heard and felt, 10s to 10m"
    case .countdown: "the display shows what is left of a timer: on or off"
    case .timeFormat: "how times are shown: 12h or 24h"
    case .leadingZero: "a zero before hours of one digit: auto (on 24 hours, not on 12), on or off"
    case .seconds: "seconds, behind the time on six or eight digits, else by turns with it: on or off"
    case .colon: "the colon of the time: steady, blink (never with `flash off`) or off"
    case .marks: "which dots are lit beside the time: all, off, or some of pm, power, alarm, clock, miss, with commas"
    case .display: "what the display shows: normal, clock (the time alone), message (dark but for messages) or off"
    case .motion: "the display fades, and long texts move: on, or off for neither"
    case .turns:
      "what comes by turns with the time: some of date, alarm, temperature, humidity, zones, with commas, or off"
    case .turnFor: "for how long each turn is shown, 2s to 1m"
    case .timeFor: "for how long the time is shown between the turns, 2s to 10m"
    case .dateFormat: "how the display writes the date: day-month (22.11) or month-day (11-22)"
    case .temperatureUnit: "the degrees of the display: c (Celsius) or f (Fahrenheit)"
    case .zones: "other time zones for the turn `zones`, as Asia/Tokyo, three at most, with commas, or off"
    case .theme:
      "which values count: day, night, light (night while the room is dark), or the night's hours, as 22:00-07:00 or sunset-sunrise"
    case .nightTurns: "the turns by night: as `turns`, or same"
    case .nightTimeFormat: "the time by night: 12h, 24h or same"
    case .nightLeadingZero: "a zero before hours of one digit by night: auto, on, off or same"
    case .nightSeconds: "seconds by night: on, off or same"
    case .nightColon: "the colon by night: steady, blink, off or same"
    case .nightMarks: "the dots by night: as `marks`, or same"
    case .nightDateFormat: "the date by night: day-month, month-day or same"
    case .nightBrightness: "how bright by night: as `brightness`, or same"
    case .brightness: "how bright the display is: 0 to 15, off, auto (by the light sensor) or schedule"
    case .brightnessSchedule: "how bright it is when: points like 07:00 12, sunset-30m 4 over 1h, 22:00 off"
    case .lightLevels:
      "how bright it is in which light, for `brightness auto`: lux and level, like 1:off 10:2 50:6 200:12"
    case .location: "where the clock stands, for sunrise and sunset, as 52.52,13.40; off: both are at six"
    case .guidance: "telling what keeps a card from being read while it rings, and that it was taken: on or off"
    case .quiet: "when nothing but alarms sounds: on, off, or hours like 22:00-07:00"
    case .pause: "the date until which repeating alarms are skipped, or off"
    case .bedtime: "when the clock tests itself each evening, as 21:30, or off"
    case .reminders: "what the clock reminds of before bedtime: on, off, all, none, or some, as bedtime=21:30,test=auto"
    case .reminderSound: "what is heard when a reminder comes: off, chime or speech; never in quiet hours"
    case .remindersADay: "how many reminders may come in a day, 1 to 8"
    case .sleepTime: "how long you want to sleep before an alarm, for the reminder `bedtime`, 4h to 12h"
    case .clockSource: "ntp, or battery where a clock chip with a battery keeps the time"
    case .evidence: "keep the last pictures of each ring, to find out why a card was not read: on or off"
    case .history: "how long `rouse history` remembers rings: 1y, 2y, forever, or 30d to 3650d"
    case .log: "how long `rouse log` remembers what happened: 1y, 2y, forever, or 30d to 3650d; its size is bounded"
    case .name: "what the clock is called where there are several, as Room 12; off: it has no name"
    }
  }

  func set<Owner>(
    _ text: String, in owner: inout Owner, _ own: OwnValue<Owner>?, _ knownSounds: [String], owner name: String
  ) throws(InvalidValue) {
    let typed = TypedValue(text, field: "--\(rawValue)", sounds: knownSounds)
    guard let own else {
      throw typed.refusal(
        "it belongs to the clock, not to one \(name)", "use `rouse settings set \(rawValue) \(text)`")
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
