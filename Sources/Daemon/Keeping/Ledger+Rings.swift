import AlarmClock
import Control
import Storage

/// What is armed, what rings, and how it ended.
extension Ledger {
  // MARK: Starting

  /// Arms what is to come, and returns the rings that a stop of the daemon interrupted, or that came due meanwhile.
  ///
  /// While the clock is not trusted, what it says is too late to ring waits for `decideLate`.
  func arm(open rings: [OpenRing]) -> [OpenRing] {
    let now = time.now
    scheduler.zoneClockChanged(isTrusted: trust.isTrusted)
    let all = followZone(rings, at: now)
    let rings = all.filter { !$0.isWaiting }.sorted { $0.armed.due < $1.armed.due }
    waiting = Dictionary(all.filter(\.isWaiting).map { ($0.armed.id, $0.armed) }) { first, _ in first }
    scheduler.pause(until: settings.pausedUntil)
    // Before anything else: what comes due while alarms are looked at anew must ring.
    var going: [OpenRing] = []
    // The earliest last, as an alarm has one that is armed.
    for ring in rings.reversed() where ring.armed.due > now {
      // One that rang before, under a clock that was set back since, goes on.
      if ring.progress == nil { scheduler.arm(ring.armed) } else { going.append(ring) }
    }
    let passed = passedMeanwhile(rings, at: now)
    let isTrusted = trust.isTrusted
    for ring in passed where ring.armed.isSkipped { record(.skipped, of: ring.armed, at: now, isTrusted: isTrusted) }
    let late = passed.filter { !$0.armed.isSkipped && $0.progress == nil && $0.armed.isTooLate(at: now) }
    going += passed.filter { !$0.armed.isSkipped && !late.contains($0) }
    for ring in going + late { scheduler.resume(ring.armed) }
    for ring in going { progress[ring.armed.id] = ring.progress }
    for ring in passed where !ring.armed.isSkipped && ring.progress == nil { endWaiting(of: ring.armed.plan.alarmID) }
    lookAtAllAnew(at: now)
    disarmUnwanted(rings)
    settleZone()
    keepZone()
    showMisses()
    if isTrusted { return going + late }
    // A clock that is ahead of its time would end a ring that has just begun.
    undecided = late + going.filter { $0.fate(at: now) == .isMissed(rang: true) }
    return going.filter { $0.fate(at: now) != .isMissed(rang: true) }
  }

  /// What was too late to ring by a clock that nobody trusted, now that it is trusted or nobody waits for that any longer.
  ///
  /// - Returns: what the ringer has to decide on: it rings, or was missed.
  func decideLate() -> [OpenRing] {
    let now = time.now
    let late = followZone(undecided, at: now)
    undecided = []
    // The clock was ahead: they are still to come.
    let early = late.filter { $0.armed.due > now && $0.progress == nil }
    for ring in early.sorted(by: { $0.armed.due > $1.armed.due }) {
      scheduler.finish(ring.armed.id)
      let next = scheduler.armedOccurrence(of: ring.armed.plan.alarmID)
      if ring.armed.due < next?.due ?? .max { scheduler.arm(ring.armed) }
    }
    let ids = Set(early.map(\.armed.plan.alarmID))
    followZone(alarms.filter { $0.isEnabled && ids.contains($0.id) }, at: now)
    disarmUnwanted(early)
    return late.filter { $0.armed.due <= now || $0.progress != nil }
  }

  /// Forgets what was still to come when a wrong clock said that it had passed, but for what its alarm still wants. Where
  /// the alarm cannot be read, what is armed is all that rings of it.
  private func disarmUnwanted(_ rings: [OpenRing]) {
    guard minimal == nil else { return }
    let unread = folder.store.flaws.filter { $0.table == .alarms && $0.isPutAside }.map(\.key)
    for id in Set(rings.map(\.armed.plan.alarmID)).subtracting(unread) {
      if !alarms.contains(where: { $0.id == id && $0.isEnabled }) { scheduler.disarm(id) }
      let wanted = openKeys(of: id).union([scheduler.armedOccurrence(of: id)?.occurrence.key].compactMap(\.self))
      attempt { store throws(StorageError) in try store.disarm(id, except: wanted) }
    }
  }

