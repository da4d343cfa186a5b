import AlarmClock
import Reminders
import Testing

@Suite struct NightTests {
  private static let bed = LocalTime("22:30") ?? .midnight

  /// Now, the end of the last ring, the next due time, and whether people may be asleep.
  private static let nights: [(now: String, last: String?, next: String?, isAsleep: Bool)] = [
    ("2026-11-24 22:29", "2026-11-24 06:31", "2026-11-25 06:30", false),
    ("2026-11-24 22:30", "2026-11-24 06:31", "2026-11-25 06:30", true),
    ("2026-11-25 06:29", "2026-11-24 06:31", "2026-11-25 06:30", true),
    ("2026-11-25 06:31", "2026-11-25 06:31", "2026-11-26 06:30", false),
    // Without a ring in the night: ten hours.
    ("2026-11-25 08:29", "2026-11-24 06:31", nil, true), ("2026-11-25 08:30", "2026-11-24 06:31", nil, false),
    ("2026-11-25 08:30", nil, "2026-11-26 06:30", false),
    // After a pill at three o'clock people sleep on; a ring in another year says nothing.
    ("2026-11-25 03:05", "2026-11-25 03:01", "2026-11-25 06:30", true),
    ("2026-11-25 03:05", "2026-11-25 03:01", nil, false), ("2026-11-25 03:05", "2100-01-01 00:00", nil, true),
    // Late rings extend the night.
    ("2026-11-25 11:00", "2026-11-24 06:31", "2026-11-25 12:00", true),
    // A ring of the evening before does not end the night.
    ("2026-11-24 23:00", "2026-11-24 21:00", nil, true),
  ]

  @Test(arguments: nights)
  func peopleAreAsleepUntilTheRing(now: String, lastRing: String?, nextRing: String?, isAsleep: Bool) {
    let night = Night(bedtime: Self.bed, at: at(now), in: .utc)
    #expect(
      night.isAsleep(at: at(now), lastRing: lastRing.map { at($0) }, nextRing: nextRing.map { at($0) }) == isAsleep)
  }

  @Test func bedtimesAreByTheWallClock() {
    let night = Night(bedtime: .midnight, at: evening, in: .utc)
    #expect(night.last == at("2026-11-24 00:00") && night.coming == at("2026-11-25 00:00"))
  }

  private static func text(_ moment: Instant?) -> String {
    moment.map { "\(ZoneRules.utc.local($0).date.day) \(ZoneRules.utc.local($0).time)" } ?? "-"
  }

  /// The setting, the night's ring, and the due times of the reminders `tomorrow`, `test` and `bedtime`.
  private static let times: [(setting: String, ring: String?, due: [String])] = [
    ("all", "2026-11-25 06:30", ["24 20:30", "24 22:00", "24 22:00"]),
    ("all", "2026-11-25 05:00", ["24 19:00", "24 22:00", "24 20:30"]),
    ("all", "2026-11-25 09:00", ["24 20:30", "24 22:00", "24 22:00"]),
    ("all", nil, ["24 20:30", "24 22:00", "24 22:00"]),
    ("tomorrow=18:00,test=23:00", nil, ["24 18:00", "24 22:00", "-"]),
    ("bedtime=22:30", nil, ["-", "-", "24 22:00"]),
    ("tomorrow=auto,test=auto", nil, ["24 21:10", "24 22:00", "-"]),
  ]

  @Test(arguments: times)
  func eachHasItsTime(setting: String, ring: String?, due: [String]) throws {
    var settings = Settings()
    try settings.set(.reminders, to: setting, knownSounds: [])
    let evening = Evening(
      bedtime: bedtime, ring: ring.map { at($0) }, zone: .utc, settings: settings.reminders,
      answered: LocalTime("21:10").map { [.tomorrow: $0] } ?? [:])
    #expect([.tomorrow, .test, .bedtime].map { Self.text(evening.due($0)) } == due)
    #expect(evening.timeOutsideEvening(of: .test)?.description == (setting.contains("test=23:00") ? "23:00" : nil))
    #expect(evening.begin == ReminderKind.allCases.compactMap { evening.due($0) }.min())
  }
}
