import AlarmClock
import Storage
import Testing

@testable import Daemon

/// Cards shown before the clock was trusted. Each case also runs against the model.
/// `morning` is 2026-11-21T07:00Z; cards are shown ten seconds after the beginning of a ring.
@Suite struct EarlierCardTests {
  private typealias Case = ClockTrustTests.Case
  private static let daily = ClockTrustTests.daily("07:30")
  private static let once = ClockTrustTests.once("07:30")
  private static func ahead(_ seconds: Int) -> [Action] { [.set(by: seconds), .approach(11)] }
  private static let (today, tomorrow) = (ClockTrustTests.todayDismissed, ClockTrustTests.tomorrowComes)

  static let cases: [ClockTrustTests.Case] = [
    Case("a card four minutes early counts for good", [daily] + ahead(240) + [.ntp(error: 0)], [today, tomorrow]),
    Case("a one-off stays ended by it", [once] + ahead(240) + [.ntp(error: 0)], [today]),
    Case("a card six minutes early does not", [daily] + ahead(360) + [.ntp(error: 0)], [ClockTrustTests.todayComes]),
    Case("nor 25 minutes early, for a one-off", [once] + ahead(1500) + [.ntp(error: 0)], [ClockTrustTests.todayComes]),
    Case("a card that was late counts", [daily] + ahead(-600) + [.ntp(error: 0)], [today, tomorrow]),
    Case(
      "it counts after the clock was set back, before it rings again",
      [daily] + ahead(240) + [.set(by: -3600), .pass(60), .ntp(error: 0)], [today, tomorrow]),
    Case(
      "a one-off that was armed again ends", [once] + ahead(240) + [.set(by: -3600), .pass(60), .ntp(error: 0)],
      [today]),
    Case(
      "it counts after a restart of the daemon alone",
      [daily] + ahead(240) + [ClockTrustTests.restart(5, error: -2400), .pass(60), .ntp(error: 0)], [today, tomorrow]),
    Case(
      "after another start of the machine it rings again",
      [daily] + ahead(240) + [ClockTrustTests.restart(30, error: -2400), .pass(60), .ntp(error: 0)],
      [ClockTrustTests.todayComes]),
    Case(
      "trust alone, without a step, makes it final", [daily] + ahead(240) + [.trust(true), .set(by: -240)],
      [today, tomorrow]),
    Case(
      "what rings again stays in the open until a card ends it",
      [daily] + ahead(1500) + [.ntp(error: 0), .approach(5)],
      [ClockTrustTests.todayRings, tomorrow]),
  ]

  @Test(arguments: cases) func aCardCountsByTheClockThatIsTrustedLater(_ situation: ClockTrustTests.Case) async throws {
    try await ClockTrustTests.check(situation)
  }

  /// Dismissals in the history, and log entries about an alarm that rings again.
  static let kept: [(name: String, actions: [Action], cards: Int, again: Int)] = [
    ("final", ahead(240) + [.ntp(error: 0), .pass(7200)], 1, 0),
    ("rings again", ahead(1500) + [.ntp(error: 0), .pass(7200)], 2, 1),
    (
      "rings again after another start of the machine",
      ahead(240) + [ClockTrustTests.restart(30, error: -2400), .ntp(error: 0), .pass(7200)], 2, 1
    ),
    (
      "armed again, and ended by the same card",
      ahead(240) + [.set(by: -3600), .pass(60), .ntp(error: 0), .pass(7200)], 1, 1
    ),
    ("twice", ahead(1500) + [.set(by: -600), .approach(11), .ntp(error: 0), .pass(7200)], 3, 2),
  ]

  @Test(arguments: kept.map(\.name)) func thatACardWasShownStaysInTheHistory(name: String) async throws {
    let row = try #require(Self.kept.first { $0.name == name })
    let history = History(
      human: .answers(after: 10), start: morning, zone: 5, actions: [ClockTrustTests.daily("07:30")] + row.actions)
    let (cards, again) = try await Player().historyAndNotes(history)
    #expect(cards == row.cards && again == row.again, "\(cards) cards, \(again) times again")
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
