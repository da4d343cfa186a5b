import AlarmClock
import ControlService
import Storage

/// Storing the outcomes of rings, at once or as soon as the store accepts them.
extension Ledger {
  private static let outcomesAtOnce = 1000

  func take(_ batch: LedgerQueue.Batch) {
    // If a skip was canceled just as its occurrence came due, that rings, and only the end of the ring counts.
    let ended = batch.ended.all.filter {
      $0.outcome != .skipped || !scheduler.ringingKeys(of: $0.armed.id.alarmID).contains($0.armed.id.key)
    }
    if !ended.isEmpty { record(ended) }
    if !batch.passed.isEmpty { passed(batch.passed, rang: batch.rang) }
    if !batch.progressed.isEmpty { progressed(batch.progressed) }
    if batch.isClockChanged { clockChanged() }
    if batch.areTimersChanged { storeTimers() }
  }

  /// Updates the records after occurrences came due. `rang` holds the alarms with one that was not skipped.
  func passed(_ alarmIDs: Set<String>, rang: Set<String> = []) {
    let ringing = scheduler.ringing.filter { alarmIDs.contains($0.plan.alarmID) }
    for ring in ringing { rings.removePassedOver(ring.id) }
    let successors = alarmIDs.compactMap(scheduler.armedOccurrence)
    attemptWhole { store throws(StorageError) in
      // Ring records were written when they were armed, but a last-moment edit may have removed one.
      for armed in ringing + successors { try store.arm(armed) }
    }
    // If the clock was set back, an ended or skipped occurrence may lie ahead again.
    rearm(book.alarms.filter { $0.isEnabled && alarmIDs.contains($0.id) })
    for id in rang { endPassedOver(of: id) }
  }

  func progressed(_ progress: [RingID: RingProgress]) {
    rings.progress.merge(progress) { $1 }
    attemptWhole { store throws(StorageError) in
      for (id, progress) in progress {
        try store.record(progress, of: id)
        try store.keepHistory(of: id, progress)
      }
    }
  }

  /// Records outcomes, now or when the store accepts them, and disables alarms that have rung for the last time.
  func record(_ ended: [EndedRing]) {
    let isZoneInDoubt = zoneLeft > .zero
    for var ring in ended {
      ring.isZoneInDoubt = isZoneInDoubt
      events.giveUp(rings.end(ring))
      scheduler.finish(ring.armed.id)
    }
    health.changed = time.monotonic
    historyNumber += 1
    if !health.isRefusing { flushOutcomes() }
    if !rings.unrecorded.isEmpty { retryLater() }
    if ended.contains(where: { if case .missed = $0.outcome { true } else { false } }) { effects.note(.misses(true)) }
  }

  func record(_ outcome: RingOutcome, of armed: ArmedOccurrence, at ended: Instant, isTrusted: Bool = true) {
    record([EndedRing(outcome: outcome, armed: armed, ended: ended, isTrusted: isTrusted)])
  }

  /// Retries outcomes that the store refused. Returns `false` if a writable store still refuses some.
  func storeOutcomes() -> Bool {
    flushOutcomes()
    return rings.unrecorded.isEmpty || !folder.isWritable
  }

  func flushOutcomes() { Origin.byTheClock(writeOutcomes) }

  private func writeOutcomes() {
    while folder.isWritable, !rings.unrecorded.isEmpty {
      let ended = Array(rings.unrecorded.all.prefix(Self.outcomesAtOnce))
      // Alarms with an end date; usually there are none.
      let ending = Set(ended.filter { $0.armed.recurrence.rule?.until != nil }.map(\.armed.plan.alarmID))
      let change = book.ending(ended.map(\.armed), at: momentToArm(ending.sorted()))
      let lines = events.pending(throughTheEndsOf: ended)
      do {
        try folder.store.transaction { () throws(StorageError) in
          for ring in ended { try store(ring) }
          try folder.store.write(change.writes)
          // In the same transaction, so that an outcome and its log lines are stored together.
          for event in lines { try folder.store.append(event) }
        }
      } catch {
        return storageFailed(error)
      }
      if let last = lines.last?.sequence { events.stored(upTo: last) }
      storageWorked()
      rings.unrecorded.removeFirst(ended.count)
      if !change.writes.isEmpty { inForce.use(change.book) }
      let daysOff = book.daysOff
      for ring in ended where ring.outcome == .skipped {
        events.append(.skipped, of: ring.armed.plan, detail: daysOff.reason(for: ring.armed)?.words)
      }
      // The clock became trusted during the ring.
      if ended.contains(where: { $0.untrustedEnd != nil }) { settleEarlierCards() }
      // A clock or zone that was ahead, and was corrected since, made it ring: it is still to come.
      let (now, zone) = (time.now, zone)
      if ended.contains(where: { $0.provisional.isToCome(at: now, in: zone) }) { clockChanged() }
    }
    // Events after the outcomes waited for them.
    storeEvents()
  }

  private func store(_ ring: EndedRing) throws(StorageError) {
    do throws(StorageError) {
      try folder.store.record(
        ring.outcome, of: ring.armed, at: ring.ended, isTrusted: ring.isTrusted, isZoneInDoubt: ring.isZoneInDoubt)
      try folder.store.keepHistory(of: ring.armed.id, ring.progress)
      if case .dismissed = ring.outcome, let end = ring.untrustedEnd, !isMinimal {
        try folder.store.noteCard(of: ring.armed.id, at: end)
      }
    } catch {
      // A minimal start accepts stores of other versions.
      guard isMinimal else { throw error }
      try folder.store.recordEssentially(ring.outcome, of: ring.armed.id, at: ring.ended)
    }
  }

  // MARK: Timers

  func storeTimers() {
    guard !isMinimal, let (now, changed, gone) = timers.difference else { return }
    let isStored = attemptWhole { store throws(StorageError) in
      for id in gone { try store.removeTimer(id) }
      for timer in changed { try store.save(timer) }
    }
    if isStored { timers.noteStored(all: now) }
  }
}
