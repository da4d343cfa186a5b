import AlarmClock
import Machine
import Storage

/// Maintenance of the store: checks, backups and pruning.
struct StoreCare: Sendable {
  let ledger: Ledger
  /// Yields after the check at the start and after each round, for one loop that follows.
  let rounds = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// The times of erased rings are kept this long, so that none rings again if the clock is set back.
  static let erasedKept: Duration = .seconds(3 * 86_400)
  /// The longest that records for telling rings apart are kept. A shorter history shortens it.
  private static let longestKept: Duration = .seconds(400 * 86_400)
  /// The most events kept, and also the most happenings.
  static let mostEvents = 50_000
  private static let batch = 500

  /// Maintains the store while the daemon runs. Everything is armed by then, so a slow SD card delays no ring.
  func keep() async {
    guard await !ledger.isMinimal else { return }
    await Self.checkAfterStart(ledger)
    rounds.continuation.yield()
    while await ledger.time.rest(for: VirtualTime.pause(StoreHealth.round)) {
      await Self.look(ledger)
      rounds.continuation.yield()
    }
  }

  static func checkAfterStart(_ ledger: isolated Ledger) async {
    let (folder, events) = (ledger.folder, ledger.events)
    if let recovery = folder.recovery { events.append(.storageRestored, detail: recovery.text(in: ledger.zone)) }
    // A new store continues the numbering of the old one's backups, because the numbers tell which is newest.
    events.startSequence(after: folder.backups.all().first?.rank ?? 0)
    // Changes made just before the stop are in no backup.
    ledger.health.changed = ledger.time.monotonic
    check(ledger)
    folder.tellFlaws(events)
    await prune(ledger)
  }

  static func look(_ ledger: isolated Ledger) async {
    ledger.reopenStore()
    ledger.settleZone()
    ledger.folder.keep(ledger.scheduler.zoneInForce, ledger.events)
    // The next request, which would also do this, may be days away.
    ledger.attempt { store throws(StorageError) in
      try store.settle()
      store.noteLog()
      store.emptyLog()
    }
    ledger.attend()
    removeSpentAlarms(ledger)
    let now = ledger.time.monotonic
    if ledger.health.isCheckDue(at: now) {
      check(ledger)
      ledger.health.changed = ledger.health.changed ?? now - StoreHealth.round
    }
    if ledger.health.isPruningDue(at: now), ledger.scheduler.ringing.isEmpty { await prune(ledger) }
    // A backup would delay storing the outcome of a ring.
    guard ledger.health.isBackupDue(at: now), ledger.scheduler.ringing.isEmpty else { return }
    do throws(StorageError) {
      try backUp(ledger)
    } catch {
      if error.kind == .corrupt { return ledger.replaceStore(error) }
      if ledger.health.backupError?.kind != error.kind {
        ledger.events.append(.storageFailed, detail: "no backup: \(error)")
      }
      ledger.health.backupError = error
    }
  }

  private static func check(_ ledger: isolated Ledger) {
    let folder = ledger.folder
    guard folder.isWritable, folder.displacement == nil else { return }
    ledger.health.checked = ledger.time.monotonic
    guard let problem = ledger.flaw() else { return ledger.health.isProven = true }
    if problem.kind == .corrupt { ledger.replaceStore(problem) } else { ledger.storageFailed(problem) }
  }

  /// Backs up the store if it is intact. Returns the file name, or `nil` if the store accepts no changes.
  @discardableResult
  static func backUp(_ ledger: isolated Ledger, _ ending: String = "") throws(StorageError) -> String? {
    let folder = ledger.folder
    guard folder.isWritable, folder.displacement == nil else { return nil }
    ledger.storeEvents()
    if let flaw = ledger.flaw() { throw flaw }
    let name = try folder.backups.make(
      of: folder.store, named: "\(ledger.zone.local(ledger.time.now).date)\(ending)")
    ledger.health.backedUp()
    return name
  }

