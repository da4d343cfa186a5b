extension Setting {
  static func declared(_ key: SettingKey) -> Setting {
    switch key {
    // Settings of alarms, which alarms can override; timers can override some.
    case .sound:
      sound(.sound, device: .speaker, "the sound of alarms and timers that choose none, or off")
    case .volume:
      Setting(
        key, .percent, \.volume, \.volume, ofTimer: \.volume, column: "volume", device: .speaker,
        "how loud alarms and timers are, 0 to 100")
    case .fadeIn:
      Setting(
        key, .span(.zero ... .seconds(300), "0s to 5m"), \.fadeIn, \.fadeIn, column: "fade_in", device: .speaker,
        "how long the sound takes to reach its volume, 0s to 5m")
    case .vibration:
      Setting(
        key, .vibration, \.vibration, \.vibration, ofTimer: \.vibration, column: "vibration", device: .vibration,
        "how strongly alarms and timers shake: off, light, medium or strong")
    case .vibrationPattern:
      Setting(
        key, .pattern, \.vibrationPattern, \.vibrationPattern, ofTimer: \.vibrationPattern,
        column: "vibration_pattern", device: .vibration,
        "the rhythm of the shaking: steady, pulse, heartbeat or escalating")
    case .preAlarm:
      Setting(
        key, .span(.zero ... .seconds(300), "0s to 5m"), \.preAlarm, \.preAlarm, column: "pre_alarm",
        "how long light and vibration go alone before the sound, 0s to 5m")
    case .buzzerAfter:
      Setting(
        key,
        .span(.zero ... .seconds(60), "0s to 60s: the buzzer can come earlier, but it cannot be taken away"),
        \.buzzerAfter, \.buzzerAfter, column: "buzzer_after", device: .buzzer,
        "when the buzzer joins a ring, 0s to 60s after the sound")
    case .silenceAfter:
      Setting(
        key, .span(.seconds(60) ... .seconds(180 * 60), "1m to 3h"), \.silenceAfter, \.silenceAfter,
        column: "silence_after", "when a ring that nobody answers gives up, 1m to 3h")
    case .catchUp:
      Setting(
        key, .span(.zero ... .seconds(180 * 60), "0s to 3h"), \.catchUp, \.catchUp, column: "catch_up",
        "how late an alarm still rings after a time without power, 0s to 3h")
    case .snooze:
      Setting(
        key, .timesOrOff, \.snoozes, \.snoozes, column: "snoozes", device: .camera,
        "how often a snooze card silences a ring: off, or 1 to 5")
    case .snoozeTime:
      Setting(
        key, .span(.seconds(60) ... .seconds(30 * 60), "1m to 30m"), \.snoozeTime, \.snoozeTime,
        column: "snooze_time", "for how long a snooze card silences a ring, 1m to 30m")
    case .wakeCheck:
      Setting(
        key, .spanOrOff(.seconds(120) ... .seconds(30 * 60), "2m to 30m"), \.wakeCheck, \.wakeCheck,
        column: "wake_check", device: .camera,
        "how soon after the dismissal the card is to be shown again, 2m to 30m, or off")
    case .cancelLock:
      Setting(
        key, .spanOrOff(.seconds(60) ... .seconds(12 * 3600), "1m to 12h"), \.cancelLock, \.cancelLock,
        column: "cancel_lock", "how long before its ring an alarm can no longer be taken back, 1m to 12h, or off")
    case .soften:
      Setting(
        key, .onOff, \.softens, \.softens, column: "softens", device: .camera,
        "softer, for 15s of a ring at most, while a code is in view and unread: on or off")
    case .speak:
      speaking(
        "what is said in words: off, alarms (their label and the time), or all (misses and the test at bedtime too)")
    case .flash:
      Setting(
        key, .onOff, \.flashes, \.flashes, column: "flashes",
        "display and lamp flash, blink and go by turns: on, or off where they are to shine steadily"
      ) { inherited, own in inherited && own }
    // Settings of timers.
    case .chime:
      Setting(
        key, .onOff, \.chimes, ofTimer: \.chimes, column: "chime", "the end of a timer is heard and felt: on or off")
    case .chimeFor:
      Setting(
        key, .span(.seconds(10) ... .seconds(600), "10s to 10m"), \.chimeFor,
        "how long the end of a timer is heard and felt, 10s to 10m")
    case .countdown:
      Setting(
        key, .onOff, \.showsCountdown, device: .display, "the display shows what is left of a timer: on or off")
    // Settings of the clock.
    case .timeFormat:
      Setting(key, .timeFormat, \.timeFormat, device: .display, "how times are shown: 12h or 24h")
    case .brightness:
      Setting(
        key, .dimming, \.dimming, device: .display,
        "how bright the display is: 0 to 15, off, auto (by the light sensor) or schedule")
    case .brightnessSchedule:
      Setting(
        key, .schedule, \.brightnessSchedule, device: .display,
        "how bright it is when: points like 07:00 12, sunset-30m 4 over 1h, 22:00 off")
    case .lightLevels:
      Setting(
        key, .light, \.lightLevels, device: .display,
        "how bright it is in which light, for `brightness auto`: lux and level, like 1:off 10:2 50:6 200:12")
    case .location:
      Setting(
        key, .location, \.location,
        "where the clock stands, for sunrise and sunset, as 52.52,13.40; off: both are at six")
    case .leadingZero, .seconds, .colon, .marks, .display, .motion, .turns, .turnFor, .timeFor, .dateFormat,
      .temperatureUnit, .zones, .theme, .nightTurns, .nightTimeFormat, .nightLeadingZero, .nightSeconds, .nightColon,
      .nightMarks, .nightDateFormat, .nightBrightness:
      ofTheFace(key)
    case .guidance:
      Setting(
        key, .onOff, \.guides, device: .camera,
        "telling what keeps a card from being read while it rings, and that it was taken: on or off")
    case .quiet:
      Setting(key, .hours, \.quiet, "when nothing but alarms sounds: on, off, or hours like 22:00-07:00")
    case .pause:
      Setting(key, .dateOrOff, \.pausedUntil, "the date until which repeating alarms are skipped, or off")
    case .bedtime:
      Setting(key, .timeOrOff, \.bedtime, "when the clock tests itself each evening, as 21:30, or off")
    case .reminders:
      reminders("what the clock reminds of before bedtime: on, off, all, none, or some, as bedtime=21:30,test=auto")
    case .reminderSound:
      Setting(
        key, .word("nothing else is heard of a reminder"), \.reminders.sound, device: .speaker,
        "what is heard when a reminder comes: off, chime or speech; never in quiet hours")
    case .remindersADay:
      Setting(key, .timesADay, \.reminders.mostADay, "how many reminders may come in a day, 1 to 8")
    case .sleepTime:
      Setting(
        key, .span(.seconds(4 * 3600) ... .seconds(12 * 3600), "4h to 12h"), \.reminders.sleep,
        "how long you want to sleep before an alarm, for the reminder `bedtime`, 4h to 12h")
    case .clockSource:
      Setting(
        key, .clockSource, \.clockSource, "ntp, or battery where a clock chip with a battery keeps the time")
    case .evidence:
      Setting(
        key, .onOff, \.keepsEvidence, device: .camera,
        "keep the last pictures of each ring, to find out why a card was not read: on or off")
    case .history:
      Setting(
        key, .kept, \.historyKept, "how long `rouse history` remembers rings: 1y, 2y, forever, or 30d to 3650d")
    case .log:
      Setting(
        key, .kept, \.logKept,
        "how long `rouse log` remembers what happened: 1y, 2y, forever, or 30d to 3650d; its size is bounded")
    case .name:
      Setting(
        key, .nameOrOff, \.name, "what the clock is called where there are several, as Room 12; off: it has no name")
    }
  }

  /// In the order of display.
  public static let all = SettingKey.allCases.map(declared)
  public static let ofAlarms = all.filter { $0.ofAlarm != nil }
  public static let ofTimers = all.filter { $0.ofTimer != nil }
}
