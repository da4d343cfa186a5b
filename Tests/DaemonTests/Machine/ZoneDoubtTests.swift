import AlarmClock
import Testing

@testable import Daemon

/// A zone that is temporarily wrong, or a clock taken abroad. Each case also runs against the model.
@Suite struct ZoneDoubtTests {
  private static func daily(_ time: String) -> Action { ClockTrustTests.daily(time) }
  private static func once(_ time: String) -> Action { ClockTrustTests.once(time) }
  private static func restart(_ off: Int, error: Int = 0, isTrusted: Bool = true, zone: Int? = nil) -> Action {
    ClockTrustTests.restart(off, error: error, isTrusted: isTrusted, zone: zone)
  }
  private static let day = 86_400
  private static let todayComes = "0 2026-11-21T07:30 to come, due 2026-11-21T06:30:00Z"
  private static let todayWaits = "0 2026-11-21T07:30 waits, due 2026-11-21T02:00:00Z"
  private static let todayDismissed = "0 2026-11-21T07:30 dismissed trusted, zone in doubt"
  private static let todayMissed = "0 2026-11-21T07:30 missed_unrung trusted"
  private static let tomorrowComes = "0 2026-11-22T07:30 to come, due 2026-11-22T06:30:00Z"
  private static let (berlin, newYork, apia, kolkata) = (0, 1, 3, 4)
  /// 2026-11-21T04:14 in Berlin, 08:44 in Kolkata, 2026-11-20T22:14 in New York.
  private static let night = morning - .seconds(13_560)

  typealias Cases = KeyValuePairs<String, ClockTrustTests.Case>

  private static func atNight(_ actions: [Action], _ expected: [String]) -> ClockTrustTests.Case {
    ClockTrustTests.Case(actions, expected, start: night, zone: berlin)
  }

  static let mistakes: Cases = [
    "two seconds in a zone of the east lose nothing": atNight(
      [daily("07:30"), daily("07:45"), .zone(kolkata), .pass(2), .zone(berlin), .pass(60)],
      [todayComes, "1 2026-11-21T07:45 to come, due 2026-11-21T06:45:00Z"]),
    "both ring then, once each": atNight(
      [daily("07:30"), daily("07:45"), .zone(kolkata), .pass(2), .zone(berlin), .pass(4 * 3600)],
      [
        todayDismissed, tomorrowComes, "1 2026-11-21T07:45 dismissed trusted, zone in doubt",
        "1 2026-11-22T07:45 to come, due 2026-11-22T06:45:00Z",
      ]),
    "a one-off, too": atNight(
      [once("07:30"), .zone(kolkata), .pass(3600), .zone(berlin), .approach(60)], [todayDismissed]),
    "hours and several zones later, too": atNight(
      [daily("07:30"), .zone(kolkata), .pass(3600), .zone(apia), .pass(3600), .zone(2), .zone(berlin), .pass(60)],
      [todayComes]),
    "a delay is a delay in every zone": atNight(
      [.add(Wish(when: .delay(minutes: 60))), .zone(kolkata), .pass(60), .zone(newYork), .approach(60)],
      ["0 @1795234440000000000 dismissed trusted, zone in doubt"]),
    "a skip is not used up": atNight(
      [daily("07:30"), .change(0, .skip), .zone(kolkata), .pass(2), .zone(berlin), .pass(60)],
      ["0 2026-11-21T07:30 to come, due 2026-11-21T06:30:00Z, skipped"]),
    "nor is a skip that the zone has passed by a minute": atNight(
      [daily("08:43"), .change(0, .skip), .zone(kolkata), .pass(2), .zone(berlin), .pass(60)],
      ["0 2026-11-21T08:43 to come, due 2026-11-21T07:43:00Z, skipped"]),
    "nor a pause": atNight(
      [daily("07:30"), .pause(days: 1), .zone(kolkata), .pass(2), .zone(berlin), .approach(60)],
      ["0 2026-11-21T07:30 skipped trusted, zone in doubt", tomorrowComes]),
    "what rang in the wrong zone rings again": atNight(
      [daily("08:50"), .zone(kolkata), .approach(60), .zone(berlin), .pass(60)],
      ["0 2026-11-21T08:50 to come, due 2026-11-21T07:50:00Z"]),
    "what rings when the zone comes back goes on, and rings again": atNight(
      [daily("08:40"), .zone(kolkata), .pass(2), .zone(berlin), .pass(60)],
      ["0 2026-11-21T08:40 to come, due 2026-11-21T07:40:00Z"]),
    "what rings when the zone comes back goes on": atNight(
      [daily("08:40"), .zone(kolkata), .pass(2), .zone(berlin), .pass(2)],
      ["0 2026-11-21T08:40 rings, due 2026-11-21T03:10:00Z", "0 2026-11-22T08:40 to come, due 2026-11-22T07:40:00Z"]),
    "a zone of the west rings what was due, at its time there": atNight(
      [daily("07:30"), .zone(newYork), .pass(4 * 3600), .zone(berlin), .pass(60)],
      ["0 2026-11-21T07:30 waits, due 2026-11-21T06:30:00Z", tomorrowComes]),
    "an edit that leaves its times alone leaves what waits": atNight(
      [
        daily("07:30"), .zone(kolkata),
        .edit(0, Wish(when: .weekly(.daily, LocalTime("07:30") ?? .midnight), catchUp: 0)), .zone(berlin), .pass(60),
      ], [todayComes]),
    "a removed alarm does not come back": atNight(
      [daily("07:30"), .zone(kolkata), .change(0, .remove), .zone(berlin), .pass(4 * 3600)], []),
  ]

