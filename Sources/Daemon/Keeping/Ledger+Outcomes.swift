import AlarmClock
import Control
import Storage

/// What rings have come to: written down at once, or as soon as the store takes it.
extension Ledger {
  /// Outcomes that are stored in one transaction, at most.
  private static let outcomesAtOnce = 1000

  /// Takes down all that happened since the last time.
  func take(_ batch: LedgerQueue.Batch) {
    if !batch.ended.isEmpty { record(batch.ended.all) }
    if !batch.passed.isEmpty { passed(batch.passed, rang: batch.rang) }
    if !batch.progressed.isEmpty { progressed(batch.progressed) }
    if batch.isClockChanged { clockChanged() }
    if batch.areTimersChanged { storeTimers() }
  }

  /// Occurrences of these alarms came due, and those that repeat were armed again.
  ///
  /// - Parameter rang: those of which one was to ring, and not to be skipped.
  func passed(_ alarmIDs: Set<String>, rang: Set<String> = []) {
    let rings = scheduler.ringing.filter { alarmIDs.contains($0.plan.alarmID) }
    for ring in rings { waiting[ring.id] = nil }
    let successors = alarmIDs.compactMap(scheduler.armedOccurrence)
    attempt { store throws(StorageError) in
      // The records of the rings stand since they were armed; an edit at the last moment may have removed one.
      try store.transaction { () throws(StorageError) in for armed in rings + successors { try store.arm(armed) } }
    }
    // What has ended meanwhile, or is to be skipped, may lie ahead again since the clock was set back.
    arm(alarms.filter { $0.isEnabled && alarmIDs.contains($0.id) })
    for id in rang { endWaiting(of: id) }
  }

  /// Takes down how far rings have got.
  func progressed(_ rings: [RingID: RingProgress]) {
    progress.merge(rings) { $1 }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        for (id, progress) in rings { try store.record(progress, of: id) }
      }
    }
  }

  /// Takes down how occurrences ended, now or as soon as the store takes it, and retires one-offs.
  func record(_ rings: [EndedRing]) {
    let isZoneInDoubt = zoneLeft > .zero
    for var ring in rings {
      ring.isZoneInDoubt = isZoneInDoubt
      events.giveUp(unrecorded.add(ring))
      scheduler.finish(ring.armed.id)
      waiting[ring.armed.id] = nil
      progress[ring.armed.id] = nil
    }
    changed = time.monotonic
    if !isRefusing { flushOutcomes() }
    if !unrecorded.isEmpty { retryLater() }
    if rings.contains(where: { $0.outcome.isMiss }) { face.use(hasMisses: true) }
  }

  func record(_ outcome: RingOutcome, of armed: ArmedOccurrence, at ended: Instant, isTrusted: Bool = true) {
    record([EndedRing(outcome: outcome, armed: armed, ended: ended, isTrusted: isTrusted)])
  }

  func flushOutcomes() {
    while folder.isWritable, !unrecorded.isEmpty {
      let rings = Array(unrecorded.all.prefix(Self.outcomesAtOnce))
      let retired = alarms(after: rings)
      let lines = events.pending(throughTheEndsOf: rings)
      do {
        try folder.store.transaction { () throws(StorageError) in
          for ring in rings { try store(ring) }
          for alarm in retired.values { try folder.store.save(alarm) }
          // With their lines in the log, so that neither is there without the other.
          for event in lines { try folder.store.append(event) }
        }
      } catch {
        return storageFailed(error)
      }
      if let last = lines.last?.sequence { events.stored(upTo: last) }
      storageWorked()
      unrecorded.removeFirst(rings.count)
      for (index, alarm) in retired { alarms[index] = alarm }
      for ring in rings where ring.outcome == .skipped { events.append(.skipped, of: ring.armed.plan) }
      // Made ring by a clock or a zone ahead of its time, which was set right meanwhile: it is still to come.
      let (now, zone) = (time.now, zone)
      if rings.contains(where: { $0.provisional.isToCome(at: now, in: zone) }) { clockChanged() }
    }
    // What happened after it waited for it.
    storeEvents()
  }

  /// What becomes of the alarms whose rings have ended, by their places; only those that change.
  private func alarms(after rings: [EndedRing]) -> [Int: Alarm] {
    let places = Dictionary(alarms.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var changed: [Int: Alarm] = [:]
    for ring in rings {
      guard let place = places[ring.armed.plan.alarmID] else { continue }
      var alarm = changed[place] ?? alarms[place]
      if alarm.skippedKey == ring.armed.occurrence.key { alarm.skippedKey = nil }
      // Edited while it rang, it may have another time to ring at.
      if alarm.recurrence == ring.armed.recurrence, alarm.recurrence.isOneOff { alarm.isEnabled = false }
      if alarm != alarms[place] { changed[place] = alarm }
    }
    return changed
  }

  private func store(_ ring: EndedRing) throws(StorageError) {
    do throws(StorageError) {
      try folder.store.record(
        ring.outcome, of: ring.armed, at: ring.ended, isTrusted: ring.isTrusted, isZoneInDoubt: ring.isZoneInDoubt)
    } catch {
      // A minimal start takes a store as it is, of an earlier version too.
      guard minimal != nil else { throw error }
      try folder.store.recordEssentially(ring.outcome, of: ring.armed.id, at: ring.ended)
    }
  }

  // MARK: A store that refuses

  /// The store has just refused, and is going to be asked again: whoever asks before that waits for nothing.
  var isRefusing: Bool { storageError != nil && isRetrying }

  /// A broken store is asked again until it takes what happened.
  func retryLater() {
    guard !isRetrying else { return }
    isRetrying = true
    Task {
      _ = await time.rest(for: .seconds(5))
      isRetrying = false
      if isBehind { writeOpenRings() }
      if !isRefusing { flushOutcomes() }
      let isWaiting = isBehind || !events.pendingBeforeOutcomes.isEmpty
      if !unrecorded.isEmpty || isWaiting && folder.isWritable { retryLater() }
    }
  }
}

extension RingOutcome {
  fileprivate var isMiss: Bool { if case .missed = self { true } else { false } }
}
