import AlarmClock
import Reminders
import Testing

@Suite struct ReminderReachTests {
  private static let seen = ReminderReach.Obstacle?.none

  /// Settings, whether a display and a sounder are fitted, whether the display is off, and the obstacle at ten o'clock.
  private static let cases:
    [(settings: [SettingKey: String], hasDisplay: Bool, hasSounder: Bool, isOff: Bool, ReminderReach.Obstacle?)] = [
      ([:], true, true, false, seen), ([.quiet: "22:00-07:00"], true, true, false, seen),
      ([.quiet: "on", .reminderSound: "speech"], true, false, false, seen),
      ([.display: "message"], true, true, false, seen), ([.display: "clock"], true, true, false, .noMessages(.clock)),
      ([.display: "off"], true, true, true, .noMessages(.off)), ([:], true, true, true, .displayOff),
      // A reminder with a sound is noticed too.
      ([.reminderSound: "chime"], true, true, true, nil), ([.reminderSound: "chime"], false, true, false, nil),
      ([.reminderSound: "chime", .display: "clock"], true, true, false, nil),
      ([.reminderSound: "chime", .quiet: "22:00-07:00"], true, true, true, .displayOff),
      ([.reminderSound: "chime", .quiet: "22:30-07:00"], true, true, true, nil),
      ([.reminderSound: "chime", .volume: "0"], true, true, true, .displayOff),
      ([:], false, true, false, .noDisplay(.soundOff)), ([:], false, false, false, .noDisplay(.noSounder)),
      ([.reminderSound: "speech", .volume: "0"], false, true, false, .noDisplay(.volumeZero)),
      ([.reminderSound: "speech", .quiet: "on"], false, true, false, .noDisplay(.quiet)),
    ]

  @Test(arguments: cases)
  func itIsSeenOrHeardOrNeither(
    values: [SettingKey: String], hasDisplay: Bool, hasSounder: Bool, isOff: Bool, obstacle: ReminderReach.Obstacle?
  ) throws {
    var settings = Settings()
    for (key, value) in values { try settings.set(key, to: value, knownSounds: []) }
    let found = ReminderReach.obstacle(
      at: at("2026-11-24 22:00"), in: .utc, settings, hasDisplay: hasDisplay, hasSounder: hasSounder,
      isDisplayOff: isOff)
    #expect(found == obstacle)
  }
}
