import Testing

@testable import AlarmClock

@Suite struct SettingsTests {
  static let sounds = ["tone", "birds"]

  static let accepted: [(SettingKey, String, String)] = [
    (.sound, "birds", "birds"), (.volume, "0", "0"), (.volume, "100", "100"), (.volume, "007", "7"),
    (.fadeIn, "0s", "0s"), (.fadeIn, "5m", "5m"), (.fadeIn, "90s", "1m30s"),
    (.vibration, "off", "off"), (.vibration, "strong", "strong"),
    (.buzzerAfter, "0s", "0s"), (.buzzerAfter, "60s", "1m"), (.buzzerAfter, "1m", "1m"),
    (.silenceAfter, "1m", "1m"), (.silenceAfter, "180m", "3h"), (.silenceAfter, "3h", "3h"),
    (.preAlarm, "0s", "0s"), (.preAlarm, "300s", "5m"), (.catchUp, "0s", "0s"), (.catchUp, "3h", "3h"),
    (.snooze, "off", "off"), (.snooze, "OFF", "off"), (.flash, "Off", "off"), (.snooze, "1", "1"), (.snooze, "5", "5"),
    (.snoozeTime, "1m", "1m"),
    (.snoozeTime, "30m", "30m"), (.wakeCheck, "off", "off"), (.wakeCheck, "2m", "2m"), (.wakeCheck, "30m", "30m"),
    (.cancelLock, "off", "off"), (.cancelLock, "60m", "1h"), (.cancelLock, "12h", "12h"),
    (.soften, "on", "on"), (.soften, "off", "off"), (.sound, "off", "off"), (.speak, "off", "off"),
    (.flash, "off", "off"), (.flash, "on", "on"),
    (.vibrationPattern, "heartbeat", "heartbeat"), (.vibrationPattern, "steady", "steady"),
    // In the forms that previews and noise accept.
    (.sound, "Birds", "birds"), (.volume, "80%", "80"), (.vibration, "Strong", "strong"),
    (.vibrationPattern, "Pulse", "pulse"),
  ]

  static let refused: [(SettingKey, String)] = [
    (.sound, ""), (.sound, "thunder"), (.sound, "birds "),
    (.volume, "101"), (.volume, "-1"), (.volume, "+5"), (.volume, ""), (.volume, "8 0"), (.volume, "%"),
    (.volume, "80%%"),
    (.volume, "99999999999999999999"), (.volume, "٥"),
    (.fadeIn, "5m1s"), (.fadeIn, "6m"), (.fadeIn, "5"), (.fadeIn, "-1s"), (.fadeIn, "1h"),
    (.vibration, "pulse"), (.vibration, "on"), (.vibration, ""), (.vibrationPattern, "off"),
    (.vibrationPattern, "strong"), (.speak, "yes"),
    (.buzzerAfter, "61s"), (.buzzerAfter, "never"), (.buzzerAfter, "off"), (.buzzerAfter, "1d"),
    (.silenceAfter, "0s"), (.silenceAfter, "59s"), (.silenceAfter, "181m"), (.silenceAfter, "3h1s"),
    (.silenceAfter, "never"), (.preAlarm, "5m1s"), (.preAlarm, "off"), (.catchUp, "3h1s"), (.snooze, "0"),
    (.snooze, "6"), (.snooze, "on"), (.snoozeTime, "59s"), (.snoozeTime, "31m"), (.wakeCheck, "1m"),
    (.wakeCheck, "31m"), (.wakeCheck, "0s"), (.cancelLock, "59s"), (.cancelLock, "12h1s"), (.cancelLock, "24h"),
    (.cancelLock, "0s"), (.soften, "yes"), (.soften, ""),
  ]

  @Test(arguments: accepted)
  func aGoodValueIsTakenByClockAndAlarm(key: SettingKey, text: String, shown: String) throws {
    var settings = Settings()
    try settings.set(key, to: text, knownSounds: Self.sounds)
    #expect(settings.text(of: key) == shown)
    var own = RingOverrides()
    try own.set(key, to: text, knownSounds: Self.sounds)
    #expect(own.text(of: key) == shown)
  }

