import Testing

@testable import AlarmClock

@Suite struct ErasedBookTests {
  private func book() throws -> AlarmBook {
    var settings = Settings()
    for (key, value) in [
      (SettingKey.volume, "33"), (.flash, "off"), (.pause, "2030-01-01"), (.clockSource, "battery"), (.guidance, "off"),
      (.location, "1,2"), (.brightness, "3"), (.chimeFor, "2m"), (.history, "forever"), (.bedtime, "21:30"),
    ] { try settings.set(key, to: value, knownSounds: []) }
    var alarm = Alarm(id: "aaaaaa", recurrence: .weekly(.daily, at: try time("07:30")))
    alarm.overrides.sound = "owl"
    return AlarmBook(
      alarms: [alarm], cards: [.made("cccccc", "bath")], presets: [TimerPreset(name: "tea", length: .seconds(180))],
      settings: settings,
      salt: [7])
  }

  @Test func alarmsThatStayRingAsBefore() throws {
    let book = try book()
    let left = book.erased(alarms: false, cards: false)
    #expect(left.alarms == book.alarms && left.cards == book.cards && left.presets.isEmpty && left.salt == book.salt)
    #expect(left.settings.plan(for: book.alarms[0]) == book.settings.plan(for: book.alarms[0]))
    #expect(left.settings.pausedUntil == book.settings.pausedUntil && left.settings.clockSource == .battery)
    let kept = SettingKey.allCases.filter { left.settings.text(of: $0) != Settings().text(of: $0) }
    #expect(kept == [.volume, .flash, .guidance, .pause, .clockSource])
    #expect(left.namedSounds == ["owl"])
  }

  @Test func withoutAlarmsNoSettingStays() throws {
    let left = try book().erased(alarms: true, cards: true)
    #expect(left == AlarmBook(salt: [7]))
    #expect(try book().erased(alarms: true, cards: false).cards.count == 1)
  }
}
