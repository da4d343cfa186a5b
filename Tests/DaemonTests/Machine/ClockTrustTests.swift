import AlarmClock
import Machine
import Storage
import Testing

@testable import Daemon

private func daily(_ time: String) -> Action { .add(Wish(when: .weekly(.daily, at(time)))) }
private func once(_ time: String, days: Int = 0) -> Action { .add(Wish(when: .once(days: days, at(time)))) }
private func at(_ text: String) -> LocalTime { LocalTime(text) ?? .midnight }
private let day = 86_400

/// The effects of a wrong clock, before and after it is corrected. Each case also runs against the model.
@Suite struct ClockTrustTests {
  struct Case: Sendable {
    var actions: [Action]
    var expected: [String]
    /// 2026-11-21T07:00Z, a Saturday.
    var start: Instant
    var zone: Int
    var human: Human

    init(
      _ actions: [Action], _ expected: [String], start: Instant = morning, zone: Int = 5,
      human: Human = .answers(after: 10)
    ) {
      (self.actions, self.expected) = (actions, expected)
      (self.start, self.zone, self.human) = (start, zone, human)
    }
  }

  private static func restart(_ off: Int, error: Int, isTrusted: Bool = false, zone: Int? = nil) -> Action {
    .restart(off: off, error: error, isTrusted: isTrusted, zone: zone)
  }
  static let todayComes = "0 2026-11-21T07:30 to come, due 2026-11-21T07:30:00Z"
  static let todayRings = "0 2026-11-21T07:30 rings, due 2026-11-21T07:30:00Z"
  static let todayDismissed = "0 2026-11-21T07:30 dismissed trusted"
  static let tomorrowComes = "0 2026-11-22T07:30 to come, due 2026-11-22T07:30:00Z"

  static let boots: KeyValuePairs<String, Case> = [
    "a clock ahead at boot uses up nothing": Case(
      [daily("07:30"), restart(60, error: day), .pass(30), .ntp(error: 0)], [todayComes]),
    "a clock ahead for longer than is waited uses up nothing": Case(
      [daily("07:30"), restart(60, error: day), .pass(300), .ntp(error: 0)], [todayComes]),
    "a clock behind at boot misses what is found to be too late": Case(
      [daily("07:30"), restart(3600, error: -7200), .pass(30), .ntp(error: 0)],
      ["0 2026-11-21T07:30 missed_unrung trusted", tomorrowComes]),
    "a clock behind at boot rings what is found to be a little late": Case(
      [daily("07:30"), restart(2400, error: -7200), .pass(30), .ntp(error: 0)], [todayRings, tomorrowComes]),
    "what seems a week late waits for trust, and rings": Case(
      [daily("07:30"), restart(2400, error: 7 * day), .pass(20), .ntp(error: 0)], [todayRings, tomorrowComes]),
    "what is not too late by a clock that nobody trusts rings at once": Case(
      [daily("07:30"), restart(2400, error: 0)], [todayRings, tomorrowComes]),
    "what seems too late is not decided on before trust was waited for": Case(
      [daily("07:30"), restart(3600, error: 0), .pass(59)], [tomorrowComes]),
    "trust is not waited for longer than a minute": Case(
      [daily("07:30"), restart(3600, error: 0), .pass(61)],
      ["0 2026-11-21T07:30 missed_unrung untrusted", tomorrowComes]),
    "an interrupted ring is not given up by a clock ahead": Case(
      [daily("07:30"), .approach(5), restart(20, error: 10 * day + 43_200), .pass(5), .ntp(error: 0)],
      [todayRings, tomorrowComes], human: .neverAnswers),
    "an alarm removed while the clock was ahead does not come back": Case(
      [daily("07:30"), restart(60, error: day), .change(0, .remove), .ntp(error: 0), .pass(7200)], []),
    "a skip taken by a clock ahead can be taken back": Case(
      [daily("07:30"), .change(0, .skip), restart(60, error: day), .pass(61), .ntp(error: 0), .approach(60)],
      [todayDismissed, tomorrowComes]),
    "a skip outlives a clock that was days behind": Case(
      [daily("07:30"), .change(0, .skip), restart(60, error: -3 * day), .pass(3600), .ntp(error: 0)],
      [
        "0 2026-11-18T07:30 dismissed trusted", "0 2026-11-19T07:30 missed_unrung trusted",
        "0 2026-11-20T07:30 missed_unrung trusted", "0 2026-11-21T07:30 skipped trusted", tomorrowComes,
      ]),
    "a zone that changed without power lets what it has passed wait": Case(
      [daily("12:00"), restart(60, error: 0, isTrusted: true, zone: 4)],
      ["0 2026-11-21T12:00 waits, due 2026-11-21T06:30:00Z", "0 2026-11-22T12:00 to come, due 2026-11-22T06:30:00Z"]),
  ]