  /// The rings that came due by now, and after each the ones of its alarm that would have been armed since.
  private func passedMeanwhile(_ rings: [OpenRing], at now: Instant) -> [OpenRing] {
    let passed = rings.filter { $0.armed.due <= now }
    var known = Set(rings.map(\.armed.id) + waiting.keys)
    var followers: [ArmedOccurrence] = []
    for ring in passed.map(\.armed) {
      guard let alarm = alarms.first(where: { $0.id == ring.plan.alarmID }), alarm.isEnabled,
        alarm.recurrence == ring.recurrence
      else { continue }
      let ended = endedKeys(of: alarm.id, dueAfter: ring.due)
      var last = ring
      while var next = last.successor(at: now, in: zone, pausedUntil: settings.pausedUntil), next.due <= now {
        next.isSkipped = next.isSkipped || alarm.skippedKey == next.occurrence.key
        if !ended.contains(next.occurrence.key), known.insert(next.id).inserted { followers.append(next) }
        last = next
      }
    }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in for ring in followers { try store.arm(ring) } }
    }
    return (passed + followers.map { OpenRing($0) }).sorted { $0.armed.due < $1.armed.due }
  }

  // MARK: Arming

  /// Brings what is armed of an alarm up to date, in the schedule and in the store.
  func arm(_ alarm: Alarm) { arm([alarm]) }

  /// The same of several, which are stored at once.
  func arm(_ alarms: [Alarm]) {
    var changed: [(id: String, armed: ArmedOccurrence?)] = []
    for alarm in alarms {
      let armed = arming(alarm)
      guard armed != scheduler.armedOccurrence(of: alarm.id) else { continue }
      if let armed { scheduler.arm(armed) } else { scheduler.disarm(alarm.id) }
      changed.append((alarm.id, armed))
    }
    guard !changed.isEmpty else { return }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        for (id, armed) in changed {
          try store.disarm(id, except: openKeys(of: id))
          if let armed { try store.arm(armed) }
        }
      }
    }
  }

  /// The next occurrence of an alarm, and what it will do. What has ended or rings does not come again.
  func arming(_ alarm: Alarm) -> ArmedOccurrence? { arming(alarm, with: settings) }

  func arming(_ alarm: Alarm, with settings: Settings) -> ArmedOccurrence? {
    guard alarm.isEnabled else { return nil }
    let now = time.now
    let ended = endedKeys(of: alarm.id, dueAfter: now - .seconds(2 * 86400)).union(openKeys(of: alarm.id))
    return alarm.recurrence.next(after: now, in: zone, excluding: ended).map {
      armed($0, of: alarm, ended: ended, with: settings)
    }
  }

  /// What an occurrence of an alarm will do.
  ///
  /// - Parameter ended: the keys that do not come again.
  func armed(
    _ occurrence: Occurrence, of alarm: Alarm, ended: Set<Occurrence.Key>, with settings: Settings
  ) -> ArmedOccurrence {
    let later = ArmedOccurrence.Later(
      ended: ended.filter { $0.isLater(than: occurrence.key) },
      skipped: alarm.skippedKey.flatMap { $0.isLater(than: occurrence.key) ? $0 : nil })
    return ArmedOccurrence(
      occurrence: occurrence, plan: settings.plan(for: alarm), recurrence: alarm.recurrence,
      isSkipped: alarm.isSkipped(occurrence, pausedUntil: settings.pausedUntil), later: later)
  }

  func endedKeys(of alarmID: String, dueAfter instant: Instant) -> Set<Occurrence.Key> {
    do { return try folder.store.endedKeys(of: alarmID, dueAfter: instant) } catch {
      storageFailed(error)
      return []
    }
  }

  /// The occurrences of an alarm that ring, or whose outcome is still to be stored.
  func ringingKeys(of alarmID: String) -> Set<Occurrence.Key> {
    scheduler.ringingKeys(of: alarmID).union(unrecorded.keys(of: alarmID))
  }

  /// Those, and the ones that wait for another zone.
  func openKeys(of alarmID: String) -> Set<Occurrence.Key> {
    ringingKeys(of: alarmID).union(waiting(of: alarmID).map(\.occurrence.key))
  }
}
