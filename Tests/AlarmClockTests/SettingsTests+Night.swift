import AlarmClock

extension SettingsTests {
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
}