  static let ends: Cases = [
    "what waits is missed once the zone has stood for a day": atNight(
      [once("07:30"), .zone(kolkata), .pass(day)], [todayMissed]),
    "not a second before": atNight([once("07:30"), .zone(kolkata), .pass(day - 1)], [todayWaits]),
    "or when its alarm rings next": atNight(
      [daily("07:30"), .zone(kolkata), .approach(60)],
      [
        "0 2026-11-21T07:30 missed_unrung trusted, zone in doubt",
        "0 2026-11-22T07:30 dismissed trusted, zone in doubt", "0 2026-11-23T07:30 to come, due 2026-11-23T02:00:00Z",
      ]),
    "a skipped one is skipped then": atNight(
      [daily("07:30"), .change(0, .skip), .zone(kolkata), .approach(60)],
      [
        "0 2026-11-21T07:30 skipped trusted, zone in doubt", "0 2026-11-22T07:30 dismissed trusted, zone in doubt",
        "0 2026-11-23T07:30 to come, due 2026-11-23T02:00:00Z",
      ]),
    "what was missed within the day can still come": atNight(
      [daily("07:30"), .zone(kolkata), .approach(60), .zone(newYork), .pass(0)],
      [
        "0 2026-11-21T07:30 missed_unrung trusted, zone in doubt",
        "0 2026-11-22T07:30 to come, due 2026-11-22T12:30:00Z",
      ]),
    "what ended in a zone that had stood for long is used up": atNight(
      [daily("07:30"), .approach(60), .zone(newYork), .pass(12 * 3600)],
      ["0 2026-11-21T07:30 dismissed trusted", "0 2026-11-22T07:30 to come, due 2026-11-22T12:30:00Z"]),
    "so is what ended a day after a change": atNight(
      [once("07:30"), daily("09:00"), .zone(kolkata), .pass(day + 7200), .zone(newYork), .pass(60)],
      [
        todayMissed, "1 2026-11-21T09:00 dismissed trusted, zone in doubt", "1 2026-11-22T09:00 dismissed trusted",
        "1 2026-11-23T09:00 to come, due 2026-11-23T14:00:00Z",
      ]),
    "a small step back of the clock rings nothing twice": atNight(
      [daily("08:50"), .zone(kolkata), .approach(60), .ntp(error: -90), .pass(600)],
      ["0 2026-11-21T08:50 dismissed trusted, zone in doubt", "0 2026-11-22T08:50 to come, due 2026-11-22T03:20:00Z"]),
  ]

  static let cuts: Cases = [
    "a restart while it waits": atNight(
      [daily("07:30"), .zone(kolkata), .pass(2), restart(20), .zone(berlin), .pass(60)], [todayComes]),
    "a zone that was wrong at one start": atNight(
      [daily("07:30"), restart(20, zone: kolkata), .pass(60), restart(20, zone: berlin)], [todayComes]),
    "a zone that came back without power": atNight(
      [daily("07:30"), .zone(kolkata), restart(3600, zone: berlin), .approach(60)], [todayDismissed, tomorrowComes]),
    "the day goes on over a power cut": atNight(
      [once("07:30"), .zone(kolkata), restart(day / 2), .pass(day / 2 + 61)], [todayMissed]),
    "a west that begins without power rings at its time there": atNight(
      [daily("07:30"), restart(4 * 3600, zone: newYork), .pass(60)],
      ["0 2026-11-21T07:30 to come, due 2026-11-21T12:30:00Z"]),
    "a clock that is set wrong meanwhile ends nothing": atNight(
      [once("07:30"), .zone(kolkata), .set(by: 2 * day), .pass(60), .ntp(error: 0), .zone(berlin), .pass(60)],
      [todayComes]),
    "nor does one that is wrong at the start, ahead": atNight(
      [once("07:30"), .zone(kolkata), restart(20, error: 3 * day, isTrusted: false), .pass(120), .ntp(error: 0)],
      [todayWaits]),
  ]

  @Test(arguments: [mistakes, ends, cuts].flatMap { $0.map { $1.named($0) } })
  func aZoneUsesUpWhatItHasPassedOnlyIfItLasts(_ situation: ClockTrustTests.Case) async throws {
    try await ClockTrustTests.check(situation)
  }
}
