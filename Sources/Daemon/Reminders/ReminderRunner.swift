import AlarmClock
import ControlService
import Insight
import Machine
import Reminders
import Storage

/// Looks each evening for what is worth a reminder, and has each come at its time: never during a ring, in quiet hours, or
/// between bedtime and the ring after it.
struct ReminderRunner: Sendable {
  let desk: ReminderDesk
  let teller: ReminderTeller
  let ledger: Ledger
  let inForce: BookInForce
  let scheduler: Scheduler
  let trust: TrustWatch
  let events: EventLog
  let isRinging: @Sendable () -> Bool
  /// What the last test before the night has found.
  let test: @Sendable () -> OccasionFacts.LastTest?
  /// Whether the clock knows of something that could make a ring fail.
  let hasProblem: @Sendable () async -> Bool
  let time: any TimeSource

  /// The longest time without a look. What changes meanwhile ends it: this is for what nobody tells.
  static let longestWait: Duration = .seconds(600)
  /// What changes at once is looked at once.
  private static let pause: Duration = .seconds(1)
  /// Where something is in the way of one that is due.
  private static let patience: Duration = .seconds(60)

  /// Reminds for as long as the daemon runs.
  func run() async {
    await lookBack()
    while !Task.isCancelled {
      let wait = await look()
      await keep()
      await desk.sleep(for: wait)
      guard await time.rest(for: Self.pause) else { return }
    }
  }

  /// When people woke last, before a restart: what was skipped or missed has woken nobody.
  func lookBack() async {
    let now = time.now
    let ends = await RingHistory.records(ledger, Self.latest).filter { $0.outcome == .dismissed }.compactMap(\.ended)
    if let last = ends.last(where: { $0 <= now }) { desk.personWoke(at: last) }
  }

  private static let latest = RingQuery(since: nil, until: nil, alarm: nil, isMissed: false, limit: 20)

  /// Plans and reminds as it is time to; returns after how long to look again.
  func look() async -> Duration {
    let isChanged = desk.takeChange()
    guard let night, trust.isTrusted else { return Self.longestWait }
    desk.change { $0.prune(at: time.now) }
    var wait = Self.longestWait
    let evening = evening(before: night.coming)
    if let begin = evening.begin {
      if time.now < begin {
        wait = min(wait, begin - time.now)
      } else if isChanged || desk.book.planned != night.coming {
        await plan(evening)
      }
    }
    for reminder in desk.book.waiting(at: time.now) {
      if reminder.due <= time.now { await remind(of: reminder) }
      // It may have been put off.
      guard let left = desk.book.waiting(at: time.now).first(where: { $0.id == reminder.id }) else { continue }
      let ahead = left.due - time.now
      wait = min(wait, ahead > .zero ? ahead : Self.patience)
    }
    return wait
  }

  private var night: Night? {
    inForce.settings.bedtime.map { Night(bedtime: $0, at: time.now, in: scheduler.zone) }
  }

  /// When each kind comes.
  func evening(before bedtime: Instant) -> Evening {
    let (book, zone) = (inForce.book, scheduler.zone)
    return Evening(
      bedtime: bedtime, ring: OccasionFacts.ComingRing.first(after: bedtime, in: book, zone: zone)?.due, zone: zone,
      settings: book.settings.reminders, answered: desk.book.habits(at: time.now, in: zone))
  }

  private func plan(_ evening: Evening) async {
    let occasions = Occasion.all(await facts(before: evening.bedtime))
    let most = inForce.settings.reminders.mostADay
    let taken = teller.messages.all.map(\.id)
    desk.change { book in
      book.plan(occasions, before: evening, at: time.now, most: most) { Names.newID(taken: taken + $0) }
    }
  }

  /// Has it come, where nothing is in the way, and what it is about is still so.
  private func remind(of reminder: Reminder) async {
    guard mayCome, let night else { return }
    let occasions = reminder.kind.occasions(await facts(before: night.coming))
    guard inForce.settings.reminders.times[reminder.kind] != nil,
      let occasion = occasions.first(where: { $0.subject == reminder.occasion.subject })
    else { return desk.change { $0.drop(reminder.id) } }
    // The alarm after it may have been set for later since.
    if reminder.kind == .bedtime, reminder.shown == nil, let due = evening(before: night.coming).due(.bedtime),
      due > time.now
    {
      return desk.change { $0.postpone(reminder.id, to: due) }
    }
    // Asking the disk may have taken long.
    guard mayCome else { return }
    desk.change { $0.show(reminder.id, occasion, at: time.now) }
    events.append(
      .reminder, detail: "\(reminder.kind.rawValue) (\(reminder.id)): \(occasion.text) `\(occasion.command)`")
    await teller.tell(occasion, as: reminder.id)
  }

  /// Nothing rings, nobody wants quiet, and nobody may be asleep.
  private var mayCome: Bool {
    guard let night, trust.isTrusted, !isRinging() else { return false }
    let now = time.now
    return !inForce.settings.quiet.isQuiet(at: scheduler.zone.local(now).time)
      && !night.isAsleep(at: now, lastRing: desk.lastRing, nextRing: scheduler.nextRing)
  }

  private func facts(before bedtime: Instant) async -> OccasionFacts {
    let now = time.now
    let since = now - .seconds(Int64(OccasionLimit.span) * 86_400)
    let rings = await RingHistory.records(
      ledger, RingQuery(since: since, until: nil, alarm: nil, isMissed: false, limit: Self.mostRings))
    let happenings = await RingHistory.happenings(ledger, since: since)
    let (book, isAmiss) = (inForce.book, await hasProblem())
    let history = WakingHistory(
      rings: rings, happenings: happenings,
      cards: book.dismissCards.map { WakingHistory.EnrolledCard(name: $0.name, created: $0.created) },
      zone: scheduler.zone, now: now, hasProblem: isAmiss)
    return OccasionFacts(history: history, book: book, bedtime: bedtime, test: test())
  }

  /// Nobody has so many.
  private static let mostRings = 5000

  private func keep() async {
    if let problem = await desk.keep(in: ledger), desk.isNews(problem) {
      events.append(.storageFailed, detail: "reminders may come again after a restart: \(problem)")
    }
  }
}
