import AlarmClock
import Machine
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
    keepZone()
    lookAtAllAnew(at: time.now)
    settleZone()
    showMisses()
  }

  /// What is armed follows the clock and the zone; written only where they have changed it.
  func lookAtAllAnew(at now: Instant) {
    guard minimal == nil else { return }
    forgetWrongOutcomes(at: now)
    followZone(alarms.filter(\.isEnabled), at: now)
  }

  /// A clock ahead of time that nobody trusted, or a zone that did not last, has used up nothing: what is still to come,
  /// comes.
  private func forgetWrongOutcomes(at now: Instant) {
    var forgotten: [Store.ProvisionalOutcome] = []
    attempt { store throws(StorageError) in
      forgotten = try store.provisionalOutcomes(dueAfter: now - .seconds(2 * 86_400)).filter {
        $0.isToCome(at: now, in: zone)
      }
      try store.transaction { () throws(StorageError) in
        for outcome in forgotten { try store.forgetOutcome(of: outcome.id) }
      }
    }
    for outcome in forgotten {
      let id = outcome.id.alarmID
      guard let index = alarms.firstIndex(where: { $0.id == id }), alarms[index].recurrence == outcome.recurrence,
        outcome.recurrence.isOneOff, !alarms[index].isEnabled
      else { continue }
      // It was disabled when its only ring had ended.
      var alarm = alarms[index]
      alarm.isEnabled = true
      attempt { store throws(StorageError) in try store.save(alarm) }
      alarms[index] = alarm
      let why = outcome.isTrusted ? "the zone was another one" : "the clock was ahead of its time"
      events.append(.alarmChanged, alarmID: id, label: alarm.label, detail: "enabled: \(why)")
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
      attempt { store throws(StorageError) in
        try store.transaction { () throws(StorageError) in for armed in changed { try store.arm(armed) } }
      }
    }
    return all
  }

  /// What is armed of alarms, and what waits, follows the zone.
  func followZone(_ alarms: [Alarm], at now: Instant) { arm(alarms.filter { !takeWhatTheZonePassed($0, at: now) }) }

  /// - Returns: whether one of the alarm came due by it just now, and what comes after is armed.
  private func takeWhatTheZonePassed(_ alarm: Alarm, at now: Instant) -> Bool {
    for armed in waiting(of: alarm.id) where alarm.recurrence.isToCome(armed.occurrence.key, after: now, in: zone) {
      waiting[armed.id] = nil
    }
    for armed in passedOver(alarm, at: now) {
      // Passed by less than `catch-up`, it rings; so do those after it, which the scheduler finds.
      if !armed.isSkipped, !armed.isTooLate(at: now) {
        if scheduler.arm(armed) { return true }
      } else {
        wait(armed)
      }
    }
    return false
  }

  /// The occurrences of an alarm that were to come, or wait, and have passed in the zone of now; the earliest first.
  private func passedOver(_ alarm: Alarm, at now: Instant) -> [ArmedOccurrence] {
    func passed(_ armed: ArmedOccurrence) -> Occurrence? {
      let key = armed.occurrence.key
      let resolved = key.resolved(in: zone)
      return resolved.instant > now
        ? nil : Occurrence(key: key, due: resolved.instant, adjustment: resolved.adjustment)
    }
    var all = waiting(of: alarm.id).compactMap(passed)
    // What is due by now, whatever the zone, is about to ring.
    let first = scheduler.armedOccurrence(of: alarm.id).flatMap { armed in
      armed.due > now && armed.recurrence == alarm.recurrence ? passed(armed) : nil
    }
    guard first != nil || !all.isEmpty else { return [] }
    let ended = endedKeys(of: alarm.id, dueAfter: now - .seconds(2 * 86_400)).union(ringingKeys(of: alarm.id))
    var next = first
    while let found = next, found.due <= now {
      all.append(found)
      next = alarm.recurrence.next(after: found.due, in: zone, excluding: ended.union(all.map(\.key)))
    }
    return all.sorted { $0.due < $1.due }.map { armed($0, of: alarm, ended: ended, with: settings) }
  }

  /// What waits of an alarm, the earliest first.
  func waiting(of alarmID: String) -> [ArmedOccurrence] {
    waiting.values.filter { $0.plan.alarmID == alarmID }.sorted { $0.due < $1.due }
  }

  private func wait(_ armed: ArmedOccurrence) {
    let before = waiting.updateValue(armed, forKey: armed.id)
    guard before != armed else { return }
    attempt { store throws(StorageError) in try store.arm(armed, isWaiting: true) }
    if before == nil {
      events.append(
        .passedOver, of: armed.plan,
        detail:
          "\(armed.occurrence.key) has passed in the zone \(zone.name): it rings if the zone comes back, else it is "
          + "missed after a day, or when the alarm rings next")
    }
  }

  /// What waits of an alarm has its outcome: it passed.
  func endWaiting(of alarmID: String) {
    let now = time.now
    for armed in waiting(of: alarmID) {
      if !armed.isSkipped { events.append(.missed, of: armed.plan, detail: "a change of the time zone passed over it") }
      record(armed.isSkipped ? .skipped : .missed(rang: false), of: armed, at: now, isTrusted: trust.isTrusted)
    }
  }

  /// What waits of an alarm after a change of it or of the settings: as it would be armed now; nothing where it would not.
  func stillWaiting(of alarm: Alarm, _ settings: Settings) -> [ArmedOccurrence] {
    guard let before = alarms.first(where: { $0.id == alarm.id }), alarm.isEnabled,
      before.recurrence == alarm.recurrence
    else { return [] }
    return waiting(of: alarm.id).map { armed in
      var armed = armed
      armed.plan = settings.plan(for: alarm)
      armed.isSkipped = alarm.isSkipped(armed.occurrence, pausedUntil: settings.pausedUntil)
      return armed
    }
  }

  /// These are what waits of an alarm.
  func setWaiting(_ all: [ArmedOccurrence], of alarmID: String) {
    waiting = waiting.filter { $0.key.alarmID != alarmID }
    for armed in all { waiting[armed.id] = armed }
  }

  /// A zone that has stood for a day is not taken back.
  func settleZone() {
    guard minimal == nil, scheduler.zoneInForce.settling != nil || !waiting.isEmpty, zoneLeft <= .zero else { return }
    for id in Set(waiting.keys.map(\.alarmID)) { endWaiting(of: id) }
    scheduler.settleZone()
    keepZone()
  }

  /// Keeps the zone for the next start, unless it is kept already.
  func keepZone() {
    let zone = KeptZone(scheduler.zoneInForce)
    guard zone != keptZone, folder.isWritable else { return }
    do {
      try zone.write(to: folder.path)
      keptZone = zone
      isZoneRefused = false
    } catch {
      // Tried again each minute; until then a restart takes the zone for a new one.
      if !isZoneRefused { events.append(.storageFailed, detail: "the time zone was not kept: \(error)") }
      isZoneRefused = true
    }
  }
}

extension EndedRing {
  var provisional: Store.ProvisionalOutcome {
    Store.ProvisionalOutcome(
      id: armed.id, due: armed.due, recurrence: armed.recurrence, isTrusted: isTrusted, isZoneInDoubt: isZoneInDoubt)
  }
}

extension Store.ProvisionalOutcome {
  /// Whether the clock, or the zone, of now says that its occurrence is still to come.
  func isToCome(at now: Instant, in zone: ZoneRules) -> Bool {
    guard recurrence.isToCome(id.key, after: now, in: zone) else { return false }
    // The same zone puts it where it was, and no small step back of the clock makes it ring twice.
    return !isTrusted && due > now || isZoneInDoubt && id.key.resolved(in: zone).instant > due
  }
}
