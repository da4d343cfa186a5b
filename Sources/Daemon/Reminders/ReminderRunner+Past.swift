import AlarmClock
import Insight
import Reminders
import Storage

/// What the look at the history was made of. Where all of it is as it was, the look is worth what it was.
struct PastBasis: Hashable, Sendable {
  /// One look is for one evening.
  let bedtime: Instant
  let zone: ZoneRules
  let cards: [WakingHistory.EnrolledCard]
  let bedtimeReminder: WakingHistory.BedtimeReminder
  /// How often what is known of rings has changed.
  let rings: Int
  /// How often something beside rings has happened that the history tells.
  let happenings: Int
}

/// The look at the history, once an evening.
extension ReminderRunner {
  static let lastRings = RingQuery(since: nil, until: nil, alarm: nil, isMissed: false, limit: 20)
  /// Nobody has so many.
  private static let mostRings = 2000
  private static let mostHappenings = 2000
  /// More than the days of the last milestone have, even with many alarms a day.
  private static let mostUnmissed = 3000

  /// What the history gives occasion for: worked out anew where a ring, a test, a card or an erasure has changed it.
  func past(before bedtime: Instant) async -> PastOccasions {
    let (book, zone) = (inForce.book, scheduler.zone)
    let basis = PastBasis(
      bedtime: bedtime, zone: zone,
      cards: book.dismissCards.map { WakingHistory.EnrolledCard(name: $0.name, created: $0.created) },
      bedtimeReminder: WakingHistory.BedtimeReminder(book.settings), rings: await ledger.historyNumber,
      happenings: events.happenings)
    if let past = desk.past(of: basis) { return past }
    let past = await look(at: basis)
    desk.keep(past, of: basis)
    looked()
    return past
  }

  private func look(at basis: PastBasis) async -> PastOccasions {
    let now = time.now
    let since = now - .seconds(Int64(Finding.span) * 86_400)
    let history = WakingHistory(
      rings: await RingHistory.records(
        ledger, RingQuery(since: since, until: nil, alarm: nil, isMissed: false, limit: Self.mostRings)),
      happenings: await RingHistory.happenings(
        ledger, of: Happening.telling, since: since, most: Self.mostHappenings),
      cards: basis.cards, zone: basis.zone, now: now, hasProblem: await hasProblem(),
      bedtimeReminder: basis.bedtimeReminder)
    let unmissed = await RingHistory.unmissed(ledger, most: Self.mostUnmissed)
    return PastOccasions(history, unmissed: unmissed.days(in: basis.zone), bedtime: basis.bedtime)
  }
}

extension Unmissed {
  /// The days with alarms since the last miss, in their order; none where there are more than anybody counts.
  func days(in zone: ZoneRules) -> [LocalDate] {
    guard !isCutOff else { return [] }
    let missed = lastMiss.map { zone.local($0).date }
    var days: [LocalDate] = []
    for due in dues {
      let day = zone.local(due).date
      if day != days.last, missed.map({ day > $0 }) ?? true { days.append(day) }
    }
    return days
  }
}