  /// Deletes old data in batches, so that outcomes are stored in between. Stops while something rings.
  private static func prune(_ ledger: isolated Ledger) async {
    ledger.health.pruned = ledger.time.monotonic
    let (now, settings) = (ledger.timeToForgetBy(), ledger.book.settings)
    /// Returns the oldest time to keep, or `nil` if age does not matter.
    func oldest(keeping kept: Duration?) -> Instant? { now.flatMap { now in kept.map { now - $0 } } }
    var (events, rings) = (0, 0)
    var isMore = true
    while isMore, ledger.scheduler.ringing.isEmpty {
      isMore = false
      ledger.attempt { store throws(StorageError) in
        let goneEvents = try store.pruneEvents(
          before: oldest(keeping: settings.logKept), keeping: mostEvents, batch: batch)
        var goneRings = 0
        var goneHistory = 0
        if let record = oldest(keeping: min(longestKept, settings.historyKept ?? longestKept)) {
          goneRings = try store.pruneRings(before: record, batch: batch)
        }
        if let history = oldest(keeping: settings.historyKept) {
          goneHistory = try store.pruneHistory(before: history, batch: batch)
        }
        if let erased = oldest(keeping: erasedKept) { try store.pruneErasedRings(before: erased) }
        events += goneEvents
        rings += goneRings
        let goneHappenings = try store.pruneHappenings(keeping: mostEvents, batch: batch)
        isMore = max(goneEvents, goneRings, goneHistory, goneHappenings) == batch
      }
      await Task.yield()
    }
    forgetPastDays(ledger)
    if events + rings > 0 { ledger.events.append(.eventsPruned, detail: "\(events) events, \(rings) rings") }
  }

  /// How many days past days off are kept. Nothing older than that is caught up with.
  private static let daysKept = 10

  private static func forgetPastDays(_ ledger: isolated Ledger) {
    guard let now = ledger.timeToForgetBy() else { return }
    let change = ledger.book.forgetting(before: ledger.zone.local(now).date.adding(days: -daysKept))
    guard !change.writes.isEmpty,
      ledger.attemptWhole({ store throws(StorageError) in try store.write(change.writes) })
    else { return }
    ledger.inForce.use(change.book)
    ledger.scheduler.use(change.book.daysOff)
  }

  /// How long a one-time alarm stays after its ring, after a change and after a restore.
  private static let spentKept: Duration = .seconds(86_400)

  /// Removes one-time alarms a day after their ring, if the clock was trusted all day and any miss is acknowledged.
  static func removeSpentAlarms(_ ledger: isolated Ledger) {
    guard let now = ledger.timeToForgetBy(), ledger.zoneLeft <= .zero, ledger.scheduler.ringing.isEmpty else { return }
    var spent = ledger.book.alarms.filter {
      !$0.isEnabled && $0.recurrence.isOneOff && ledger.unsettledKeys(of: $0.id).isEmpty
    }
    guard !spent.isEmpty else { return }
    ledger.storeEvents()
    // The log in the store decides, so it must be complete.
    guard ledger.events.pending.isEmpty else { return }
    let limit = now - spentKept
    var change = AlarmBook.Change(ledger.book)
    let isDone = ledger.attempt { store throws(StorageError) in
      let ids = Set(try store.spentAlarms(endedBy: limit, now: now))
      spent.removeAll { !ids.contains($0.id) }
      guard !spent.isEmpty, let since = try store.trustedSince(), since <= limit else { return }
      for alarm in spent {
        let next = change.book.removing(alarm, at: ledger.moment(of: [alarm.id]))
        change = AlarmBook.Change(next.book, change.writes + next.writes)
      }
      try store.transaction { () throws(StorageError) in try store.write(change.writes) }
    }
    guard isDone, !change.writes.isEmpty else { return }
    ledger.inForce.use(change.book)
    ledger.health.changed = ledger.time.monotonic
    for alarm in spent {
      ledger.events.append(
        .alarmRemoved, alarmID: alarm.id, label: alarm.label, detail: "automatically, as it does not ring again")
    }
    ledger.storeEvents()
  }
}
