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

  /// The same, all or nothing.
  func attemptWhole(_ body: (Store) throws(StorageError) -> Void) {
    attempt { store throws(StorageError) in try store.transaction { () throws(StorageError) in try body(store) } }
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

  // MARK: Putting another book in the place of the one that is in force

  /// Stores it in the place of all there is, and arms it. What rings, goes on. Nothing has happened when it throws.
  ///
  /// - Parameter mayRing: else nothing is done while something rings.
  /// - Returns: whether it was done. Then those who follow the settings are still to be told.
  @discardableResult
  func install(_ new: AlarmBook, mayRing: Bool = true) throws(StorageError) -> Bool {
    let before = book
    let armings = new.installing(over: before, at: momentToArm(new.alarms.map(\.id)))
    let (armed, passedOver) = (armings.compactMap(\.next), armings.flatMap { $0.passedOver ?? [] })
    // However long the disk takes, what was armed rings meanwhile.
    try replaceStored(
      by: new, open: armed.map { OpenRing($0) } + ringing + passedOver.map { OpenRing($0, isPassedOver: true) })
    guard putInForce(new, armed, passedOver, mayRing: mayRing) else {
      try replaceStored(by: before, open: openRings)
      return false
    }
    return true
  }

  /// Puts a book back that was in force before. It is in force when this throws too, though it could not be stored.
  func putBack(_ before: AlarmBook) throws(StorageError) {
    do throws(StorageError) { try install(before) } catch {
      let armings = before.installing(over: book, at: momentToArm(before.alarms.map(\.id)))
      _ = putInForce(before, armings.compactMap(\.next), armings.flatMap { $0.passedOver ?? [] }, mayRing: true)
      storageFailed(error)
      throw error
    }
  }

  /// False: something rings, which was not to be.
  private func putInForce(
    _ new: AlarmBook, _ armed: [ArmedOccurrence], _ passedOver: [ArmedOccurrence], mayRing: Bool
  ) -> Bool {
    guard scheduler.replaceArmed(by: armed, new.daysOff, mayRing: mayRing) else {
      return false
    }
    if new != book { lastChange = nil }
    inForce.use(new)
    rings.setPassedOver(passedOver)
    // What came due meanwhile has another successor.
    rearm(new.alarms.filter(\.isEnabled))
    return true
  }

  /// What is wrong with what is on the disk; nil: it is whole, and it is this book.
  func flaw(inStored promised: AlarmBook) -> StorageError? {
    do throws(StorageError) {
      try folder.store.settle()
      try Store.check(fileAt: folder.storePath, isThorough: true)
      guard try folder.store.book() == promised else {
        throw StorageError(.other, "reading what was stored", "it is not what was to be stored")
      }
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

  /// Brings what is stored of what is armed and rings up to date.
  func writeOpenRings() {
    guard !isMinimal else { return }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        for alarm in book.alarms { try store.disarm(alarm.id, except: unsettledKeys(of: alarm.id)) }
        try store.write(openRings)
      }
      health.isBehind = false
    }
    storeTimers()
  }
}

/// Whether the store takes what it is given, and when it was last looked after. All times are by the clock that never steps.
struct StoreHealth: Sendable {
  private(set) var error: StorageError?
  var isRetrying = false
  /// What is armed, or how far a ring has got, is not all stored.
  var isBehind = false
  /// It was found broken, and is about to be replaced.
  var isReplacing = false
  /// What is in memory was read from a store that was found whole.
  var isProven = false
  /// It was said that the store's log was taken away.
  var isLogLossTold = false
  /// When something changed that no backup holds.
  var changed: Duration?
  var checked: Duration?
  var pruned: Duration?
  var backupError: StorageError?

  static let round: Duration = .seconds(60)
  private static let day: Duration = .seconds(86_400)

  /// The store has just refused, and is going to be asked again: whoever asks before that waits for nothing.
  var isRefusing: Bool { error != nil && isRetrying }

  func isCheckDue(at now: Duration) -> Bool { checked.map { now - $0 >= Self.day } ?? true }
  func isPruningDue(at now: Duration) -> Bool { pruned.map { now - $0 >= Self.day } ?? true }
  func isBackupDue(at now: Duration) -> Bool { changed.map { now - $0 >= Self.round } ?? false }

  /// - Returns: whether it is another refusal than the last one.
  mutating func refused(_ new: StorageError) -> Bool {
    defer { error = new }
    return error?.kind != new.kind
  }

  /// - Returns: whether it had refused before.
  mutating func worked() -> Bool {
    defer { error = nil }
    return error != nil
  }

  mutating func backedUp() { (changed, backupError) = (nil, nil) }
}