  static let steps: KeyValuePairs<String, Case> = [
    "a day ahead by hand, and back: tomorrow's alarm rings": Case(
      [daily("07:30"), .set(by: day), .pass(60), .ntp(error: 0)], [todayComes]),
    "a day ahead by hand: both have their untrusted outcomes until the clock is right": Case(
      [daily("07:30"), .set(by: day), .approach(60)],
      [
        "0 2026-11-21T07:30 missed_unrung untrusted", "0 2026-11-22T07:30 dismissed untrusted",
        "0 2026-11-23T07:30 to come, due 2026-11-23T07:30:00Z",
      ]),
    "a ring under a wrong clock goes on when that is set back, and does not count": Case(
      [daily("07:30"), .set(by: 1800), .pass(0), .ntp(error: 0), .pass(60)], [todayComes]),
    "a one-off that a wrong clock used up is enabled again, and rings": Case(
      [once("08:00"), .set(by: day), .ntp(error: 0), .approach(60)], ["0 2026-11-21T08:00 dismissed trusted"]),
    "a small step back just after a ring does not ring it twice": Case(
      [daily("07:30"), .approach(60), .ntp(error: -90), .pass(600)], [todayDismissed, tomorrowComes]),
    "a trusted outcome stays when the clock is set back by hand": Case(
      [daily("07:30"), .approach(60), .set(by: -3 * 3600), .pass(4 * 3600)], [todayDismissed, tomorrowComes]),
    "what has ended does not ring again after one that comes before it": Case(
      [daily("07:30"), .pass(day), .set(by: -2 * day), .approach(60), .approach(60)],
      [
        "0 2026-11-20T07:30 dismissed untrusted", todayDismissed, "0 2026-11-22T07:30 dismissed untrusted",
        "0 2026-11-23T07:30 to come, due 2026-11-23T07:30:00Z",
      ]),
    "NTP steps over an alarm by less than catch-up: it rings": Case(
      [daily("07:30"), .approach(-5), .ntp(error: 600)], [todayRings, tomorrowComes]),
    "NTP steps over an alarm by more than catch-up: it is missed": Case(
      [daily("07:30"), .approach(-5), .ntp(error: 906)], ["0 2026-11-21T07:30 missed_unrung trusted", tomorrowComes]),
  ]

  static let zones: KeyValuePairs<String, Case> = [
    "a zone that passes a time by less than catch-up rings it": Case(
      [daily("12:20"), .zone(4)],
      ["0 2026-11-21T12:20 rings, due 2026-11-21T06:50:00Z", "0 2026-11-22T12:20 to come, due 2026-11-22T06:50:00Z"]),
    "what a zone passes by more than catch-up waits": Case(
      [daily("07:30"), .zone(4)],
      ["0 2026-11-21T07:30 waits, due 2026-11-21T02:00:00Z", "0 2026-11-22T07:30 to come, due 2026-11-22T02:00:00Z"]),
    "a zone further west does not ring a time twice": Case(
      [daily("07:30"), .approach(60), .zone(1)],
      [todayDismissed, "0 2026-11-22T07:30 to come, due 2026-11-22T12:30:00Z"]),
    "a pause skips what repeats, and no one-off": Case(
      [daily("07:30"), once("08:00", days: 1), .pause(days: 2), .pass(2 * day)],
      [
        "0 2026-11-21T07:30 skipped trusted", "0 2026-11-22T07:30 skipped trusted",
        "0 2026-11-23T07:30 to come, due 2026-11-23T07:30:00Z", "1 2026-11-22T08:00 dismissed trusted",
      ]),
    "a time that spring leaves out rings at the first instant after it": Case(
      [daily("02:30"), .approach(0)],
      ["0 2026-03-29T02:30 rings, due 2026-03-29T01:00:00Z", "0 2026-03-30T02:30 to come, due 2026-03-30T00:30:00Z"],
      start: Instant(seconds: 1_774_735_200), zone: 0),
    "a time that autumn repeats rings the first time only": Case(
      [daily("02:30"), .approach(0), .pass(12 * 3600)],
      ["0 2026-10-25T02:30 dismissed trusted", "0 2026-10-26T02:30 to come, due 2026-10-26T01:30:00Z"],
      start: Instant(seconds: 1_792_879_200), zone: 0),
  ]

