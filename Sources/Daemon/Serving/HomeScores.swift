import AlarmClock
import Control
import Insight
import Machine
import Storage

/// How waking goes today, as `rouse insight` works it out: anew where a ring, a test, a card or the day has changed it.
struct HomeScores: Sendable {
  let ledger: Ledger
  let events: EventLog
  let inForce: BookInForce
  let scheduler: Scheduler
  let time: any TimeSource
  private let known = Box<Known?>(nil)

  private struct Known: Hashable, Sendable {
    var basis: Basis
    var scores: HomeStateView.ScoresView
  }

  private struct Basis: Hashable, Sendable {
    let today: LocalDate
    let zone: ZoneRules
    let cards: [WakingHistory.EnrolledCard]
    let rings: Int
    let happenings: Int
    let hasProblem: Bool
  }

  /// Nobody has so many in some days.
  private static let most = 500

  func view(hasProblem: Bool) async -> HomeStateView.ScoresView {
    let (now, zone) = (time.now, scheduler.zone)
    let basis = Basis(
      today: zone.local(now).date, zone: zone,
      cards: inForce.book.dismissCards.map { WakingHistory.EnrolledCard(name: $0.name, created: $0.created) },
      rings: await ledger.historyNumber, happenings: events.happenings, hasProblem: hasProblem)
    if let known = known.value, known.basis == basis { return known.scores }
    // Scores look at the days before, and a night begins on the evening before.
    let since = now - .seconds(Int64(DayScores.span + 2) * 86_400)
    let history = WakingHistory(
      rings: await RingHistory.records(
        ledger, RingQuery(since: since, until: nil, alarm: nil, isMissed: false, limit: Self.most)),
      happenings: await RingHistory.happenings(ledger, of: Happening.telling, since: since, most: Self.most),
      cards: basis.cards, zone: zone, now: now, hasProblem: hasProblem)
    let day = history.scores(of: basis.today)
    let scores = HomeStateView.ScoresView(
      waking: day.waking?.score.points, rhythm: day.rhythm?.score.points, readiness: day.readiness?.score.points)
    known.value = Known(basis: basis, scores: scores)
    return scores
  }
}
