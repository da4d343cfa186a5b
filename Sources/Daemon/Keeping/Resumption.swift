import AlarmClock
import Storage

/// Occurrences that were open when the daemon ended: they are armed again, ring on, or are reported as missed.
/// While the clock is untrusted, those that seem too late to ring wait for `decideLate`.
enum Resumption {
  /// Arms future occurrences. Returns rings that were interrupted or came due while the daemon was down.
  static func begin(_ ledger: isolated Ledger, with rings: [OpenRing]) -> [OpenRing] {
    let (now, scheduler) = (ledger.time.now, ledger.scheduler)
    let isTrusted = ledger.trust.isTrusted
    scheduler.zoneClockChanged(isTrusted: isTrusted)
    let days = Dictionary(ledger.book.alarms.map { ($0.id, $0.days) }) { first, _ in first }
    let known = rings.map { ring in
      var ring = ring
      // The days are not in the stored record.
      ring.armed.days = days[ring.armed.plan.alarmID] ?? AlarmDays()
      return ring
    }
    let all = ledger.followZone(known, at: now)
    let rings = all.filter { !$0.isPassedOver }.sorted { $0.armed.due < $1.armed.due }
    ledger.rings.setPassedOver(all.filter(\.isPassedOver).map(\.armed))
    scheduler.use(ledger.book.daysOff)
    // Before anything else, so that occurrences that come due while alarms are reexamined ring.
    var going: [OpenRing] = []
    // The earliest comes last, because an alarm has only one armed occurrence.
    for ring in rings.reversed() where ring.armed.due > now {
      // A ring that began before the clock was set back goes on.
      if ring.progress == nil { scheduler.arm(ring.armed) } else { going.append(ring) }
    }
    let passed = passedMeanwhile(rings, at: now, ledger)
    for ring in passed where ring.armed.isSkipped {
      ledger.record(.skipped, of: ring.armed, at: now, isTrusted: isTrusted)
    }
    let late = passed.filter { !$0.armed.isSkipped && $0.progress == nil && $0.armed.isTooLate(at: now) }
    going += passed.filter { !$0.armed.isSkipped && !late.contains($0) }
    for ring in going + late { scheduler.resume(ring.armed) }
    for ring in going { ledger.rings.progress[ring.armed.id] = ring.progress }
    for ring in passed where !ring.armed.isSkipped && ring.progress == nil {
      ledger.endPassedOver(of: ring.armed.plan.alarmID)
    }
    ledger.lookAtAllAnew(at: now)
    disarmUnwanted(rings, ledger)
    ledger.settleZone()
    ledger.folder.keep(scheduler.zoneInForce, ledger.events)
    ledger.showMisses()
    if isTrusted { return going + late }
    // A clock that is ahead would end a ring that has just begun.
    ledger.rings.undecided = late + going.filter { $0.fate(at: now) == .isMissed(rang: true) }
    return going.filter { $0.fate(at: now) != .isMissed(rang: true) }
  }

  /// Decides on late occurrences once the clock is trusted or the wait is over. Returns those to ring or report missed.
  static func decideLate(_ ledger: isolated Ledger) -> [OpenRing] {
    let (now, scheduler) = (ledger.time.now, ledger.scheduler)
    let late = ledger.followZone(ledger.rings.undecided, at: now)
    ledger.rings.undecided = []
    // The clock was ahead, so these are still to come.
    let early = late.filter { $0.armed.due > now && $0.progress == nil }
    for ring in early.sorted(by: { $0.armed.due > $1.armed.due }) {
      scheduler.finish(ring.armed.id)
      let next = scheduler.armedOccurrence(of: ring.armed.plan.alarmID)
      if ring.armed.due < next?.due ?? .max { scheduler.arm(ring.armed) }
    }
    let ids = Set(early.map(\.armed.plan.alarmID))
    ledger.followZone(ledger.book.alarms.filter { $0.isEnabled && ids.contains($0.id) }, at: now)
    disarmUnwanted(early, ledger)
    return late.filter { $0.armed.due <= now || $0.progress != nil }
  }

  /// Forgets future occurrences that a wrong clock had called past, unless their alarms still want them. If an alarm
  /// cannot be read, its armed occurrence stays, because nothing else of it rings.
  private static func disarmUnwanted(_ rings: [OpenRing], _ ledger: isolated Ledger) {
    guard !ledger.isMinimal else { return }
    let scheduler = ledger.scheduler
    let unread = ledger.folder.store.flaws.filter { $0.table == .alarms && $0.isPutAside }.map(\.key)
    let enabled = Set(ledger.book.alarms.filter(\.isEnabled).map(\.id))
    for id in Set(rings.map(\.armed.plan.alarmID)).subtracting(unread) {
      if !enabled.contains(id) { scheduler.disarm(id) }
      let wanted = ledger.unsettledKeys(of: id).union(
        [scheduler.armedOccurrence(of: id)?.occurrence.key].compactMap(\.self))
      ledger.attempt { store throws(StorageError) in try store.disarm(id, except: wanted) }
    }
  }

  /// Returns the rings that came due by now, and the occurrences that would have been armed and come due after them.
  private static func passedMeanwhile(
    _ rings: [OpenRing], at now: Instant, _ ledger: isolated Ledger
  ) -> [OpenRing] {
    let passed = rings.filter { $0.armed.due <= now }
    var known = Set(rings.map(\.armed.id) + ledger.rings.passedOver.map(\.id))
    var followers: [ArmedOccurrence] = []
    for ring in passed.map(\.armed) {
      let successors = ledger.book.successors(of: ring, by: now, in: ledger.zone)
      guard !successors.isEmpty else { continue }
      let ended = ledger.endedKeys(of: ring.plan.alarmID, dueAfter: ring.due)
      followers += successors.filter { !ended.contains($0.occurrence.key) && known.insert($0.id).inserted }
    }
    ledger.attemptWhole { store throws(StorageError) in
      for ring in followers { try store.arm(ring) }
    }
    return (passed + followers.map { OpenRing($0) }).sorted { $0.armed.due < $1.armed.due }
  }
}