  private static let (early, single) = (daily("07:30"), once("07:30"))
  private static func ahead(_ seconds: Int) -> [Action] { [.set(by: seconds), .approach(11)] }

  /// Cards shown before the clock was trusted, ten seconds after the beginning of a ring.
  static let cards: KeyValuePairs<String, Case> = [
    "a card four minutes early counts for good": Case(
      [early] + ahead(240) + [.ntp(error: 0)], [todayDismissed, tomorrowComes]),
    "a one-off stays ended by it": Case([single] + ahead(240) + [.ntp(error: 0)], [todayDismissed]),
    "a card six minutes early does not": Case([early] + ahead(360) + [.ntp(error: 0)], [todayComes]),
    "nor 25 minutes early, for a one-off": Case([single] + ahead(1500) + [.ntp(error: 0)], [todayComes]),
    "a card that was late counts": Case([early] + ahead(-600) + [.ntp(error: 0)], [todayDismissed, tomorrowComes]),
    "it counts after the clock was set back, before it rings again": Case(
      [early] + ahead(240) + [.set(by: -3600), .pass(60), .ntp(error: 0)], [todayDismissed, tomorrowComes]),
    "a one-off that was armed again ends": Case(
      [single] + ahead(240) + [.set(by: -3600), .pass(60), .ntp(error: 0)], [todayDismissed]),
    "it counts after a restart of the daemon alone": Case(
      [early] + ahead(240) + [restart(5, error: -2400), .pass(60), .ntp(error: 0)], [todayDismissed, tomorrowComes]),
    "after another start of the machine it rings again": Case(
      [early] + ahead(240) + [restart(30, error: -2400), .pass(60), .ntp(error: 0)], [todayComes]),
    "trust alone, without a step, makes it final": Case(
      [early] + ahead(240) + [.trust(true), .set(by: -240)], [todayDismissed, tomorrowComes]),
    "what rings again stays in the open until a card ends it": Case(
      [early] + ahead(1500) + [.ntp(error: 0), .approach(5)], [todayRings, tomorrowComes]),
  ]

  @Test(arguments: [boots, steps, zones, cards].flatMap { $0.map { Named(testDescription: $0, value: $1) } })
  func wrongClocksStepsZonesPausesAndEarlyCardsLoseAndDoubleNothing(_ situation: Named<Case>) async throws {
    try await Self.check(situation.value)
  }

  static func check(_ situation: Case) async throws {
    let history = History(
      human: situation.human, start: situation.start, zone: situation.zone, actions: situation.actions)
    #expect(try await Player().summary(history) == situation.expected)
  }

  /// Dismissals in the history, and log entries about an alarm that rings again.
  @Test(
    arguments: [
      ("final", ahead(240) + [.ntp(error: 0), .pass(7200)], 1, 0),
      ("rings again", ahead(1500) + [.ntp(error: 0), .pass(7200)], 2, 1),
      (
        "rings again after another start of the machine",
        ahead(240) + [restart(30, error: -2400), .ntp(error: 0), .pass(7200)], 2, 1
      ),
      (
        "armed again, and ended by the same card",
        ahead(240) + [.set(by: -3600), .pass(60), .ntp(error: 0), .pass(7200)], 1, 1
      ),
      ("twice", ahead(1500) + [.set(by: -600), .approach(11), .ntp(error: 0), .pass(7200)], 3, 2),
    ] as [(name: String, actions: [Action], cards: Int, again: Int)])
  func thatACardWasShownStaysInTheHistory(name: String, actions: [Action], cards: Int, again: Int) async throws {
    let history = History(
      human: .answers(after: 10), start: morning, zone: 5, actions: [daily("07:30")] + actions)
    let found = try await Player().historyAndNotes(history)
    #expect(found.cards == cards && found.again == again, "\(name): \(found)")
  }
}

