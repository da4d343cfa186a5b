import AlarmClock
import Control
import ControlService
import Machine
import Storage

/// The way to the store, and what is done when it refuses or is broken.
extension Ledger {
  // MARK: Writing

  /// Writes what people asked for, all or nothing; refuses in their words when it cannot be kept.
  func commit(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    reopenStore()
    try commitNow(what, body)
  }

  /// The same in a store that was asked again already.
  func commitNow(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    try commitWhole(what) { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in try body(store) }
    }
  }

  /// The same of what is a transaction already.
  func commitWhole(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    if let minimal = folder.minimal { throw .minimal("\(what) was not saved", minimal) }
    try refuseWhereDisplaced(what)
    if let problem = folder.problem { throw StateFolder.refusal(what, folder.path, problem) }
    do {
      try body(folder.store)
      // Who takes the log away from now on takes nothing of this with it.
      folder.store.emptyLog()
      try folder.store.confirm()
    } catch {
      storageFailed(error)
      throw StateFolder.refusal(what, folder.path, error.description, fix: remedy(for: error))
    }
    // Taken away while it was being stored.
    try refuseWhereDisplaced(what)
    health.changed = time.monotonic
    storageWorked()
  }

  private func refuseWhereDisplaced(_ what: String) throws(ControlError) {
    guard let displacement = folder.displacement, folder.isWritable else { return }
    throw StateFolder.refusal(
      what, folder.path, displacement,
      fix: "put it back, or restart the daemon to start over: `sudo systemctl restart rouse`")
  }

  /// nil: what helps against most.
  private func remedy(for error: StorageError) -> String? {
    if health.isReplacing { return "see `rouse status`, then try again" }
    guard error.kind == .busy else { return nil }
    return "end the program that holds it (`sudo fuser -v \(folder.storePath.shellWord)` names it), then try again"
  }

  /// Writes what happened by itself; where that fails, all that is armed and rings is written anew later.
  func attempt(_ body: (Store) throws(StorageError) -> Void) {
    guard folder.isWritable else { return }
    guard !health.isRefusing else { return health.isBehind = true }
    do {
      try body(folder.store)
      storageWorked()
    } catch {
      storageFailed(error)
      health.isBehind = true
      retryLater()
    }
  }

  func storageFailed(_ error: StorageError) {
    if health.refused(error) { events.append(.storageFailed, detail: error.description) }
    // A minimal start may have opened what it cannot judge.
    guard error.kind == .corrupt, !health.isReplacing, folder.isWritable, !isMinimal else { return }
    // After what is being done now, which may be in the middle of a change.
    health.isReplacing = true
    Origin.byTheClock {
      _ = Task(executorPreference: WorkPool.shared) {
        // It may have been replaced meanwhile.
        if await self.health.isReplacing { await self.replaceStore(error) }
      }
    }
  }

  func storageWorked() {
    if folder.store.isLogAstray, !health.isLogLossTold {
      health.isLogLossTold = true
      events.append(.storageFailed, detail: StateFolder.lostLog)
    }
    if health.worked() { events.append(.storageRecovered) }
  }

  // MARK: A store that refuses

  /// A broken store is asked again until it takes what happened.
  func retryLater() {
    guard !health.isRetrying else { return }
    health.isRetrying = true
    Origin.byTheClock {
      _ = Task(executorPreference: WorkPool.shared) {
        _ = await self.time.rest(for: .seconds(5))
        await self.retry()
      }
    }
  }

  private func retry() {
    health.isRetrying = false
    if health.isBehind { writeOpenRings() }
    if !health.isRefusing { flushOutcomes() }
    let isWaiting = health.isBehind || !events.pendingBeforeOutcomes.isEmpty
    if !rings.unrecorded.isEmpty || isWaiting && folder.isWritable { retryLater() }
  }

  /// Asks a store again that took no changes, and brings it up to date when it does.
  func reopenStore() { Origin.byTheClock(reopenStoreByItself) }

  private func reopenStoreByItself() {
    let recovery = folder.recovery
    guard !isMinimal, folder.reopen() else { return }
    _ = health.worked()
    events.append(.storageRecovered)
    if folder.recovery != recovery { return finishReplacing(isFromMemory: true) }
    writeOpenRings()
    flushOutcomes()
    storeEvents()
  }

  // MARK: A broken store

  /// How a broken store was replaced; `nil` if it was not, or people know.
  var replacement: String? { folder.recovery?.text(in: zone) }

  /// Puts the newest good backup in the place of the store. What rings, goes on.
  func replaceStore(_ error: StorageError) {
    health.isReplacing = true
    defer { health.isReplacing = false }
    guard folder.isWritable else { return }
    do { try folder.recover(because: error) } catch {
      return events.append(.storageFailed, detail: "\(error.what): \(error.why)")
    }
    // What is in memory is newer than any backup, and good unless it was read from a store that was broken already.
    finishReplacing(
      isFromMemory: health.isProven || !scheduler.ringing.isEmpty || folder.recovery?.backup == nil)
  }

  private func finishReplacing(isFromMemory: Bool) {
    _ = health.worked()
    health.changed = time.monotonic
    historyNumber += 1
    guard folder.isWritable else { return events.append(.storageFailed, detail: folder.problem) }
    folder.recovery?.isFromMemory = isFromMemory
    if let recovery = folder.recovery { events.append(.storageRestored, detail: recovery.text(in: zone)) }
    do throws(StorageError) {
      try install(isFromMemory ? book : try folder.store.book())
      health.isProven = true
    } catch {
      storageFailed(error)
    }
    flushOutcomes()
    storeEvents()
    showMisses()
    tellFollowers()
  }
}
