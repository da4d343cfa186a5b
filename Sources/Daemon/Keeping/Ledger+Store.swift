import AlarmClock
import Machine
import Storage

/// Looking after the store: checked, backed up, pruned, and replaced when it is broken.
extension Ledger {
  private static let round: Duration = .seconds(60)
  private static let day: Duration = .seconds(86_400)

  /// Events are kept for so long, and so many.
  static let longestKept: Duration = .seconds(400 * 86_400)
  static let mostEvents = 50_000
  private static let batch = 500

  /// Keeps the store well for as long as the daemon runs. Everything is armed by now: a slow card delays no ring.
  func keepStore() async {
    guard minimal == nil else { return }
    await checkAfterStart()
    while await time.rest(for: Self.round) { await lookAfterStore() }
  }

  func checkAfterStart() async {
    if let recovery = folder.recovery { events.append(.storageRestored, detail: recovery.text(in: zone)) }
    // A store that was begun anew goes on counting where the backups of the one before it end: they tell the newest by it.
    events.startSequence(after: folder.backups.all().first?.rank ?? 0)
    // What was changed just before the stop is in no backup.
    changed = time.monotonic
    // A death in the middle of a restore has left it.
    if upload == nil, !isReadingCopy { ScratchFolder.remove(uploadFolder) }
    await checkStore()
    tellOfFlaws()
    await prune()
  }

  /// What is due each minute.
  func lookAfterStore() async {
    reopenStore()
    settleZone()
    keepZone()
    // Nobody may ask for anything for days.
    attempt { store throws(StorageError) in
      try store.settle()
      store.emptyLog()
    }
    if let upload, time.monotonic - upload.touched >= Self.round { self.upload = nil }
    if checked.map({ time.monotonic - $0 >= Self.day }) ?? true {
      await checkStore()
      await prune()
      changed = changed ?? time.monotonic - Self.round
    }
    // A backup takes a moment, in which the outcome of a ring would wait to be stored.
    guard let changed, time.monotonic - changed >= Self.round, scheduler.ringing.isEmpty else { return }
    do throws(StorageError) {
      try backUp()
    } catch {
      if error.kind == .corrupt { return await replaceStore(error) }
      if backupError?.kind != error.kind { events.append(.storageFailed, detail: "no backup: \(error)") }
      backupError = error
    }
  }

  /// Looks whether the store is whole, on the disk; one that is not is replaced.
  private func checkStore() async {
    guard folder.isWritable, folder.displacement == nil else { return }
    checked = time.monotonic
    do throws(StorageError) {
      try folder.store.settle()
      try Store.check(fileAt: folder.storePath)
      isProven = true
    } catch  where error.kind == .corrupt {
      await replaceStore(error)
    } catch {
      storageFailed(error)
    }
  }

  /// Adds a backup of the store, if that is whole, in place of today's.
  func backUp(_ ending: String = "") throws(StorageError) {
    guard folder.isWritable, folder.displacement == nil else { return }
    storeEvents()
    try folder.store.settle()
    try Store.check(fileAt: folder.storePath)
    try folder.backups.make(of: folder.store, named: "\(zone.local(time.now).date)\(ending)")
    changed = nil
    backupError = nil
  }

  // MARK: Pruning

  /// Lets go of what is old, a piece at a time, so that outcomes are stored in between.
  private func prune() async {
    // A clock that is wrong makes everything old.
    let oldest = trust.isTrusted ? time.now - Self.longestKept : nil
    var (events, rings) = (0, 0)
    var isMore = true
    while isMore {
      isMore = false
      attempt { store throws(StorageError) in
        let goneEvents = try store.pruneEvents(before: oldest, keeping: Self.mostEvents, batch: Self.batch)
        var goneRings = 0
        if let oldest { goneRings = try store.pruneRings(before: oldest, batch: Self.batch) }
        events += goneEvents
        rings += goneRings
        isMore = max(goneEvents, goneRings) == Self.batch
      }
      await Task.yield()
    }
    if events + rings > 0 { self.events.append(.eventsPruned, detail: "\(events) events, \(rings) rings") }
  }

  // MARK: What was taken away, and what is no good

  /// Says it once when the log was removed or replaced.
  func tellOfLog() {
    guard folder.store.isLogAstray, !isLogLossTold else { return }
    isLogLossTold = true
    events.append(.storageFailed, detail: StateFolder.lostLog)
  }

  /// Says which rows are no good, each with what helps.
  private func tellOfFlaws() {
    for flaw in untoldFlaws.prefix(StateFolder.mostFlawsTold) {
      events.append(.storageFailed, detail: "\(flaw); \(folder.remedy(for: flaw))")
    }
    let more = untoldFlaws.count - StateFolder.mostFlawsTold
    if more > 0 { events.append(.storageFailed, detail: "\(more) more rows or values are no good") }
    untoldFlaws = []
  }

  // MARK: A store that takes no changes

  /// Asks a store again that took no changes, and brings it up to date when it does.
  func reopenStore() {
    let recovery = folder.recovery
    guard folder.reopen() else { return }
    storageError = nil
    events.append(.storageRecovered)
    if folder.recovery != recovery { return finishReplacing(isFromMemory: true) }
    writeOpenRings()
    flushOutcomes()
    storeEvents()
  }

  /// Brings what is stored of what is armed and rings up to date.
  func writeOpenRings() {
    guard minimal == nil else { return }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        for alarm in alarms { try store.disarm(alarm.id, except: openKeys(of: alarm.id)) }
        try write(openRings, to: store)
      }
      isBehind = false
    }
    storeTimers()
  }

  // MARK: A broken store

  /// After what is being done now, which may be in the middle of a change.
  func replaceSoon(_ error: StorageError) {
    // A minimal start may have opened what it cannot judge.
    guard !isReplacing, folder.isWritable, minimal == nil else { return }
    isReplacing = true
    Task { await replaceStore(error) }
  }

  /// Puts the newest good backup in the place of the store. What rings, goes on.
  func replaceStore(_ error: StorageError) async {
    isReplacing = true
    defer { isReplacing = false }
    guard folder.isWritable else { return }
    do { try folder.recover(because: error) } catch {
      return events.append(.storageFailed, detail: "\(error.what): \(error.why)")
    }
    // What is in memory is newer than any backup, and good unless it was read from a store that was broken already.
    finishReplacing(isFromMemory: isProven || !scheduler.ringing.isEmpty || folder.recovery?.backup == nil)
    await recognizer.use(cards, salt: salt)
  }

  private func finishReplacing(isFromMemory: Bool) {
    storageError = nil
    changed = time.monotonic
    guard folder.isWritable else { return events.append(.storageFailed, detail: folder.problem) }
    folder.recovery?.isFromMemory = isFromMemory
    if let recovery = folder.recovery { events.append(.storageRestored, detail: recovery.text(in: zone)) }
    do throws(StorageError) {
      var holdings = self.holdings
      if !isFromMemory {
        let stored = try StateFolder.contents(of: folder.store)
        holdings = Holdings(stored)
      }
      try install(holdings)
      isProven = true
    } catch {
      storageFailed(error)
    }
    flushOutcomes()
    storeEvents()
    showMisses()
    tellFollowers()
  }
}
