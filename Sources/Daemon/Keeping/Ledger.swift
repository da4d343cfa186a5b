import AlarmClock
import Control
import Storage

/// Alarms, cards, settings and outcomes: in memory for ringing, and in the store before anything is acknowledged.
///
/// Runs on a thread of its own, since storing blocks. Ringing never waits for it: the scheduler has what it needs.
actor Ledger {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let scheduler: Scheduler
  let events: EventLog
  let face: ClockFace
  let recognizer: CardRecognizer
  let time: any TimeSource
  let knownSounds: [String]
  let fitting: Fitting

  let folder: StateFolder
  /// The order in which people made them.
  var alarms: [Alarm] = []
  var cards: [Card] = []
  var settings = Settings()
  /// The last refusal of the store; nil while it works.
  private(set) var storageError: StorageError?
  /// What the store did not take yet, and whether it is going to be asked again.
  private var isRetrying = false
  private var unrecorded: [(outcome: RingOutcome, armed: ArmedOccurrence, ended: Instant)] = []

  init(
    folder: StateFolder, contents: StateFolder.Contents, executor: ThreadExecutor, scheduler: Scheduler,
    events: EventLog, face: ClockFace, recognizer: CardRecognizer, time: any TimeSource, knownSounds: [String],
    fitting: Fitting
  ) {
    self.folder = folder
    self.executor = executor
    self.scheduler = scheduler
    self.events = events
    self.face = face
    self.recognizer = recognizer
    self.time = time
    self.knownSounds = knownSounds
    self.fitting = fitting
    alarms = contents.alarms
    cards = contents.cards
    settings = contents.settings
  }

  var zone: ZoneRules { scheduler.zone }

  // MARK: Starting

  /// Arms what is to come, and returns the rings that a stop of the daemon interrupted.
  func arm(open rings: [ArmedOccurrence]) -> [ArmedOccurrence] {
    let now = time.now
    // Before anything else: what comes due while alarms are looked at anew must ring.
    var interrupted = rings.filter { $0.due > now && hasRung($0) }
    for ring in rings where ring.due > now {
      // One that rang before, under a clock that was set back since, goes on.
      if interrupted.contains(ring) { scheduler.resume(ring) } else { scheduler.arm(ring) }
    }
    for ring in passedMeanwhile(rings, at: now) {
      if ring.isSkipped {
        record(.skipped, of: ring, at: now)
      } else if now < ring.end {
        interrupted.append(ring)
        scheduler.resume(ring)
      } else {
        let rang = hasRung(ring)
        events.append(
          .missed, of: ring.plan,
          detail: rang ? "the daemon stopped while it rang" : "the daemon was not running when it was due")
        record(.missed(rang: rang), of: ring, at: now)
      }
    }
    // Written anew only where the zone's rules, or the settings, have changed what is stored.
    for alarm in alarms where alarm.isEnabled { arm(alarm) }
    return interrupted
  }

  /// The rings that came due by now, and after each the ones of its alarm that would have been armed since.
  private func passedMeanwhile(_ rings: [ArmedOccurrence], at now: Instant) -> [ArmedOccurrence] {
    let passed = rings.filter { $0.due <= now }
    var known = Set(rings.map(\.id))
    var followers: [ArmedOccurrence] = []
    for ring in passed {
      guard let alarm = alarms.first(where: { $0.id == ring.plan.alarmID }), alarm.isEnabled,
        alarm.recurrence == ring.recurrence
      else { continue }
      let ended = endedKeys(of: alarm.id, dueAfter: ring.due)
      var last = ring
      while var next = last.successor(at: now, in: zone), next.due <= now {
        next.isSkipped = alarm.skippedKey == next.occurrence.key
        if !ended.contains(next.occurrence.key), known.insert(next.id).inserted { followers.append(next) }
        last = next
      }
    }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in for ring in followers { try store.arm(ring) } }
    }
    return (passed + followers).sorted { $0.due < $1.due }
  }

  private func hasRung(_ ring: ArmedOccurrence) -> Bool {
    let span = ring.due..<max(ring.due, ring.end)
    do { return try folder.store.hasEvent([.fired, .resumed], of: ring.plan.alarmID, within: span) } catch {
      storageFailed(error)
      return false
    }
  }

  /// The clock was set or the zone changed: every alarm is looked at anew.
  func clockChanged() {
    for alarm in alarms where alarm.isEnabled { arm(alarm) }
  }

  /// Brings what is armed of an alarm up to date, in the schedule and in the store.
  func arm(_ alarm: Alarm) {
    let armed = arming(alarm)
    guard armed != scheduler.armedOccurrence(of: alarm.id) else { return }
    if let armed { scheduler.arm(armed) } else { scheduler.disarm(alarm.id) }
    writeArmed(armed, of: alarm)
  }

  /// The next occurrence of an alarm, and what it will do. What has ended or rings does not come again.
  func arming(_ alarm: Alarm) -> ArmedOccurrence? {
    guard alarm.isEnabled else { return nil }
    let now = time.now
    let ended = endedKeys(of: alarm.id, dueAfter: now - .seconds(2 * 86400)).union(openKeys(of: alarm.id))
    guard let occurrence = alarm.recurrence.next(after: now, in: zone, excluding: ended) else { return nil }
    return ArmedOccurrence(
      occurrence: occurrence, plan: settings.plan(for: alarm), recurrence: alarm.recurrence,
      isSkipped: alarm.skippedKey == occurrence.key)
  }

  private func endedKeys(of alarmID: String, dueAfter instant: Instant) -> Set<Occurrence.Key> {
    do { return try folder.store.endedKeys(of: alarmID, dueAfter: instant) } catch {
      storageFailed(error)
      return []
    }
  }

  /// Writes what is armed of an alarm in place of what was.
  private func writeArmed(_ armed: ArmedOccurrence?, of alarm: Alarm) {
    let ringing = openKeys(of: alarm.id)
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        try store.disarm(alarm.id, except: ringing)
        if let armed { try store.arm(armed) }
      }
    }
  }

  /// The occurrences of an alarm that ring, or whose outcome is still to be stored.
  func openKeys(of alarmID: String) -> Set<Occurrence.Key> {
    let waiting = unrecorded.filter { $0.armed.plan.alarmID == alarmID }.map(\.armed.occurrence.key)
    return scheduler.ringingKeys(of: alarmID).union(waiting)
  }

  // MARK: Rings

  /// Occurrences came due, and repeating alarms were armed again.
  func passed(_ due: [ArmedOccurrence]) {
    for ring in due {
      let successor = scheduler.armedOccurrence(of: ring.plan.alarmID)
      attempt { store throws(StorageError) in
        try store.transaction { () throws(StorageError) in
          // The record of this ring stands since it was armed; an edit at the last moment may have removed it.
          try store.arm(ring)
          if let successor { try store.arm(successor) }
        }
      }
    }
  }

  /// Takes down how an occurrence ended, now or as soon as the store takes it, and retires a one-off.
  func record(_ outcome: RingOutcome, of armed: ArmedOccurrence, at ended: Instant) {
    unrecorded.append((outcome, armed, ended))
    scheduler.finish(armed.id)
    flushOutcomes()
    if !unrecorded.isEmpty { retryLater() }
  }

  private func flushOutcomes() {
    while let next = unrecorded.first {
      let index = alarms.firstIndex { $0.id == next.armed.plan.alarmID }
      var alarm = index.map { alarms[$0] }
      if alarm?.skippedKey == next.armed.occurrence.key { alarm?.skippedKey = nil }
      // Edited while it rang, it may have another time to ring at.
      if alarm?.recurrence == next.armed.recurrence, next.armed.recurrence.isOneOff { alarm?.isEnabled = false }
      do {
        try folder.store.transaction { () throws(StorageError) in
          try folder.store.record(next.outcome, of: next.armed, at: next.ended)
          if let alarm, let index, alarm != alarms[index] { try folder.store.save(alarm) }
        }
        storageWorked()
      } catch {
        return storageFailed(error)
      }
      unrecorded.removeFirst()
      if let alarm, let index { alarms[index] = alarm }
      if case .skipped = next.outcome { events.append(.skipped, of: next.armed.plan) }
    }
  }

  /// A broken store is asked again until it takes what happened.
  private func retryLater() {
    guard !isRetrying else { return }
    isRetrying = true
    Task {
      _ = await time.rest(for: .seconds(5))
      isRetrying = false
      flushOutcomes()
      if !unrecorded.isEmpty { retryLater() }
    }
  }

  // MARK: Events

  /// Stores events as they come, for as long as the daemon runs.
  func keepEvents() async {
    for await _ in events.hasPending { storeEvents() }
  }

  /// Stores the events that are not yet.
  func storeEvents() {
    let pending = events.pending
    guard let last = pending.last?.sequence, folder.isWritable else { return }
    do {
      try folder.store.transaction { () throws(StorageError) in
        for event in pending { try folder.store.append(event) }
      }
      events.stored(upTo: last)
      storageWorked()
    } catch {
      storageFailed(error)
    }
  }

  /// The latest events, those included that could not be stored.
  func events(since: Instant?, limit: Int) -> [Event] {
    storeEvents()
    var found: [Event] = []
    do { found = try folder.store.events(since: since, limit: limit) } catch { storageFailed(error) }
    found += events.pending.filter { event in since.map { event.time >= $0 } ?? true }
    return found.suffix(limit)
  }

  func misses(since: Instant) -> [Store.Miss] {
    do { return try folder.store.misses(since: since) } catch {
      storageFailed(error)
      return []
    }
  }

  // MARK: The store

  /// Writes what people asked for, all or nothing; refuses in their words when it cannot be kept.
  func commit(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    if let displacement = folder.displacement, folder.isWritable {
      throw StateFolder.refusal(
        what, folder.path, displacement,
        fix: "put it back, or restart the daemon to begin anew: `systemctl restart rouse`")
    }
    if let problem = folder.problem { throw StateFolder.refusal(what, folder.path, problem) }
    do {
      try folder.store.transaction { () throws(StorageError) in try body(folder.store) }
    } catch {
      storageFailed(error)
      throw StateFolder.refusal(what, folder.path, error.description)
    }
    storageWorked()
  }

  private func attempt(_ body: (Store) throws(StorageError) -> Void) {
    guard folder.isWritable else { return }
    do {
      try body(folder.store)
      storageWorked()
    } catch {
      storageFailed(error)
    }
  }

  private func storageFailed(_ error: StorageError) {
    let isNew = storageError?.kind != error.kind
    storageError = error
    if isNew { events.append(.storageFailed, detail: error.description) }
  }

  private func storageWorked() {
    guard storageError != nil else { return }
    storageError = nil
    events.append(.storageRecovered)
  }
}
