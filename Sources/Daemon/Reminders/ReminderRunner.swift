import AlarmClock
import ControlService
import Faces
import Insight
import Reminders
import Storage

/// Looks for reminders each evening, and shows each at its time, but never during a ring. A reminder stays on the
/// display until somebody answers it or its cause is gone. Quiet hours and the night only hold back its sound.
struct ReminderRunner: Sendable {
  let desk: ReminderDesk
  let teller: ReminderTeller
  let ledger: Ledger
  let isRinging: @Sendable () -> Bool
  let test: @Sendable () -> OccasionFacts.LastTest?
  let hasProblem: @Sendable () async -> Bool
  /// Called after the history was read, which takes memory.
  let looked: @Sendable () -> Void

  /// The longest time without a look. It matters only for changes that nothing reports.
  static let longestWait: Duration = .seconds(600)
  /// Combines changes that happen together.
  private static let pause: Duration = .seconds(1)
  /// The time between checks, while a reminder is shown, of whether its cause is gone and whether its sound may play.
  static let standingWait: Duration = .seconds(60)

  func run() async {
    await lookBack()
    while !Task.isCancelled {
      let wait = await look()
      await keep()
      await desk.sleep(for: wait)
      guard await ledger.time.rest(for: Self.pause) else { return }
    }
  }

  /// Finds out when people last woke before a restart. Skipped and missed rings woke nobody.
  func lookBack() async {
    let now = ledger.time.now
    let rings = await RingHistory.records(ledger, RingQuery(limit: 20)).filter { $0.outcome == .dismissed }
    if let last = rings.compactMap(\.ended).last(where: { $0 <= now }) { desk.personWoke(at: last) }
  }

  /// Plans and shows what is due. Returns the time until the next look.
  func look() async -> Duration {
    let isChanged = desk.takeChange()
    guard ledger.trust.isTrusted else {
      teller.show(standing, of: desk.book, adds: false)
      return Self.longestWait
    }
    desk.change { $0.prune(at: ledger.time.now) }
    guard let night else {
      teller.show([], of: desk.book)
      return Self.longestWait
    }
    var wait = Self.longestWait
    let evening = evening(before: night.coming)
    if let begin = evening.begin {
      if ledger.time.now < begin {
        wait = min(wait, begin - ledger.time.now)
      } else if isChanged || desk.book.planned != night.coming {
        await plan(evening)
      }
    }
    for reminder in desk.book.waiting(at: ledger.time.now) {
      if reminder.due <= ledger.time.now { await remind(of: reminder) }
      // It may have been postponed.
      guard let left = desk.book.waiting(at: ledger.time.now).first(where: { $0.id == reminder.id }) else { continue }
      let ahead = left.due - ledger.time.now
      // What is due waits for the end of a ring, which ends the sleep early.
      wait = min(wait, ahead > .zero ? ahead : Self.standingWait)
    }
    return min(wait, await attend(before: night))
  }

  /// Withdraws reminders whose cause is gone, and presents the others. Returns the time until the next look.
  private func attend(before night: Night) async -> Duration {
    if !standing.isEmpty {
      let facts = await facts(before: night.coming)
      for reminder in standing where !reminder.occasion.isStillSo(facts) {
        desk.change { $0.drop(reminder.id, at: ledger.time.now) }
      }
    }
    let shown = standing
    teller.show(shown, of: desk.book)
    for reminder in shown where !reminder.isHeard && mayBeHeard {
      // It may have been answered while the one before was played.
      guard standing.contains(where: { $0.id == reminder.id }) else { continue }
      desk.change { $0.hear(reminder.id) }
      await teller.sound(reminder.occasion)
    }
    let ends = shown.compactMap(\.leaves).map { $0 - ledger.time.now }.filter { $0 > .zero }
    return min(ends.min() ?? Self.longestWait, shown.isEmpty ? Self.longestWait : Self.standingWait)
  }

  /// The reminders on the display.
  var standing: [Reminder] { desk.book.standing(at: ledger.time.now, ledger.inForce.settings.reminders) }

  var night: Night? {
    ledger.inForce.settings.bedtime.map { Night(bedtime: $0, at: ledger.time.now, in: ledger.scheduler.zone) }
  }

  func evening(before bedtime: Instant) -> Evening {
    let zone = ledger.scheduler.zone
    return Evening(
      before: bedtime, in: ledger.inForce.book, zone: zone, answered: desk.book.habits(at: ledger.time.now, in: zone))
  }

  private func plan(_ evening: Evening) async {
    let occasions = Occasion.all(await facts(before: evening.bedtime))
    let most = ledger.inForce.settings.reminders.mostADay
    let taken = teller.messages.all.map(\.id)
    desk.change { book in
      book.plan(occasions, before: evening, at: ledger.time.now, most: most) { Names.newID(taken: taken + $0) }
    }
  }

  /// Shows the reminder if nothing prevents it and its cause is not gone.
  private func remind(of reminder: Reminder) async {
    guard mayCome, let night else { return }
    // A postponed reminder of a kind that is off comes once the kind is on again.
    if ledger.inForce.settings.reminders.time(of: reminder.kind) == nil, reminder.shown != nil { return }
    let occasions = reminder.kind.occasions(await facts(before: night.coming))
    guard ledger.inForce.settings.reminders.time(of: reminder.kind) != nil,
      let occasion = occasions.first(where: { $0.subject == reminder.occasion.subject })
    else { return desk.change { $0.drop(reminder.id, at: ledger.time.now) } }
    // The next alarm may have been moved to a later time.
    if reminder.kind == .bedtime, reminder.shown == nil, let due = evening(before: night.coming).due(.bedtime),
      due > ledger.time.now
    {
      return desk.change { $0.postpone(reminder.id, to: due) }
    }
    // Reading the disk may have taken long.
    guard mayCome else { return }
    desk.change { $0.show(reminder.id, occasion, at: ledger.time.now) }
    ledger.events.append(
      .reminder, detail: "\(reminder.kind.rawValue) (\(reminder.id)): \(occasion.text) `\(occasion.command)`")
  }

