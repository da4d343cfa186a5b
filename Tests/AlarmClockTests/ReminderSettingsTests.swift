import AlarmClock
import Testing

extension SettingsTests {
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
}
