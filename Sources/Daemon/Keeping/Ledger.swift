import AlarmClock
import Control
import Machine
import Storage

/// Alarms, cards, settings and outcomes: in memory for ringing, and in the store before anything is acknowledged.
///
/// Runs on a thread of its own, since storing blocks. Ringing never waits for it: the scheduler has what it needs.
actor Ledger {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let scheduler: Scheduler
  let events: EventLog
  let settingsInForce: SettingsInForce
  /// Told of a change before whoever has asked for it.
  let followers: [any SettingsFollower]
  let face: ClockFace
  let recognizer: CardRecognizer
  let time: any TimeSource
  let trust: TrustWatch
  let shelf: SoundShelf
  let fitting: Fitting
  let timers: TimerKeeper

  let folder: StateFolder
  /// The order in which people made them.
  var alarms: [Alarm] = []
  var cards: [Card] = []
  /// By name.
  var presets: [TimerPreset] = []
  /// The timers as the store has them, by id.
  var storedTimers: [String: Timer] = [:]
  /// Of the cards' digests.
  var salt: [UInt8]
  /// The last refusal of the store; nil while it works.
  var storageError: StorageError?
  /// When something changed that no backup holds, by the clock that never steps.
  var changed: Duration?
  /// When the store was last looked through.
  var checked: Duration?
  /// What is in memory was read from a store that was found whole.
  var isProven = false
  /// A store that was found broken is about to be replaced.
  var isReplacing = false
  /// Why the last backup could not be made; nil: it was.
  var backupError: StorageError?
  /// A file that people are handing over to be restored.
  var upload: IncomingFile?
  /// One that was handed over is being read.
  var isReadingCopy = false
  /// What was no good of the store at the start, until it is told.
  var untoldFlaws: [Flaw]
  /// It was said that the store's log was taken away.
  var isLogLossTold = false
  /// How far the rings under way have got.
  var progress: [RingID: RingProgress] = [:]
  /// What the store did not take yet, and whether it is going to be asked again.
  var isRetrying = false
  /// What is armed, or how far a ring has got, is not all stored.
  var isBehind = false
  var unrecorded = WaitingOutcomes()
  /// Why only what is armed is looked after; nil: everything is.
  let minimal: String?
  /// Came due while nobody ran, and waits for a trusted clock to tell how long ago that was.
  var undecided: [OpenRing] = []
  /// A change of the zone has passed over them, and may be taken back.
  var waiting: [RingID: ArmedOccurrence] = [:]
  /// The zone as the state folder has it; nil: it has none that can be read.
  var keptZone: KeptZone?
  /// It could not be written there.
  var isZoneRefused = false

  init(
    folder: StateFolder, contents: StateFolder.Contents, executor: ThreadExecutor, scheduler: Scheduler,
    events: EventLog, settings: SettingsInForce, followers: [any SettingsFollower], face: ClockFace,
    recognizer: CardRecognizer, time: any TimeSource, trust: TrustWatch,
    shelf: SoundShelf, fitting: Fitting, timers: TimerKeeper, minimal: String? = nil
  ) {
    self.minimal = minimal
    self.folder = folder
    self.executor = executor
    self.scheduler = scheduler
    self.events = events
    settingsInForce = settings
    self.followers = followers
    self.face = face
    self.recognizer = recognizer
    self.time = time
    self.trust = trust
    self.shelf = shelf
    self.fitting = fitting
    self.timers = timers
    salt = contents.salt
    alarms = contents.alarms
    cards = contents.cards
    presets = contents.presets
    untoldFlaws = contents.flaws
    storedTimers = Dictionary(contents.timers.map { ($0.id, $0) }) { _, last in last }
    if case .kept(let zone) = KeptZone.find(in: folder.path) { keptZone = zone }
  }

  var settings: Settings { settingsInForce.now }
  var zone: ZoneRules { scheduler.zone }
  var knownSounds: [String] { shelf.knownIDs }

  // MARK: Events

  /// Stores events as they come, for as long as the daemon runs.
  func keepEvents() async {
    for await _ in events.hasPending where !isRefusing { storeEvents() }
  }

  /// Stores the events that are not yet.
  func storeEvents() {
    let pending = events.pendingBeforeOutcomes
    guard let last = pending.last?.sequence, folder.isWritable else { return }
    do {
      try folder.store.transaction { () throws(StorageError) in
        for event in pending { try folder.store.append(event) }
      }
      events.stored(upTo: last)
      storageWorked()
    } catch {
      storageFailed(error)
      retryLater()
    }
  }

  /// The latest events, those included that could not be stored.
  func events(since: Instant?, limit: Int) -> [Event] {
    if !isRefusing { storeEvents() }
    var found: [Event] = []
    do { found = try folder.store.events(since: since, limit: limit) } catch { storageFailed(error) }
    found += events.pending.filter { event in since.map { event.time >= $0 } ?? true }
    return found.suffix(limit)
  }

  /// What nobody has acknowledged.
  func misses() -> [Store.Miss] {
    do { return try folder.store.misses() } catch {
      storageFailed(error)
      return []
    }
  }

  /// Says that somebody knows of the misses; returns how many there were.
  func acknowledgeMisses() throws(ControlError) -> Int {
    var count = 0
    try commit("the acknowledgement") { store throws(StorageError) in count = try store.acknowledgeMisses() }
    if count > 0 { events.append(.missesAcknowledged, detail: "\(count)") }
    folder.recovery = nil
    face.use(hasMisses: false)
    return count
  }

  /// The settings may be others than before.
  func tellFollowers() { for follower in followers { follower.settingsChanged() } }

  /// The display's mark follows what is stored.
  func showMisses() { face.use(hasMisses: !misses().isEmpty) }

  // MARK: The store

  /// Writes what people asked for, all or nothing; refuses in their words when it cannot be kept.
  func commit(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    try commitWhole(what) { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in try body(store) }
    }
  }

  /// The same of what is a transaction already.
  func commitWhole(_ what: String, _ body: (Store) throws(StorageError) -> Void) throws(ControlError) {
    if let minimal { throw .minimal("\(what) was not saved", minimal) }
    try refuseWhereDisplaced(what)
    reopenStore()
    if let problem = folder.problem { throw StateFolder.refusal(what, folder.path, problem) }
    do {
      try body(folder.store)
      // Who takes the log away from now on takes nothing of this with it.
      folder.store.emptyLog()
      try folder.store.settle()
    } catch {
      storageFailed(error)
      throw StateFolder.refusal(what, folder.path, error.description, fix: remedy(for: error))
    }
    // Taken away while it was being stored.
    try refuseWhereDisplaced(what)
    changed = time.monotonic
    storageWorked()
  }

  private func refuseWhereDisplaced(_ what: String) throws(ControlError) {
    guard let displacement = folder.displacement, folder.isWritable else { return }
    throw StateFolder.refusal(
      what, folder.path, displacement,
      fix: "put it back, or restart the daemon to begin anew: `systemctl restart rouse`")
  }

  /// nil: what helps against most.
  private func remedy(for error: StorageError) -> String? {
    if isReplacing { return "see `rouse status`, then try again" }
    guard error.kind == .busy else { return nil }
    return "end the program that holds it (`sudo fuser -v \(folder.storePath)` names it), then try again"
  }

  /// Writes what happened by itself; where that fails, all that is armed and rings is written anew later.
  func attempt(_ body: (Store) throws(StorageError) -> Void) {
    guard folder.isWritable else { return }
    guard !isRefusing else { return isBehind = true }
    do {
      try body(folder.store)
      storageWorked()
    } catch {
      storageFailed(error)
      isBehind = true
      retryLater()
    }
  }

  func storageFailed(_ error: StorageError) {
    let isNew = storageError?.kind != error.kind
    storageError = error
    if isNew { events.append(.storageFailed, detail: error.description) }
    if error.kind == .corrupt { replaceSoon(error) }
  }

  func storageWorked() {
    tellOfLog()
    guard storageError != nil else { return }
    storageError = nil
    events.append(.storageRecovered)
  }
}
