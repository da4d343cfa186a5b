/// Settings that users look for together, at most eight.
public enum SettingGroup: String, CaseIterable, Sendable {
  case sound, vibration, ring, timer, display, turns, night, light, rest, clock

  public var title: String {
    switch self {
    case .sound: "How alarms sound"
    case .vibration: "Vibration and light"
    case .ring: "How a ring goes, and ends"
    case .timer: "Timers"
    case .display: "What the display shows"
    case .turns: "What it shows by turns"
    case .night: "The display by night"
    case .rest: "Quiet, days off, bedtime and reminders"
    case .light: "How bright the display is"
    case .clock: "The clock itself"
    }
  }

  /// Whether the group is about the look of the display, which no alarm depends on.
  public var isOfTheFace: Bool { [.display, .turns, .night, .light].contains(self) }

  public var keys: [SettingKey] { SettingKey.allCases.filter { $0.group == self } }
}

extension SettingKey {
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
}
