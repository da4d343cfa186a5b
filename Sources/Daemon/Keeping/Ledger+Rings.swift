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
    scheduler.pause(until: settings.pausedUntil)
    // Before anything else: what comes due while alarms are looked at anew must ring.
    var going: [OpenRing] = []
    for ring in rings where ring.armed.due > now {
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
    lookAtAllAnew(at: now)
    disarmUnwanted(rings)
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
    let waiting = undecided
    undecided = []
    // The clock was ahead: they are still to come.
    let early = waiting.filter { $0.armed.due > now && $0.progress == nil }
    for ring in early { scheduler.finish(ring.armed.id) }
    for alarm in alarms where early.contains(where: { $0.armed.plan.alarmID == alarm.id }) { arm(alarm) }
    disarmUnwanted(early)
    return waiting.filter { $0.armed.due <= now || $0.progress != nil }
  }

  /// Forgets what was still to come when a wrong clock said that it had passed, but for what its alarm still wants.
  private func disarmUnwanted(_ rings: [OpenRing]) {
    guard minimal == nil else { return }
    for id in Set(rings.map(\.armed.plan.alarmID)) {
      if !alarms.contains(where: { $0.id == id && $0.isEnabled }) { scheduler.disarm(id) }
      let wanted = openKeys(of: id).union([scheduler.armedOccurrence(of: id)?.occurrence.key].compactMap(\.self))
      attempt { store throws(StorageError) in try store.disarm(id, except: wanted) }
    }
  }

  /// The rings that came due by now, and after each the ones of its alarm that would have been armed since.
  private func passedMeanwhile(_ rings: [OpenRing], at now: Instant) -> [OpenRing] {
    let passed = rings.filter { $0.armed.due <= now }
    var known = Set(rings.map(\.armed.id))
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

  // MARK: The clock

  /// The clock was set, the zone changed, or trust came: every alarm is looked at anew.
  func clockChanged() {
    lookAtAllAnew(at: time.now)
    showMisses()
  }

  /// What is armed follows the clock and the zone; written only where they have changed it.
  private func lookAtAllAnew(at now: Instant) {
    guard minimal == nil else { return }
    forgetWrongOutcomes(at: now)
    arm(alarms.filter { $0.isEnabled && !takeWhatTheZonePassed($0, at: now) })
  }

  /// A clock ahead of time that nobody trusted has used up nothing: what is still to come, comes.
  private func forgetWrongOutcomes(at now: Instant) {
    var forgotten: [(alarmID: String, recurrence: Recurrence)] = []
    attempt { store throws(StorageError) in forgotten = try store.forgetOutcomes(dueAfter: now) }
    for (id, recurrence) in forgotten {
      guard let index = alarms.firstIndex(where: { $0.id == id }), alarms[index].recurrence == recurrence,
        recurrence.isOneOff, !alarms[index].isEnabled
      else { continue }
      // It was disabled when its only ring had ended.
      var alarm = alarms[index]
      alarm.isEnabled = true
      attempt { store throws(StorageError) in try store.save(alarm) }
      alarms[index] = alarm
      events.append(.alarmChanged, alarmID: id, label: alarm.label, detail: "enabled: the clock was ahead of its time")
    }
  }

  /// A new zone can be past a time that was still to come in the old one: then it came due just now.
  private func takeWhatTheZonePassed(_ alarm: Alarm, at now: Instant) -> Bool {
    guard var armed = scheduler.armedOccurrence(of: alarm.id), case .local(let local) = armed.occurrence.key,
      case let resolved = zone.resolve(local), resolved.instant <= now
    else { return false }
    armed.occurrence.due = resolved.instant
    armed.occurrence.adjustment = resolved.adjustment
    return scheduler.arm(armed)
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
  func arming(_ alarm: Alarm) -> ArmedOccurrence? {
    guard alarm.isEnabled else { return nil }
    let now = time.now
    let ended = endedKeys(of: alarm.id, dueAfter: now - .seconds(2 * 86400)).union(openKeys(of: alarm.id))
    guard let occurrence = alarm.recurrence.next(after: now, in: zone, excluding: ended) else { return nil }
    let isPaused = alarm.recurrence.isPaused(occurrence, until: settings.pausedUntil)
    let later = ArmedOccurrence.Later(
      ended: ended.filter { $0.isLater(than: occurrence.key) },
      skipped: alarm.skippedKey.flatMap { $0.isLater(than: occurrence.key) ? $0 : nil })
    return ArmedOccurrence(
      occurrence: occurrence, plan: settings.plan(for: alarm), recurrence: alarm.recurrence,
      isSkipped: isPaused || alarm.skippedKey == occurrence.key, later: later)
  }

  private func endedKeys(of alarmID: String, dueAfter instant: Instant) -> Set<Occurrence.Key> {
    do { return try folder.store.endedKeys(of: alarmID, dueAfter: instant) } catch {
      storageFailed(error)
      return []
    }
  }

  /// The occurrences of an alarm that ring, or whose outcome is still to be stored.
  func openKeys(of alarmID: String) -> Set<Occurrence.Key> {
    scheduler.ringingKeys(of: alarmID).union(unrecorded.keys(of: alarmID))
  }
}
