import AlarmClock
import Storage

/// Effects of a clock or zone change on armed and ended occurrences. A zone that is wrong for a while loses nothing:
/// occurrences that a zone change passes over wait. They ring if the zone comes back, and are missed once the new zone
/// has lasted a day or when the alarm rings next. Outcomes within that day count unless another zone says that they
/// are still to come.
extension Ledger {
  // MARK: The clock

  /// Also called when the zone changes or the clock becomes trusted.
  func clockChanged() {
    scheduler.zoneClockChanged(isTrusted: trust.isTrusted)
    folder.keep(scheduler.zoneInForce, events)
    lookAtAllAnew(at: time.now)
    settleZone()
    showMisses()
  }

  /// Rearms alarms for the current clock and zone. Writes only the differences.
  func lookAtAllAnew(at now: Instant) {
    guard !isMinimal else { return }
    settleEarlierCards()
    forgetWrongOutcomes(at: now)
    if trust.isTrusted { enableWhatHasNotEnded() }
    followZone(book.alarms.filter(\.isEnabled), at: now)
  }

  /// Forgets outcomes caused by an untrusted clock that was ahead, or by a zone that did not last, if still to come.
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

  /// Decides, once the clock is trusted, on cards that ended rings under an untrusted clock since boot. A card counts
  /// for good if it was shown at most five minutes before the due time, or later.
  func settleEarlierCards() {
    // A store of another version, which a minimal start accepts, has no such cards.
    guard trust.isTrusted, !isMinimal else { return }
    let reading = time.reading
    var cards: [Store.EarlierCard] = []
    attempt { store throws(StorageError) in cards = try store.earlierCards(of: reading.boot) }
    for card in cards {
      let shown = reading.now - (reading.sinceBoot - card.sinceBoot)
      let counts = shown >= card.id.key.resolved(in: zone).due - Self.earliestCard
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

  /// Reenables alarms that ended because a trusted clock was far ahead. Occurrences that rang then stay ended.
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

  /// How long until the zone has lasted a day; zero if it has.
  var zoneLeft: Duration { scheduler.zoneLeft(isTrusted: trust.isTrusted) }

  /// Delays rings that have not begun and are due later in the current zone than in the zone they were armed in.
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

  /// Returns whether the zone change made an occurrence due, which is then armed. The scheduler arms its successors.
  private func takeWhatTheZonePassed(_ alarm: Alarm, at now: Instant) -> Bool {
    for armed in rings.passedOver(of: alarm.id)
    where alarm.recurrence.isToCome(armed.occurrence.key, after: now, in: zone) {
      rings.removePassedOver(armed.id)
    }
    // The store is asked only if something was passed over, which is rare.
    guard !book.passedOver(alarm, at: moment(of: [alarm.id], at: now)).isEmpty else { return false }
    for armed in book.passedOver(alarm, at: momentToArm([alarm.id], at: now)) {
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

  /// Records occurrences that were passed over as missed or skipped.
  func endPassedOver(of alarmID: String) {
    let now = time.now
    for armed in rings.passedOver(of: alarmID) {
      if !armed.isSkipped { events.append(.missed, of: armed.plan, detail: "a change of the time zone passed over it") }
      record(armed.isSkipped ? .skipped : .missed(rang: false), of: armed, at: now, isTrusted: trust.isTrusted)
    }
  }

  /// Makes a zone that has lasted a day permanent.
  func settleZone() {
    guard !isMinimal, scheduler.zoneInForce.settling != nil || !rings.passedOver.isEmpty, zoneLeft <= .zero
    else { return }
    for id in Set(rings.passedOver.map(\.plan.alarmID)) { endPassedOver(of: id) }
    scheduler.settleZone()
    folder.keep(scheduler.zoneInForce, events)
  }
}
