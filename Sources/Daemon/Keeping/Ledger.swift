import AlarmClock
import Machine
import Storage

/// Writes down what people set and what rings come to: in the store first, then it is in force, then it is acknowledged.
///
/// Runs on a thread of its own, since storing blocks. Ringing never waits for it: the scheduler has what it needs. What
/// people ask for is decided by the `AlarmBook`; their words are made into it by the folder `Commands`.
actor Ledger {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let scheduler: Scheduler
  let events: EventLog
  let inForce: BookInForce
  /// Told of a change before whoever has asked for it.
  let followers: [any SettingsFollower]
  let face: ClockFace
  let time: any TimeSource
  let trust: TrustWatch
  let folder: StateFolder
  let timers: TimerRecord
  var health = StoreHealth()
  var rings = RingRecords()
  /// nil: nothing was changed since the service started, or another book was installed.
  var lastChange: LastChange?
  var attending = Attending()
  /// How often what is known of past rings has changed since the start.
  var historyNumber = 0

  init(
    folder: StateFolder, storedTimers: [Timer], executor: ThreadExecutor, scheduler: Scheduler,
    events: EventLog, inForce: BookInForce, followers: [any SettingsFollower], face: ClockFace, time: any TimeSource,
    trust: TrustWatch, timers: TimerRunner
  ) {
    self.folder = folder
    self.executor = executor
    self.scheduler = scheduler
    self.events = events
    self.inForce = inForce
    self.followers = followers
    self.face = face
    self.time = time
    self.trust = trust
    self.timers = TimerRecord(timers, stored: storedTimers)
    attending.started = time.monotonic
  }

  var book: AlarmBook { inForce.book }
  var isMinimal: Bool { folder.minimal != nil }
  var zone: ZoneRules { scheduler.zone }

  /// Looks at what is in force where that may take its time, and between two changes.
  func show<Shown: Sendable, Failure: Error>(
    _ look: @Sendable () throws(Failure) -> Shown
  ) throws(Failure) -> Shown { try look() }

  /// The settings may be others than before.
  func tellFollowers() { for follower in followers { follower.settingsChanged() } }

  /// The display's mark follows what is stored.
  func showMisses() { face.use(hasMisses: !misses().isEmpty) }

  // MARK: Events

  /// Stores events as they come, for as long as the daemon runs.
  func keepEvents() async {
    for await _ in events.hasPending where !health.isRefusing { storeEvents() }
  }

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

  func misses() -> [Store.Miss] {
    do { return try folder.store.misses() } catch {
      storageFailed(error)
      return []
    }
  }
}
