extension Setting {
  private static let zeroReason = "it is not auto, on or off"
  private static let colonReason = "the colon has no such mode"
  private static let dateReason = "there is no such date format"

  static func declared(_ key: SettingKey) -> Setting {
    switch key {
    // Settings of alarms, which alarms can override; timers can override some.
    case .sound: sound()
    case .volume: Setting(key, .percent, \.volume, \.volume, ofTimer: \ChimeOverrides.volume, device: .speaker)
    case .fadeIn: Setting(key, .span(.zero ... .seconds(300)), \.fadeIn, \.fadeIn, device: .speaker)
    case .vibration:
      Setting(
        key, .vibration, \.vibration, \.vibration, ofTimer: \ChimeOverrides.vibration, device: .vibration)
    case .vibrationPattern:
      Setting(
        key, .word("there is no such pattern"), \.vibrationPattern, \.vibrationPattern,
        ofTimer: \ChimeOverrides.vibrationPattern, device: .vibration)
    case .preAlarm: Setting(key, .span(.zero ... .seconds(300)), \.preAlarm, \.preAlarm)
    case .buzzerAfter:
      Setting(
        key, .span(.zero ... .seconds(60), "0s to 60s: the buzzer can start earlier, but it cannot be turned off"),
        \.buzzerAfter, \.buzzerAfter, device: .buzzer)
    case .silenceAfter: Setting(key, .span(.seconds(60) ... .seconds(180 * 60)), \.silenceAfter, \.silenceAfter)
    case .catchUp: Setting(key, .span(.zero ... .seconds(180 * 60)), \.catchUp, \.catchUp)
    case .snooze: Setting(key, .timesOrOff, \.snoozes, \.snoozes, device: .camera)
    case .snoozeTime: Setting(key, .span(.seconds(60) ... .seconds(30 * 60)), \.snoozeTime, \.snoozeTime)
    case .wakeCheck:
      Setting(key, .spanOrOff(.seconds(120) ... .seconds(30 * 60)), \.wakeCheck, \.wakeCheck, device: .camera)
    case .cancelLock: Setting(key, .spanOrOff(.seconds(60) ... .seconds(12 * 3600)), \.cancelLock, \.cancelLock)
    case .soften: Setting(key, .onOff, \.softens, \.softens, device: .camera)
    case .speak: speaking()
    case .flash: Setting(key, .onOff, \.flashes, \.flashes) { inherited, own in inherited && own }
    // Settings of timers.
    case .chime: chiming()
    case .chimeFor: Setting(key, .span(.seconds(10) ... .seconds(600)), \.chimeFor)
    case .countdown: Setting(key, .onOff, \.showsCountdown, device: .display)
    // Settings of the clock.
    case .timeFormat: Setting(key, .timeFormat, \.timeFormat, device: .display)
    // Settings of the display.
    case .leadingZero: Setting(key, .word(zeroReason), \.face.leadingZero, device: .display)
    case .seconds: Setting(key, .onOff, \.face.showsSeconds, device: .display)
    case .colon: Setting(key, .word(colonReason), \.face.colon, device: .display)
    case .marks: Setting(key, .marks, \.face.marks, device: .display)
    case .display: Setting(key, .word("the display has no such mode"), \.face.mode, device: .display)
    case .motion: Setting(key, .onOff, \.face.moves, device: .display)
    case .turns: Setting(key, .turns, \.face.turns, device: .display)
    case .turnFor: Setting(key, .wholeSeconds(.seconds(2) ... .seconds(60)), \.face.turnFor, device: .display)
    case .timeFor: Setting(key, .wholeSeconds(.seconds(2) ... .seconds(600)), \.face.timeFor, device: .display)
    case .dateFormat: Setting(key, .word(dateReason), \.face.dateFormat, device: .display)
    case .temperatureUnit:
      Setting(
        key, .word("there is no such unit"), \.face.temperatureUnit, device: .display)
    case .zones: Setting(key, .zones, \.face.zones, device: .display)
    case .theme: Setting(key, .theme, \.face.theme, device: .display)
    case .nightTurns: Setting(key, .same(as: .turns), \.face.nightTurns, device: .display)
    case .nightTimeFormat: Setting(key, .same(as: .timeFormat), \.face.nightTimeFormat, device: .display)
    case .nightLeadingZero: Setting(key, .same(as: .word(zeroReason)), \.face.nightLeadingZero, device: .display)
    case .nightSeconds: Setting(key, .same(as: .onOff), \.face.nightSeconds, device: .display)
    case .nightColon: Setting(key, .same(as: .word(colonReason)), \.face.nightColon, device: .display)
    case .nightMarks: Setting(key, .same(as: .marks), \.face.nightMarks, device: .display)
    case .nightDateFormat: Setting(key, .same(as: .word(dateReason)), \.face.nightDateFormat, device: .display)
    case .nightBrightness: Setting(key, .same(as: .dimming), \.nightDimming, device: .display)
    // Other settings.
    case .brightness: Setting(key, .dimming, \.dimming, device: .display)
    case .brightnessSchedule: Setting(key, .schedule, \.brightnessSchedule, device: .display)
    case .lightLevels: Setting(key, .light, \.lightLevels, device: .display)
    case .location: Setting(key, .location, \.location)
    case .guidance: Setting(key, .onOff, \.guides, device: .camera)
    case .quiet: Setting(key, .hours, \.quiet)
    case .pause: Setting(key, .dateOrOff, \.pausedUntil)
    case .bedtime: Setting(key, .timeOrOff, \.bedtime)
    case .reminders: reminders()
    case .reminderSound: Setting(key, .word("reminders have no such sound"), \.reminders.sound, device: .speaker)
    case .remindersADay: Setting(key, .timesADay, \.reminders.mostADay)
    case .sleepTime: Setting(key, .span(.seconds(4 * 3600) ... .seconds(12 * 3600)), \.reminders.sleep)
    case .clockSource:
      Setting(
        key, .word("there is no such clock source", "give `ntp` or `battery`"), \.clockSource)
    case .evidence: Setting(key, .onOff, \.keepsEvidence, device: .camera)
    case .history: Setting(key, .kept, \.historyKept)
    case .log: Setting(key, .kept, \.logKept)
    case .name: Setting(key, .nameOrOff, \.name)
    }
  }

  /// In the order of display.
  public static let all = SettingKey.allCases.map(declared)
  public static let ofAlarms = all.filter { $0.ofAlarm != nil }
  public static let ofTimers = all.filter { $0.ofTimer != nil }
}
