import AlarmClock
import Storage

/// What a change of the clock, or of the time zone, makes of what is armed and of what has ended.
///
/// A zone that is wrong for a while loses and uses up nothing. What a change of the zone passes over waits: it rings if
/// the zone comes back; it is missed once the new zone has stood for a day, or when the alarm rings next. What ends
/// within that day counts until another zone says that it is still to come.
extension Ledger {
  // MARK: The clock

  /// The clock was set, the zone changed, or trust came: every alarm is looked at anew.
  func clockChanged() {
    scheduler.zoneClockChanged(isTrusted: trust.isTrusted)
    folder.keep(scheduler.zoneInForce, events)
    lookAtAllAnew(at: time.now)
    settleZone()
    showMisses()
  }

  /// What is armed follows the clock and the zone; written only where they have changed it.
  func lookAtAllAnew(at now: Instant) {
    guard !isMinimal else { return }
    settleEarlierCards()
    forgetWrongOutcomes(at: now)
    if trust.isTrusted { enableWhatHasNotEnded() }
    followZone(book.alarms.filter(\.isEnabled), at: now)
  }

  /// A clock ahead of time that nobody trusted, or a zone that did not last, has used up nothing: what is still to come,
  /// comes.
  private func forgetWrongOutcomes(at now: Instant) {
    var forgotten: [Store.ProvisionalOutcome] = []
    var dismissed: Set<RingID> = []
    attempt { store throws(StorageError) in
      forgotten = try store.provisionalOutcomes(dueAfter: now - .seconds(2 * 86_400)).filter {
        $0.isToCome(at: now, in: zone)
      }
      try store.transaction { () throws(StorageError) in
        for outcome in forgotten where try store.forgetOutcome(of: outcome.id) { dismissed.insert(outcome.id) }
      }
    }
    if !forgotten.isEmpty { historyNumber += 1 }
    for outcome in forgotten {
      let why = outcome.isTrusted ? "the zone was another one" : Self.wasAhead
      if dismissed.contains(outcome.id), let alarm = book.alarm(outcome.id.alarmID) {
        events.append(
          .alarmChanged, alarmID: alarm.id, label: alarm.label,
          detail: "\(outcome.id.key) rings again, though a card ended it: \(why)")
      }
      guard let change = book.reviving(outcome.id, outcome.recurrence) else { continue }
      enable(change, because: why)
    }
  }

  /// Settles, if the clock is trusted, the cards that ended rings of an untrusted time since the machine started. A card that
  /// was shown at most five minutes before the due time, or later, counts forever.
  func settleEarlierCards() {
    // A store of another version, which a minimal start takes as it is, has no such cards.
    guard trust.isTrusted, !isMinimal else { return }
    let reading = time.reading
    var cards: [Store.EarlierCard] = []
    attempt { store throws(StorageError) in cards = try store.earlierCards(of: reading.boot) }
    for card in cards {
      let shown = reading.now - (reading.sinceBoot - card.sinceBoot)
      let counts = shown >= card.id.key.resolved(in: zone).instant - Self.earliestCard
      let armed = scheduler.armedOccurrence(of: card.id.alarmID).flatMap { counts && $0.id == card.id ? $0 : nil }
      attemptWhole { store throws(StorageError) in
        try store.settle(card, counts: counts, isOutcome: armed != nil)
      }
      guard let armed else { continue }
      scheduler.disarm(card.id.alarmID)
      events.append(
        .alarmChanged, of: armed.plan,
        detail: "\(card.id.key) does not ring again: \(card.card) was shown before the clock was trusted")
      let cardID = book.cards.first { $0.name == card.card }?.id ?? card.card
      record(.dismissed(cardID: cardID), of: armed, at: shown)
    }
  }

  private static let earliestCard: Duration = .seconds(300)

  private static let wasAhead = "the clock was ahead of its time"

  /// A trusted clock far ahead of its time has used up what it rang, and not what it never looked at.
  private func enableWhatHasNotEnded() {
    let ids = book.alarms.filter { !$0.isEnabled && $0.recurrence.rule?.until != nil }.map(\.id)
    if !ids.isEmpty { enable(book.enablingWhatHasNotEnded(at: momentToArm(ids)), because: Self.wasAhead) }
  }

  private func enable(_ change: AlarmBook.Change, because why: String) {
    guard !change.writes.isEmpty else { return }
    attempt { store throws(StorageError) in try store.write(change.writes) }
    inForce.use(change.book)
    for case .save(let alarm) in change.writes {
      events.append(.alarmChanged, alarmID: alarm.id, label: alarm.label, detail: "enabled: \(why)")
    }
  }

  // MARK: The zone

  /// How long until the zone has stood for a day; zero: it has.
  var zoneLeft: Duration { scheduler.zoneLeft(isTrusted: trust.isTrusted) }

  /// Rings that have not begun, and come later in the zone of now than in the one that they were armed in, come then.
  func followZone(_ rings: [OpenRing], at now: Instant) -> [OpenRing] {
    let all = rings.map { $0.following(zone, at: now) }
    let changed = zip(rings, all).filter { $0 != $1 }.map(\.1.armed)
    if !changed.isEmpty {
      attemptWhole { store throws(StorageError) in
        for armed in changed { try store.arm(armed) }
      }
    }
    return all
  }

  func followZone(_ alarms: [Alarm], at now: Instant) { rearm(alarms.filter { !takeWhatTheZonePassed($0, at: now) }) }

  /// - Returns: whether one of the alarm came due by it just now, and what comes after is armed.
  private func takeWhatTheZonePassed(_ alarm: Alarm, at now: Instant) -> Bool {
    for armed in rings.passedOver(of: alarm.id)
    where alarm.recurrence.isToCome(armed.occurrence.key, after: now, in: zone) {
      rings.removePassedOver(armed.id)
    }
    // Seldom anything: the store is asked only then.
    guard !book.passedOver(alarm, at: moment(of: alarm.id, at: now)).isEmpty else { return false }
    for armed in book.passedOver(alarm, at: momentToArm(alarm.id, at: now)) {
      // Passed by less than `catch-up`, it rings; so do those after it, which the scheduler finds.
      if !armed.isSkipped, !armed.isTooLate(at: now) {
        if scheduler.arm(armed) { return true }
      } else {
        passOver(armed)
      }
    }
    return false
  }

  private func passOver(_ armed: ArmedOccurrence) {
    let before = rings.addPassedOver(armed)
    guard before != armed else { return }
    attempt { store throws(StorageError) in try store.arm(armed, isPassedOver: true) }
    if before == nil {
      events.append(
        .passedOver, of: armed.plan,
        detail:
          "\(armed.occurrence.key) has passed in the zone \(zone.name): it rings if the zone comes back, else it is "
          + "missed after a day, or when the alarm rings next")
    }
  }

  /// What was passed over of an alarm has its outcome: it passed.
  func endPassedOver(of alarmID: String) {
    let now = time.now
    for armed in rings.passedOver(of: alarmID) {
      if !armed.isSkipped { events.append(.missed, of: armed.plan, detail: "a change of the time zone passed over it") }
      record(armed.isSkipped ? .skipped : .missed(rang: false), of: armed, at: now, isTrusted: trust.isTrusted)
    }
  }

  /// A zone that has stood for a day is not taken back.
  func settleZone() {
    guard !isMinimal, scheduler.zoneInForce.settling != nil || !rings.passedOver.isEmpty, zoneLeft <= .zero
    else { return }
    for id in Set(rings.passedOver.map(\.plan.alarmID)) { endPassedOver(of: id) }
    scheduler.settleZone()
    folder.keep(scheduler.zoneInForce, events)
  }
}
