import Insight
import Reminders

@testable import AlarmClock

/// Tuesday 2026-11-24 20:30 UTC; bedtime is 22:30.
let evening = at("2026-11-24 20:30")
let bedtime = at("2026-11-24 22:30")

/// Parses a UTC time such as `2026-11-24 20:30`.
func at(_ text: String) -> Instant {
  LocalDateTime(text.replacing(" ", with: "T")).map { ZoneRules.utc.resolve($0).instant } ?? .min
}

func days(_ count: Int) -> Duration { .seconds(Int64(count) * 86_400) }

struct Past {
  var rings: [RingRecord] = []
  var happenings: [Happening] = []
  var cards: [WakingHistory.EnrolledCard] = []
  var book = AlarmBook()
  var hasProblem = false
  var test: OccasionFacts.LastTest? = (time: evening - days(1), problems: [])

  /// Adds a ring that by default a card ended a minute after it was due.
  mutating func ring(
    _ due: Instant, _ outcome: RingRecord.Outcome = .dismissed, after seconds: Int64 = 60, card: String = "bath"
  ) {
    rings.append(
      RingRecord(
        alarmID: "work", key: "\(due.seconds)", label: "Work", due: due, ended: due + .seconds(seconds),
        outcome: outcome, card: outcome == .dismissed ? card : nil, snoozes: 0, tally: RingTally(), isTrusted: true))
  }

  func facts(at now: Instant = evening) -> OccasionFacts {
    let history = WakingHistory(
      rings: rings, happenings: happenings, cards: cards, zone: .utc, now: now, hasProblem: hasProblem,
      bedtimeReminder: WakingHistory.BedtimeReminder(book.settings))
    let lastMiss = history.rings.last { $0.outcome == .missed }?.day
    let unmissed = Set(history.rings.filter { $0.outcome == .dismissed }.map(\.day)).filter { day in
      lastMiss.map { day > $0 } ?? true
    }
    return OccasionFacts(
      past: PastOccasions(history, unmissed: unmissed.sorted(), bedtime: bedtime), book: book, bedtime: bedtime,
      test: test, now: now, zone: .utc)
  }

  func texts(_ kind: ReminderKind, at now: Instant = evening) -> [String] {
    kind.occasions(facts(at: now)).map { "\($0.text) `\($0.command)`" }
  }
}

extension AlarmBook {
  mutating func add(_ time: String, _ weekdays: Weekdays = .daily, skipping: String? = nil) {
    let time = LocalTime(time) ?? .midnight
    alarms.append(
      Alarm(
        id: "alarm\(alarms.count)", label: "Work", recurrence: .weekly(weekdays, at: time),
        skippedKey: skipping.flatMap { LocalDate($0) }.map { .local(LocalDateTime(date: $0, time: time)) }))
  }
}