  private var mayCome: Bool { night != nil && ledger.trust.isTrusted && !isRinging() }

  /// Whether nothing rings, no quiet hours apply and nobody may be asleep.
  private var mayBeHeard: Bool {
    guard let night, mayCome else { return false }
    let now = ledger.time.now
    return !ledger.inForce.settings.quiet.isQuiet(at: ledger.scheduler.zone.local(now).time)
      && !night.isAsleep(at: now, lastRing: desk.lastRing, nextRing: ledger.scheduler.nextRing?.due)
  }

  private func facts(before bedtime: Instant) async -> OccasionFacts {
    OccasionFacts(
      past: await past(before: bedtime), book: ledger.inForce.book, bedtime: bedtime, test: test(),
      now: ledger.time.now, zone: ledger.scheduler.zone)
  }

  private func keep() async {
    if let problem = await desk.keep(in: ledger), desk.isNews(problem) {
      ledger.events.append(.storageFailed, detail: "reminders may come again after a restart: \(problem)")
    }
  }
}

/// The basis of the findings from the history. They stay valid while it does not change.
struct PastBasis: Hashable, Sendable {
  /// The findings are for one evening.
  let bedtime: Instant
  let zone: ZoneRules
  let cards: [WakingHistory.EnrolledCard]
  let bedtimeReminder: WakingHistory.BedtimeReminder
  /// The number of changes to what is known of rings.
  let rings: Int
  /// The number of happenings besides rings that the history tells.
  let happenings: Int
}

extension ReminderRunner {
  /// More rings, or happenings besides them, than anybody has.
  private static let most = 2000
  /// More than there are up to the last milestone, even with many alarms a day.
  private static let mostUnmissed = 3000

  /// Returns findings from the history. Looks again only after a ring, a test, a card or an erasure.
  func past(before bedtime: Instant) async -> PastOccasions {
    let (book, zone) = (ledger.inForce.book, ledger.scheduler.zone)
    let basis = PastBasis(
      bedtime: bedtime, zone: zone,
      cards: book.dismissCards.map { WakingHistory.EnrolledCard(name: $0.name, created: $0.created) },
      bedtimeReminder: WakingHistory.BedtimeReminder(book.settings), rings: await ledger.historyNumber,
      happenings: ledger.events.happenings)
    if let past = desk.past(of: basis) { return past }
    let now = ledger.time.now
    let since = now - .seconds(Int64(Finding.span) * 86_400)
    let history = WakingHistory(
      rings: await RingHistory.records(ledger, RingQuery(since: since, limit: Self.most)),
      happenings: await RingHistory.happenings(ledger, of: Happening.telling, since: since, most: Self.most),
      cards: basis.cards, zone: zone, now: now, hasProblem: await hasProblem(),
      bedtimeReminder: basis.bedtimeReminder)
    let unmissed = await RingHistory.unmissed(ledger, most: Self.mostUnmissed)
    let past = PastOccasions(history, unmissed: unmissed.days(in: zone), bedtime: bedtime)
    desk.keep(past, of: basis)
    looked()
    return past
  }
}

extension Unmissed {
  /// Returns the days with alarms since the last miss, in order, or none if there are more than anybody counts.
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

/// Presents reminders on the display, and if wanted by a soft chime or by speech.
struct ReminderTeller: Sendable {
  let messages: ShownMessages
  let faceRunner: FaceRunner
  let beep: MessageBeep
  let voice: SpokenWords
  let inForce: BookInForce
  let hasDisplay: Bool

  /// Shows these reminders and no others, alternating with the time. `adds`: also those that are not shown yet.
  func show(_ standing: [Reminder], of book: ReminderBook, adds: Bool = true) {
    guard hasDisplay else { return }
    let wanted = standing.compactMap { reminder in
      reminder.leaves.map { Message(id: reminder.id, text: reminder.occasion.word, end: .at($0), isReminder: true) }
    }
    // A file of messages from an earlier version holds reminders as ordinary messages.
    let ids = Set(book.reminders.map(\.id))
    let shown = messages.all.filter { $0.isReminder || ids.contains($0.id) }
    let gone = shown.filter { !wanted.contains($0) }
    let new = adds ? wanted.filter { !shown.contains($0) } : []
    guard !gone.isEmpty || !new.isEmpty else { return }
    messages.remove(gone.map(\.id))
    for message in new { messages.put(message) }
    faceRunner.refresh()
  }

  func sound(_ occasion: Occasion) async {
    guard inForce.settings.reminders.sound != .off, beep.silence == nil else { return }
    switch inForce.settings.reminders.sound {
    case .off: break
    case .chime: beep.play()
    // The buzzer is better than words that nobody hears.
    case .speech where beep.isSpeakerMissing: beep.play()
    case .speech: await say(occasion)
    }
  }

  /// If speech fails or something else plays, the display and the list still show the reminder.
  private func say(_ occasion: Occasion) async {
    guard case .success(let speech) = await voice.speak(occasion.text), beep.silence == nil else { return }
    _ = await voice.play(speech)
  }

  func takeAway(_ id: String) {
    messages.remove([id])
    faceRunner.refresh()
  }
}
