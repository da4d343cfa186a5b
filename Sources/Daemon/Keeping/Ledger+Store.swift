import AlarmClock
import Control
import ControlService
import Machine
import Storage

extension Ledger {
  // MARK: Writing

  /// Writes a user's change in one transaction, or throws the error to show to the user.
  func commit(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    reopenStore()
    try commitNow(what, body)
  }

  /// Does the same without reopening the store first.
  func commitNow(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    try commitWhole(what) { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in try body(store) }
    }
  }

  /// Does the same for a body that makes its own transaction.
  func commitWhole(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    if let minimal = folder.minimal { throw .minimal("\(what) was not saved", minimal) }
    try refuseWhereDisplaced(what)
    if let problem = folder.problem { throw StateFolder.refusal(what, folder.path, problem) }
    do {
      try body(folder.store)
      // If the log file is removed from now on, nothing is lost with it.
      folder.store.emptyLog()
      try folder.store.confirm()
    } catch {
      storageFailed(error)
      throw StateFolder.refusal(what, folder.path, error.description, fix: remedy(for: error))
    }
    // The file may have been removed while the change was being stored.
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

  private func remedy(for error: StorageError) -> String? {
    if health.isReplacing { return "see `rouse status`, then try again" }
    guard error.kind == .busy else { return nil }
    return "end the program that holds it (`sudo fuser -v \(folder.storePath.shellWord)` names it), then try again"
  }

  /// Writes a change that no user asked for. If it returns `false`, all open occurrences are rewritten later.
  @discardableResult
  func attempt(_ body: (Store) throws(StorageError) -> Void) -> Bool {
    guard folder.isWritable else { return false }
    if health.isRefusing {
      health.isBehind = true
      return false
    }
    do {
      try body(folder.store)
      storageWorked()
      return true
    } catch {
      storageFailed(error)
      health.isBehind = true
      retryLater()
      return false
    }
  }

  /// Does the same in one transaction.
  @discardableResult
  func attemptWhole(_ body: (Store) throws(StorageError) -> Void) -> Bool {
    attempt { store throws(StorageError) in try store.transaction { () throws(StorageError) in try body(store) } }
  }

  /// Returns what the store answers, or `nil` if it fails.
  func read<Value>(_ look: (Store) throws(StorageError) -> Value) -> Value? {
    do { return try look(folder.store) } catch {
      storageFailed(error)
      return nil
    }
  }

  func storageFailed(_ error: StorageError) {
    if health.refused(error) { events.append(.storageFailed, detail: error.description) }
    // A minimal start may have opened a store of another version, which it cannot judge.
    guard error.kind == .corrupt, !health.isReplacing, folder.isWritable, !isMinimal else { return }
    // Replace it later, because the caller may be in the middle of a change.
    health.isReplacing = true
    Origin.byTheClock {
      _ = Task(executorPreference: WorkPool.shared) {
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

  // MARK: A store that refuses changes

  /// Retries in five seconds, and again until nothing is pending.
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

  /// Retries a store that accepted no changes, and brings it up to date if it now does.
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

  // MARK: A corrupt store

  /// How a corrupt store was replaced, or `nil` if it was not or the user has acknowledged it.
  var replacement: String? { folder.recovery?.text(in: zone) }

  /// Replaces the store with the newest good backup. Current rings go on.
  func replaceStore(_ error: StorageError) {
    health.isReplacing = true
    defer { health.isReplacing = false }
    guard folder.isWritable else { return }
    do { try folder.recover(because: error) } catch {
      return events.append(.storageFailed, detail: "\(error.what): \(error.why)")
    }
    // Memory is newer than any backup, and is good unless it was read from a store that was already corrupt.
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
    effects.settingsChanged()
  }

  // MARK: Replacing the book

  /// Stores a new book and arms its alarms. Current rings go on. Returns `false` if something rings and not `mayRing`.
  /// Then, or if it throws, nothing has changed. After success, the caller must call `effects.settingsChanged`.
  @discardableResult
  func install(_ new: AlarmBook, mayRing: Bool = true) throws(StorageError) -> Bool {
    let before = book
    let armings = new.installing(over: before, at: momentToArm(new.alarms.map(\.id)))
    let (armed, passedOver) = (armings.compactMap(\.next), armings.flatMap { $0.passedOver ?? [] })
    // However long the disk takes, occurrences armed before still ring.
    try replaceStored(
      by: new, open: armed.map { OpenRing($0) } + ringing + passedOver.map { OpenRing($0, isPassedOver: true) })
    guard putInForce(new, armed, passedOver, mayRing: mayRing) else {
      try replaceStored(by: before, open: openRings)
      return false
    }
    return true
  }

  func putInForce(
    _ new: AlarmBook, _ armed: [ArmedOccurrence], _ passedOver: [ArmedOccurrence], mayRing: Bool
  ) -> Bool {
    guard scheduler.replaceArmed(by: armed, new.daysOff, mayRing: mayRing) else { return false }
    if new != book { lastChange = nil }
    inForce.use(new)
    rings.setPassedOver(passedOver)
    // An occurrence that came due meanwhile has another successor.
    rearm(new.alarms.filter(\.isEnabled))
    return true
  }

  /// Returns why the stored data is damaged, or `nil` if it is fine.
  func flaw(isThorough: Bool = false) -> StorageError? {
    do throws(StorageError) {
      try folder.store.settle()
      try Store.check(fileAt: folder.storePath, isThorough: isThorough)
      return nil
    } catch {
      return error
    }
  }

  private func replaceStored(by book: AlarmBook, open: [OpenRing]) throws(StorageError) {
    let running = timers.timers.all
    try folder.store.replace(by: book, timers: running, open: open)
    timers.noteStored(all: running)
  }

  private var ringing: [OpenRing] { scheduler.ringing.map { OpenRing($0, progress: rings.progress[$0.id]) } }

  private var openRings: [OpenRing] {
    scheduler.upcoming.map { OpenRing($0) } + ringing + rings.passedOver.map { OpenRing($0, isPassedOver: true) }
  }

  /// Rewrites the records of all armed and ringing occurrences.
  func writeOpenRings() {
    guard !isMinimal else { return }
    let isWritten = attemptWhole { store throws(StorageError) in
      for alarm in book.alarms { try store.disarm(alarm.id, except: unsettledKeys(of: alarm.id)) }
      try store.write(openRings)
    }
    if isWritten { health.isBehind = false }
    storeTimers()
  }
}

/// Whether the store accepts changes, and when it was last maintained. All times are on the monotonic clock.
struct StoreHealth: Sendable {
  private(set) var error: StorageError?
  var isRetrying = false
  /// Whether some armed occurrences or ring progress are not stored yet.
  var isBehind = false
  /// Whether the store was found corrupt and is about to be replaced.
  var isReplacing = false
  /// Whether the data in memory comes from a store that passed a check.
  var isProven = false
  var isLogLossTold = false
  /// The time of the last change that is in no backup.
  var changed: Duration?
  var checked: Duration?
  var pruned: Duration?
  var backupError: StorageError?

  static let round: Duration = .seconds(60)
  private static let day: Duration = .seconds(86_400)

  /// Whether the store has just refused and will be retried. Until then, callers do not wait for it.
  var isRefusing: Bool { error != nil && isRetrying }

  func isCheckDue(at now: Duration) -> Bool { checked.map { now - $0 >= Self.day } ?? true }
  func isPruningDue(at now: Duration) -> Bool { pruned.map { now - $0 >= Self.day } ?? true }
  func isBackupDue(at now: Duration) -> Bool { changed.map { now - $0 >= Self.round } ?? false }

  /// Returns whether this refusal is of another kind than the last.
  mutating func refused(_ new: StorageError) -> Bool { exchange(&error, new)?.kind != new.kind }

  /// Returns whether the store had refused before.
  mutating func worked() -> Bool { exchange(&error, nil) != nil }

  mutating func backedUp() { (changed, backupError) = (nil, nil) }
}