extension Player {
  func historyAndNotes(_ history: History) throws -> (cards: Int, again: Int) {
    let world = try world(after: history)
    let query = RingQuery(limit: 100)
    let cards = try world.bench.state.store.ringRecords(query).count { $0.outcome == .dismissed }
    let again = world.events.pending + (try world.bench.state.store.events(since: nil, limit: 1000))
    return (cards, again.count { $0.detail?.contains("rings again, though a card ended it") ?? false })
  }
}

struct LastSynchronizationTests {
  private static let (hour, day) = (Duration.seconds(3600), Duration.seconds(86_400))

  /// After `elapsed`, the time of day is off by `step`.
  @Test(arguments: [
    (elapsed: Duration.seconds(60), step: Duration.zero, isTrusted: true),
    (hour * 10, .zero, true), (hour * 10, .seconds(1), true), (hour * 10, .seconds(-1), true),
    (hour * 10, .seconds(3), false), (hour * 10, .seconds(-3), false), (hour * 10, hour, false),
    (day * 3, .zero, true), (day * 3 + .seconds(1), .zero, false),
  ]) func aClockThatNobodyHasSetIsRightForThreeDays(elapsed: Duration, step: Duration, isTrusted: Bool) {
    var last = LastSynchronization()
    #expect(last.trust(Self.trusted, at: Self.reading(.zero)) == Self.trusted)
    let trust = last.trust(Self.doubted, at: Self.reading(elapsed, step: step))
    #expect(trust.isTrusted == isTrusted)
    if !isTrusted { #expect(trust == Self.doubted) }
  }

  @Test func whatWasNeverSynchronizedOrSetSinceIsNotTrustedEvenIfItIsSetBack() {
    var last = LastSynchronization()
    #expect(last.trust(Self.doubted, at: Self.reading(.zero)) == Self.doubted)
    _ = last.trust(Self.trusted, at: Self.reading(.zero))
    #expect(!last.trust(Self.doubted, at: Self.reading(.seconds(60), step: Self.hour)).isTrusted)
    #expect(!last.trust(Self.doubted, at: Self.reading(.seconds(120))).isTrusted)
    #expect(last.trust(Self.trusted, at: Self.reading(.seconds(180))).isTrusted)
    #expect(last.trust(Self.doubted, at: Self.reading(.seconds(240))).isTrusted)
  }

  private static let trusted = ClockTrust(isTrusted: true, why: "the kernel says so")
  private static let doubted = ClockTrust(isTrusted: false, why: "the kernel does not say so")

  private static func reading(_ elapsed: Duration, step: Duration = .zero) -> ClockReading {
    ClockReading(now: Instant(seconds: 1_795_000_000) + elapsed + step, sinceBoot: Self.day + elapsed, boot: "a")
  }
}

/// A zone that is temporarily wrong, or a clock taken abroad. Each case also runs against the model.
@Suite struct ZoneDoubtTests {
  private static func restart(_ off: Int, error: Int = 0, isTrusted: Bool = true, zone: Int? = nil) -> Action {
    .restart(off: off, error: error, isTrusted: isTrusted, zone: zone)
  }
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
        .edit(0, Wish(when: .weekly(.daily, at("07:30")), catchUp: 0)), .zone(berlin), .pass(60),
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

  @Test(arguments: [mistakes, ends, cuts].flatMap { $0.map { Named(testDescription: $0, value: $1) } })
  func aZoneUsesUpWhatItHasPassedOnlyIfItLasts(_ situation: Named<ClockTrustTests.Case>) async throws {
    try await ClockTrustTests.check(situation.value)
  }
}
