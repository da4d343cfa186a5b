import AlarmClock
import Testing

@testable import Faces

@Suite struct DimmerScheduleTests {
  private func settings(_ schedule: String, location: String = "off") throws -> Settings {
    var settings = Settings()
    settings.dimming = .schedule
    try settings.set(.brightnessSchedule, to: schedule, knownSounds: [])
    try settings.set(.location, to: location, knownSounds: [])
    return settings
  }

  private func moment(_ text: String) throws -> Dimmer.Moment {
    let now = ZoneRules.utc.resolve(try #require(LocalDateTime(text))).instant
    return Dimmer.Moment(now: now, monotonic: .seconds(now.seconds), zone: .utc)
  }

  private func target(_ settings: Settings, _ text: String) throws -> Dimmer.Target {
    var dimmer = Dimmer()
    return dimmer.target(for: settings.dimming, of: settings, at: try moment(text), readings: Readings())
  }

  @Test(arguments: [
    ("07:00 12, 22:00 1", "off", "2026-11-22T06:59:59", 1), ("07:00 12, 22:00 1", "off", "2026-11-22T07:00", 12),
    ("07:00 12, 22:00 1", "off", "2026-11-22T22:00", 1), ("22:00 off, 07:00 12", "off", "2026-11-22T03:00", nil),
    ("07:00 3", "off", "2026-11-22T01:00", 3),
    // Ramps: halfway, past midnight, and into the dark.
    ("07:00 1, 18:00 11 over 1h", "off", "2026-11-22T18:30", 6),
    ("07:00 1, 18:00 11 over 1h", "off", "2026-11-22T19:00", 11),
    ("07:00 10, 23:30 0 over 1h", "off", "2026-11-22T00:00", 5),
    ("07:00 3, 22:00 off over 1h", "off", "2026-11-22T22:59", nil),
    ("07:00 3, 22:00 off over 1h", "off", "2026-11-22T22:45", 0),
    // A point during another point's ramp.
    ("18:00 0, 19:00 10 over 2h, 20:00 1", "off", "2026-11-22T19:59", 5),
    ("18:00 0, 19:00 10 over 2h, 20:00 1", "off", "2026-11-22T20:00", 1),
    // In Berlin the sun is up from 06:40 to 15:05 UTC.
    ("sunrise 12, sunset 2", "52.52,13.40", "2026-11-23T06:30", 2),
    ("sunrise 12, sunset 2", "52.52,13.40", "2026-11-23T06:50", 12),
    ("sunrise 12, sunset 2", "52.52,13.40", "2026-11-23T15:15", 2),
    ("sunrise+1h 12, sunset-30m 2", "52.52,13.40", "2026-11-23T07:30", 2),
    ("sunrise+1h 12, sunset-30m 2", "52.52,13.40", "2026-11-23T14:45", 2),
    // Without a location: six o'clock and six o'clock.
    ("sunrise 12, sunset 2", "off", "2026-06-21T05:59", 2), ("sunrise 12, sunset 2", "off", "2026-06-21T06:00", 12),
    // Polar night and polar day in Tromsø; points at a time of day still apply.
    ("sunrise 12, sunset 2", "69.6492,18.9553", "2026-12-21T11:30", 2),
    ("sunrise 12, sunset 2", "69.6492,18.9553", "2026-06-21T23:30", 12),
    ("sunrise 12, sunset 2, 22:00 1", "69.6492,18.9553", "2026-06-21T22:30", 1),
    ("sunrise 12, sunset 2, 22:00 1", "69.6492,18.9553", "2026-06-22T12:00", 12),
    ("sunset 2", "69.6492,18.9553", "2026-06-21T12:00", 8),
  ])
  func theScheduleSaysHowBright(schedule: String, location: String, now: String, level: Int?) throws {
    #expect(try target(try settings(schedule, location: location), now).level == level)
  }

  @Test("it is told which point is in force")
  func thePointIsTold() throws {
    let settings = try settings("07:00 12, sunset 4", location: "52.52,13.40")
    #expect(try target(settings, "2026-11-23T18:00").reason == .schedule(.sunset(.zero)))
    #expect(try target(settings, "2026-11-23T08:00").reason == .schedule(.time(try #require(LocalTime("07:00")))))
    #expect(
      try target(try self.settings("sunrise 12, sunset 4"), "2026-11-23T19:00").reason == .assumedSun(.sunset(.zero)))
    let empty = try self.settings("sunset 2", location: "69.6492,18.9553")
    #expect(try target(empty, "2026-06-21T12:00").reason == .emptySchedule)
  }

  @Test(
    "a level holds as long as it says, and not a minute longer",
    arguments: ["07:00 12, 22:00 1", "sunrise 12 over 45m, sunset-1h 3 over 2h, 23:00 off over 10m"])
  func aLevelHoldsAsLongAsItSays(schedule: String) throws {
    let settings = try settings(schedule, location: "52.52,13.40")
    let start = try moment("2026-11-22T00:00").now
    var (dimmer, now, calls) = (Dimmer(), start, 0)
    func look(_ at: Instant) -> Dimmer.Target {
      dimmer.target(
        for: settings.dimming, of: settings, at: .init(now: at, monotonic: .zero, zone: .utc), readings: Readings())
    }
    while now < start + .seconds(2 * 86_400) {
      let target = look(now)
      #expect(target.holds > .zero && target.holds <= .seconds(3600))
      for share in [0.1, 0.5, 0.99] { #expect(look(now + target.holds * share).level == target.level) }
      now += target.holds
      calls += 1
    }
    // At most one call per hour and one per level of the ramps.
    #expect(calls < 48 + 2 * 40)
  }

  static let reasons: [(Dimmer.Reason, String)] = [
    (.light(lux: 1e300), "by the light, 1000000 lx"),
    (.chosen, "as chosen"), (.light(lux: 3.21), "by the light, 3.2 lx"), (.light(lux: 0), "by the light, 0.0 lx"),
    (.light(lux: 99.6), "by the light, 100 lx"), (.schedule(.sunset(.seconds(-1800))), "by schedule, since sunset-30m"),
    (.assumedSun(.sunset(.zero)), "by schedule, since sunset, taken as 18:00: `rouse settings set location"),
    (.sensorLost, "no light sensor answers: `rouse doctor`"), (.emptySchedule, "`brightness-schedule`"),
  ]

  @Test(arguments: reasons)
  func whyIsSaidInWords(reason: Dimmer.Reason, words: String) {
    #expect("\(reason)".contains(words), "\(reason)")
  }
}