  static let spoken: [(text: String, shown: String, alarmsDo: Bool, saysNews: Bool)] = [
    ("off", "off", false, false), ("alarms", "alarms", true, false), ("all", "all", true, true),
    // The name from when there was only one thing to say; a store may contain it.
    ("on", "alarms", true, false), ("ALL", "all", true, true),
  ]

  @Test(arguments: spoken.indices) func whatIsSaidIsOfTheClock(index: Int) throws {
    let (text, shown, alarmsDo, saysNews) = Self.spoken[index]
    var settings = Settings()
    settings.speaking = .all
    try settings.set(.speak, to: text, knownSounds: [])
    #expect(settings.text(of: .speak) == shown)
    #expect(settings.speaks == alarmsDo && settings.saysNews == saysNews)
    #expect(throws: InvalidValue.self) {
      var own = RingOverrides()
      try own.set(.speak, to: "all", knownSounds: [])
    }
  }

  @Test(arguments: refused)
  func aBadValueIsRefusedAndChangesNothing(key: SettingKey, text: String) throws {
    var settings = Settings()
    try settings.set(.volume, to: "33", knownSounds: Self.sounds)
    let before = settings
    let globally = try #require(
      try refusal { try settings.set(key, to: text, knownSounds: Self.sounds) })
    #expect(globally.field == key.rawValue)
    #expect(!globally.reason.isEmpty && !globally.remedy.isEmpty)
    #expect(settings == before)

    var own = RingOverrides { $0.volume = 33 }
    let forAlarm = try #require(try refusal { try own.set(key, to: text, knownSounds: Self.sounds) })
    #expect(forAlarm.field == "--\(key.rawValue)")
    #expect(own == RingOverrides { $0.volume = 33 })
  }

  /// The example in the refusal of `turn-for` was once `90s, 20m or 1h30m`, and it refused all of them.
  @Test(arguments: ["90", "8 seconds", "9999d"])
  func whatARefusalOfASpanProposesIsTaken(typed: String) throws {
    var keys: Set<SettingKey> = []
    for key in SettingKey.allCases {
      var settings = Settings()
      let refused = try refusal { try settings.set(key, to: typed, knownSounds: Self.sounds) }
      guard let words = refused?.remedy.split(separator: "a duration like "), words.count == 2 else { continue }
      keys.insert(key)
      try settings.set(key, to: words[0] == "give `off`, or " ? "off" : "default", knownSounds: Self.sounds)
      let examples = words[1].replacing(" or ", with: ", ").split(separator: ", ")
      #expect(!examples.isEmpty)
      for example in examples {
        try settings.set(key, to: String(example), knownSounds: Self.sounds)
        #expect(settings.text(of: key) == DurationText.format(try DurationText.parse(String(example), field: "")))
      }
    }
    #expect(keys.isSuperset(of: [.turnFor, .timeFor, .fadeIn, .silenceAfter, .wakeCheck, .history, .snoozeTime]))
  }

  static let faceValues: [(SettingKey, String, String?)] = [
    (.timeFormat, "12h", "12h"), (.timeFormat, "24", "24h"), (.timeFormat, "12", "12h"), (.timeFormat, "13h", nil),
    (.timeFormat, "", nil), (.brightness, "0", "0"), (.brightness, "15", "15"), (.brightness, "off", "off"),
    (.brightness, "16", nil), (.brightness, "-1", nil), (.brightness, "dim", nil), (.quiet, "on", "on"),
    (.quiet, "off", "off"), (.quiet, "22:00-07:00", "22:00-07:00"), (.quiet, "22:00", nil), (.quiet, "7-8", nil),
    (.quiet, "22:00-22:00", nil), (.quiet, "22:00-07:00-", nil), (.pause, "2026-12-27", "2026-12-27"),
    (.reminderSound, "CHIME", "chime"), (.reminderSound, "on", nil), (.remindersADay, "8", "8"),
    (.remindersADay, "0", nil), (.remindersADay, "9", nil), (.sleepTime, "7h30m", "7h30m"), (.sleepTime, "13h", nil),
    (.name, "Room 12", "Room 12"), (.name, "OFF", "off"), (.name, " ", nil), (.name, "a\u{7}", nil),
    (.pause, "off", "off"), (.pause, "2026-02-30", nil), (.pause, "never", nil), (.bedtime, "21:30", "21:30"),
    (.bedtime, "off", "off"), (.bedtime, "25:00", nil), (.bedtime, "9:30pm", "21:30"), (.bedtime, "9pm", "21:00"),
    (.bedtime, "13pm", nil), (.bedtime, "OFF", "off"), (.quiet, "10pm-7am", "22:00-07:00"), (.quiet, "ON", "on"),
    (.quiet, "10-7am", nil), (.timeFormat, "12H", "12h"),
    (.brightness, "Off", "off"), (.clockSource, "NTP", "ntp"), (.clockSource, "battery", "battery"),
    (.clockSource, "ntp", "ntp"), (.clockSource, "gps", nil), (.evidence, "on", "on"), (.evidence, "off", "off"),
    (.evidence, "yes", nil), (.history, "1y", "1y"), (.history, "730d", "2y"), (.history, "365d", "1y"),
    (.history, "Forever", "forever"), (.history, "30d", "30d"), (.history, "3650d", "3650d"), (.history, "29d", nil),
    (.history, "3651d", nil), (.history, "3y", nil), (.history, "", nil), (.log, "2Y", "2y"), (.log, "off", nil),
    (.guidance, "off", "off"), (.guidance, "on", "on"), (.guidance, "1", nil),
    (.brightness, "AUTO", "auto"), (.brightness, "schedule", "schedule"), (.brightness, "", nil),
    (.brightnessSchedule, "7:00 12,Sunset 4 over 30m,  10pm off", "07:00 12, sunset 4 over 30m, 22:00 off"),
    (.brightnessSchedule, "sunrise+1h30m 9, sunset-10m 0", "sunrise+1h30m 9, sunset-10m 0"),
    (.brightnessSchedule, "07:00", nil), (.brightnessSchedule, "07:00 16", nil), (.brightnessSchedule, "", nil),
    (.brightnessSchedule, "07:00 1, 7am 2", nil), (.brightnessSchedule, "07:00 1,", nil),
    (.brightnessSchedule, "dusk 1", nil), (.brightnessSchedule, "sunset*1h 1", nil),
    (.brightnessSchedule, "sunset+7h 1", nil), (.brightnessSchedule, "07:00 1 over 4h", nil),
    (.brightnessSchedule, "07:00 1 within 1h", nil), (.brightnessSchedule, "07:00 1 over -1h", nil),
    (.brightnessSchedule, (0...12).map { "\($0):00 1" }.joined(separator: ", "), nil),
    (.lightLevels, "0:OFF  0.5:0 100000:15", "0:off 0.5:0 100000:15"), (.lightLevels, "5:3", "5:3"),
    (.lightLevels, "", nil), (.lightLevels, "5", nil), (.lightLevels, "5:3:2", nil), (.lightLevels, "-1:3", nil),
    (.lightLevels, "1:3 1:4", nil), (.lightLevels, "1:3 2:2", nil), (.lightLevels, "1:0 2:off", nil),
    (.lightLevels, "0.05:1", nil), (.lightLevels, "100001:1", nil), (.lightLevels, "1:16", nil),
    (.location, "52.52,13.4", "52.52,13.40"), (.location, "-33.8688, 151", "-33.8688,151.00"),
    (.location, "OFF", "off"), (.location, "52.52", nil), (.location, "90.1,0", nil), (.location, "0,-180.0001", nil),
    (.location, "Berlin", nil), (.location, "52.52,13.40,5", nil), (.location, "+52,13", nil), (.location, "1.,2", nil),
    (.turns, "Alarm, date", "alarm,date"), (.turns, "off", "off"), (.turns, "date,date", nil), (.turns, "moon", nil),
    (.turns, "", nil), (.turns, "date,", nil), (.marks, "miss,alarm", "alarm,miss"), (.marks, "ALL", "all"),
    (.marks, "pm,power,alarm,clock,miss", "all"), (.marks, "date", nil), (.colon, "Blink", "blink"),
    (.colon, "on", nil), (.leadingZero, "on", "on"), (.leadingZero, "yes", nil), (.display, "clock", "clock"),
    (.display, "on", nil), (.turnFor, "2s", "2s"), (.turnFor, "61s", nil), (.turnFor, "1s", nil),
    (.timeFor, "600s", "10m"), (.timeFor, "601s", nil), (.dateFormat, "month-day", "month-day"),
    (.dateFormat, "iso", nil), (.temperatureUnit, "F", "f"), (.temperatureUnit, "kelvin", nil),
    (.zones, "Asia/Tokyo, America/Port-au-Prince", "Asia/Tokyo,America/Port-au-Prince"), (.zones, "OFF", "off"),
    (.zones, "UTC,Etc/GMT+8,Asia/Tokyo", "UTC,Etc/GMT+8,Asia/Tokyo"), (.zones, "a,b,c,d", nil),
    (.zones, "../../etc/passwd", nil), (.zones, "/etc/passwd", nil), (.zones, "Asia//Tokyo", nil),
    (.zones, "Asia/Tokyo,Asia/Tokyo", nil), (.zones, "Asia/../x", nil), (.zones, " default", nil),
    (.zones, "UTC, off", nil), (.zones, "UTC,Default", nil), (.theme, "Night", "night"),
    (.theme, "10pm-7am", "22:00-07:00"), (.theme, "22-7", nil), (.theme, "off", nil), (.theme, "22:00-22:00", nil),
    (.motion, "off", "off"),
    (.motion, "slow", nil), (.seconds, "on", "on"),
    (.seconds, "2", nil),
  ]

  /// Input for the night face and how it is shown, or `nil` if it is refused.
  static let nightValues: [(SettingKey, String, String?)] = [
    (.theme, "Sunset-Sunrise", "sunset-sunrise"), (.theme, "sunset-30m-sunrise+1h", "sunset-30m-sunrise+1h"),
    (.theme, "sunset+1h30m-7am", "sunset+1h30m-07:00"), (.theme, "22:00-sunrise-1h", "22:00-sunrise-1h"),
    (.theme, "sunset", nil), (.theme, "sunset-", nil), (.theme, "sunset-30m", nil), (.theme, "sunset-sunset", nil),
    (.theme, "sunset-7h-sunrise", nil), (.theme, "sunset-moon", nil), (.theme, "-sunset", nil),
    (.nightTimeFormat, "12h", "12h"), (.nightTimeFormat, "SAME", "same"), (.nightTimeFormat, "13h", nil),
    (.nightLeadingZero, "off", "off"), (.nightLeadingZero, "same", "same"), (.nightLeadingZero, "yes", nil),
    (.nightDateFormat, "month-day", "month-day"), (.nightDateFormat, "iso", nil),
    (.nightTurns, "same", "same"), (.nightTurns, "off", "off"), (.nightTurns, "alarm", "alarm"),
    (.nightTurns, "moon", nil), (.nightSeconds, "Same", "same"), (.nightSeconds, "off", "off"),
    (.nightSeconds, "1", nil), (.nightColon, "steady", "steady"), (.nightColon, "same", "same"),
    (.nightColon, "on", nil), (.nightMarks, "Same", "same"), (.nightMarks, "off", "off"),
    (.nightMarks, "miss,alarm", "alarm,miss"), (.nightMarks, "moon", nil),
  ]

  static let reminderValues: [(SettingKey, String, String?)] = [
    (.reminders, "ALL", "all"), (.reminders, "off", "off"),
    (.reminders, "test = auto, bedtime=9:30pm", "test=auto,bedtime=21:30"),
    (.reminders, "milestone,tomorrow", "tomorrow,milestone"),
    (.reminders, "tomorrow,test,readiness,bedtime,calendar,card,finding,milestone", "all"),
    (.reminders, "", nil), (.reminders, "on", "all"), (.reminders, "None", "none"), (.reminders, "off,ALL", "off"),
    (.reminders, "OFF, card,test=21:30", "off,test=21:30,card"), (.reminders, "off,none", "off,none"),
    (.reminders, "off,on", nil), (.reminders, "on,card", nil), (.reminders, "off,", nil), (.reminders, "card,off", nil),
    (.reminders, "test,test", nil), (.reminders, "test=", nil),
    (.reminders, "test=25:00", nil), (.reminders, "test=21:30=22:00", nil), (.reminders, "test,,card", nil),
  ]

  @Test(arguments: faceValues + nightValues + reminderValues)
  func theFaceBelongsToTheClockAndNotToAnAlarm(key: SettingKey, text: String, shown: String?) throws {
    var settings = Settings()
    let error = try refusal { try settings.set(key, to: text, knownSounds: []) }
    #expect((error == nil) == (shown != nil))
    if let shown { #expect(settings.text(of: key) == shown) } else { #expect(settings == Settings()) }

    var own = RingOverrides()
    let refused = try #require(try refusal { try own.set(key, to: text, knownSounds: []) })
    #expect(refused.remedy.contains("rouse settings set \(key.rawValue)"))
    #expect(own == RingOverrides())
  }

  /// The master switch as typed and as stored, including by the previous version: a list of kinds, or `off` for none.
  @Test func remindersAreSwitchedOffAndOnWithTheirKinds() throws {
    for stored in ["all", "test=auto,bedtime=21:30", "none"] {
      var settings = Settings()
      try settings.take(.reminders, stored: stored)
      let chosen = settings.reminders
      #expect(chosen.isOn && settings.text(of: .reminders) == stored)
      try settings.set(.reminders, to: "off", knownSounds: [])
      #expect(!settings.reminders.isOn && settings.reminders.times == chosen.times)
      #expect(ReminderKind.allCases.allSatisfy { settings.reminders.time(of: $0) == nil })
      var restarted = Settings()
      try restarted.take(.reminders, stored: try #require(settings.text(of: .reminders)))
      #expect(restarted == settings)
      try restarted.set(.reminders, to: "on", knownSounds: [])
      #expect(restarted.reminders == chosen)
    }
    var before = Settings()
    try before.take(.reminders, stored: "off")
    #expect(!before.reminders.isOn && before.reminders.times == Settings().reminders.times)
  }

  @Test(arguments: SettingKey.allCases)
  func defaultReverts(key: SettingKey) throws {
    let others: [SettingKey: String] = [
      .sound: "birds", .volume: "5", .fadeIn: "30s", .vibration: "light", .buzzerAfter: "3s", .silenceAfter: "2m",
      .timeFormat: "12h", .brightness: "off", .brightnessSchedule: "sunset 3", .lightLevels: "1:off", .location: "1,2",
      .preAlarm: "1m", .catchUp: "1h", .snooze: "2", .snoozeTime: "5m",
      .wakeCheck: "5m", .cancelLock: "1h", .quiet: "on", .pause: "2030-01-01", .bedtime: "21:30",
      .reminders: "test=auto,bedtime=21:30", .reminderSound: "chime", .remindersADay: "5", .sleepTime: "7h",
      .clockSource: "battery", .soften: "off", .guidance: "off", .evidence: "on", .history: "100d", .log: "forever",
      .name: "Room 12",
      .vibrationPattern: "steady", .speak: "on", .flash: "off", .chime: "off", .chimeFor: "2m", .countdown: "off",
      .leadingZero: "on", .seconds: "on", .colon: "blink", .marks: "alarm", .display: "clock", .motion: "off",
      .turns: "date", .turnFor: "5s", .timeFor: "5s", .dateFormat: "month-day", .temperatureUnit: "f",
      .zones: "Asia/Tokyo", .theme: "night", .nightTurns: "off", .nightSeconds: "on", .nightColon: "off",
      .nightMarks: "off", .nightBrightness: "2", .nightTimeFormat: "12h", .nightLeadingZero: "on",
      .nightDateFormat: "month-day",
    ]
    let other = try #require(others[key])
    var settings = Settings()
    try settings.set(key, to: other, knownSounds: Self.sounds)
    #expect(settings != Settings())
    try settings.set(key, to: "default", knownSounds: Self.sounds)
    #expect(settings == Settings())

    guard SettingKey.ofAlarms.contains(key) else { return }
    var own = RingOverrides()
    try own.set(key, to: other, knownSounds: Self.sounds)
    #expect(own.text(of: key) == other)
    try own.set(key, to: "default", knownSounds: Self.sounds)
    #expect(own == RingOverrides())
  }

  @Test func aNewClockShakesAndPlaysTheBuiltInTone() {
    let plan = Settings().plan(for: Alarm(id: "aaaaaa", recurrence: .weekly(.daily, at: .midnight)))
    #expect(plan.sound == "tone" && plan.volume == 80 && plan.vibration == .medium)
    #expect(Settings().text(of: .sound) == nil)
  }

  /// `DaemonTests.ResolutionTests` tries sound, volume and vibration.
  @Test(arguments: [true, false], [true, false])
  func whatAnAlarmDoesNotSetItInherits(isOwn: Bool, isChosen: Bool) {
    var settings = Settings()
    if isChosen {
      (settings.fadeIn, settings.buzzerAfter, settings.silenceAfter) = (.seconds(9), .seconds(8), .seconds(120))
    }
    var alarm = Alarm(id: "aaaaaa", label: "work", recurrence: .weekly(.daily, at: .midnight), cards: ["c"])
    if isOwn {
      alarm.overrides = RingOverrides { ($0.fadeIn, $0.buzzerAfter, $0.silenceAfter) = (.zero, .zero, .seconds(60)) }
    }
    let plan = settings.plan(for: alarm)
    let seconds = isOwn ? [0, 0, 60] : isChosen ? [9, 8, 120] : [0, 60, 3600]
    #expect([plan.fadeIn, plan.buzzerAfter, plan.silenceAfter] == seconds.map { .seconds($0) })
    #expect(plan.alarmID == "aaaaaa" && plan.label == "work" && plan.cards == ["c"])
  }

  @Test(arguments: [
    (true, nil, true), (true, true, true), (true, false, false), (false, nil, false), (false, true, false),
  ])
  func anAlarmCanOnlyTakeFlashesAway(global: Bool, own: Bool?, flashes: Bool) {
    var settings = Settings()
    settings.flashes = global
    var alarm = Alarm(id: "aaaaaa", recurrence: .weekly(.daily, at: .midnight))
    alarm.overrides.flashes = own
    #expect(settings.plan(for: alarm).flashes == flashes)
    #expect(settings.complete(alarm.overrides).flashes == flashes)
  }

  @Test func anUnknownSettingIsRefusedWithTheOnesThereAre() throws {
    let error = try #require(try refusal { try SettingKey.named("volme") })
    for key in SettingKey.allCases { #expect(error.remedy.contains(key.rawValue)) }
    #expect(try SettingKey.named("fade-in") == .fadeIn)
  }

  @Test(arguments: [
    ("", true), ("work", true), ("Frühdienst 🚆", true), (String(repeating: "é", count: 100), true),
    (String(repeating: "a", count: 101), false), ("two\nlines", false), ("tab\there", false), ("bell\u{7}", false),
    ("del\u{7F}", false), ("nul\0", false), ("escape\u{1B}[2J", false), ("c1\u{85}", false), ("\u{2028}", false),
    ("right\u{202E}left", false), ("\u{2066}x", false), ("Wo\u{200B}rk", false), ("\u{200E}Work", false),
    ("Wo\u{AD}rk", false), ("می\u{200C}خواهم", true), ("👩‍👧", true),
    ("a" + String(repeating: "\u{301}", count: 500), false),
  ])
  func aLabelIsShortAndWithoutControlCharacters(text: String, isGood: Bool) throws {
    let error = try refusal { try checkedName(text, field: "--label") }
    #expect((error == nil) == isGood)
    if let error {
      #expect(error.field == "--label")
      #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test(arguments: ["", " ", "\u{A0}\u{2003}"])
  func aCardNeedsAName(text: String) {
    #expect(throws: InvalidValue.self) { try checkedName(text, field: "NAME", mayBeEmpty: false) }
  }
}
