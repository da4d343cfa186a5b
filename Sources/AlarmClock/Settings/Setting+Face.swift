extension Setting {
  private static let zeroReason = "an hour has a zero before it or not"
  private static let colonReason = "a colon does nothing else"
  private static let dateReason = "a date is written in no other way"

  static func ofTheFace(_ key: SettingKey) -> Setting {
    switch key {
    case .leadingZero:
      Setting(
        key, .word(zeroReason), \.face.leadingZero, device: .display,
        "a zero before hours of one digit: auto (on 24 hours, not on 12), on or off")
    case .seconds:
      Setting(
        key, .onOff, \.face.showsSeconds, device: .display,
        "seconds, behind the time on six or eight digits, else by turns with it: on or off")
    case .colon:
      Setting(
        key, .word(colonReason), \.face.colon, device: .display,
        "the colon of the time: steady, blink (never with `flash off`) or off")
    case .marks:
      Setting(
        key, .marks, \.face.marks, device: .display,
        "which dots are lit beside the time: all, off, or some of pm, power, alarm, clock, miss, with commas")
    case .display:
      Setting(
        key, .word("the display can do nothing else"), \.face.mode, device: .display,
        "what the display shows: normal, clock (the time alone), message (dark but for messages) or off")
    case .motion:
      Setting(
        key, .onOff, \.face.moves, device: .display, "the display fades, and long texts move: on, or off for neither")
    case .turnFor:
      Setting(
        key, .wholeSeconds(.seconds(2) ... .seconds(60), "2s to 1m"), \.face.turnFor, device: .display,
        "for how long each turn is shown, 2s to 1m")
    case .timeFor:
      Setting(
        key, .wholeSeconds(.seconds(2) ... .seconds(600), "2s to 10m"), \.face.timeFor, device: .display,
        "for how long the time is shown between the turns, 2s to 10m")
    case .dateFormat:
      Setting(
        key, .word(dateReason), \.face.dateFormat, device: .display,
        "how the display writes the date: day-month (22.11) or month-day (11-22)")
    case .temperatureUnit:
      Setting(
        key, .word("a temperature is in degrees of one or the other"), \.face.temperatureUnit, device: .display,
        "the degrees of the display: c (Celsius) or f (Fahrenheit)")
    case .zones:
      Setting(
        key, .zones, \.face.zones, device: .display,
        "other time zones for the turn `zones`, as Asia/Tokyo, three at most, with commas, or off")
    case .theme:
      Setting(
        key, .theme, \.face.theme, device: .display,
        "which values count: day, night, light (night while the room is dark), or the night's hours, as 22:00-07:00 or sunset-sunrise"
      )
    case .nightTurns:
      Setting(
        key, .same(as: .turns), \.face.nightTurns, device: .display, "the turns by night: as `turns`, or same")
    case .nightTimeFormat:
      Setting(
        key, .same(as: .timeFormat), \.face.nightTimeFormat, device: .display, "the time by night: 12h, 24h or same")
    case .nightLeadingZero:
      Setting(
        key, .same(as: .word(zeroReason)), \.face.nightLeadingZero, device: .display,
        "a zero before hours of one digit by night: auto, on, off or same")
    case .nightSeconds:
      Setting(
        key, .same(as: .onOff), \.face.nightSeconds, device: .display, "seconds by night: on, off or same")
    case .nightColon:
      Setting(
        key, .same(as: .word(colonReason)), \.face.nightColon, device: .display,
        "the colon by night: steady, blink, off or same")
    case .nightMarks:
      Setting(
        key, .same(as: .marks), \.face.nightMarks, device: .display, "the dots by night: as `marks`, or same")
    case .nightDateFormat:
      Setting(
        key, .same(as: .word(dateReason)), \.face.nightDateFormat, device: .display,
        "the date by night: day-month, month-day or same")
    case .nightBrightness:
      Setting(
        key, .same(as: .dimming), \.nightDimming, device: .display, "how bright by night: as `brightness`, or same")
    // `.turns`, the only key not handled above.
    default:
      Setting(
        key, .turns, \.face.turns, device: .display,
        "what comes by turns with the time: some of date, alarm, temperature, humidity, zones, with commas, or off")
    }
  }
}
