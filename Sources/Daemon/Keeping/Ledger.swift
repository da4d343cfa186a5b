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

  func tellFollowers() { for follower in followers { follower.settingsChanged() } }

  func showMisses() { face.use(hasMisses: !misses().isEmpty) }

  // MARK: Events

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

extension StateFile where Value: Sendable {
  /// Returns once the value is on the disk, or why the disk takes nothing.
  func keep(_ value: Value, in ledger: isolated Ledger) -> String? {
    guard ledger.folder.isWritable else { return ledger.folder.problem ?? "nothing can be stored now" }
    do {
      try write(value)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func delete(in ledger: isolated Ledger) throws(SystemError) { try delete() }
}

/// Whether the absence before this start was told, and when it was last noted that the service is there.
struct Attending: Sendable {
  /// On the clock that never steps, as the next two.
  var started: Duration = .zero
  fileprivate var noted: Duration?
  fileprivate var isAbsenceTold = false
  /// What the clock said last while it was trusted, and when that was.
  fileprivate var trusted: (now: Instant, at: Duration)?

  /// A card that is written to each minute wears out.
  static let pause: Duration = .seconds(600)
}

extension Ledger {
  /// A clock that went on by more than this than it can have, or while nobody knows, may be wrong though it is trusted.
  private static let longestLeap: Duration = .seconds(7 * 86_400)
  /// So long somebody has to see that the date is wrong, before anything is taken for old.
  private static let patienceAfterLeap: Duration = .seconds(7 * 86_400)

  /// The time by which anything may be taken for old, and be deleted for that; nil: the clock is not trusted, or is far
  /// ahead of what it was a week ago. A clock with a wrong year would make everything old.
  func timeToForgetBy() -> Instant? {
    guard trust.isTrusted else { return nil }
    noteLeap()
    let now = time.now
    do throws(StorageError) {
      guard let leap = try folder.store.leap() else { return now }
      // Before that it was set back.
      return (leap...leap + Self.patienceAfterLeap).contains(now) ? nil : now
    } catch {
      storageFailed(error)
      return nil
    }
  }

  /// Stores that the clock is far ahead of what it was: a restart is not to make that right.
  private func noteLeap() {
    guard !isMinimal, trust.isTrusted else { return }
    let (now, monotonic) = (time.now, time.monotonic)
    let before = attending.trusted ?? folder.lastAttendance.map { ($0.seen, attending.started) }
    attending.trusted = (now, monotonic)
    guard let before, now - before.0 - (monotonic - before.1) > Self.longestLeap else { return }
    attempt { store throws(StorageError) in try store.setLeap(now) }
  }

  // MARK: That the service is there, noted now and then: its next start tells for how long it was not, and why

  /// Tells, once after a start, since when the service was not there. Called when the clock is as right as it gets.
  ///
  /// - Parameter inThisBoot: only where the machine was not off meanwhile: then its clock went on, however right it is.
  func tellAbsence(inThisBoot: Bool = false) {
    let reading = time.reading
    guard !isMinimal, !attending.isAbsenceTold else { return }
    if inThisBoot, folder.lastAttendance?.boot != reading.boot { return }
    attending.isAbsenceTold = true
    let start = reading.now - (time.monotonic - attending.started)
    if let last = folder.lastAttendance { tell(last, until: start, in: reading.boot) }
    noteAttendance()
  }

  private func tell(_ last: Attendance, until start: Instant, in boot: String) {
    // Else the clock was ahead of its time, or is behind it now.
    guard start >= last.seen else { return }
    let kind = last.absence(in: boot)
    let length = DurationText.format(start - last.seen)
    let words =
      switch kind {
      case .serviceStopped: "the service was stopped, for \(length)"
      case .powerGone: "the power was gone, for \(length) at most"
      default: "the service had ended by itself, for \(length) at most"
      }
    events.append(.serviceAway, detail: words, happening: Happening(kind, began: last.seen, ended: start))
  }

  func noteStart(_ what: String) {
    events.append(.daemonStarted, detail: what)
    let trust = trust.current
    if !trust.isTrusted { events.append(.clockUntrusted, detail: trust.why) }
  }

  /// Notes that the service is there: each minute while it rings, else now and then.
  func attend() {
    guard attending.isAbsenceTold else { return }
    let pause = scheduler.ringing.isEmpty ? Attending.pause : StoreHealth.round
    if attending.noted.map({ time.monotonic - $0 >= pause }) ?? true { noteAttendance() }
  }

  /// The service ends, as it was told to: what is to be stored is stored at once.
  func leave() {
    tellAbsence()
    noteAttendance(isStopped: true)
    storeEvents()
  }

  private func noteAttendance(isStopped: Bool = false) {
    guard !isMinimal else { return }
    attending.noted = time.monotonic
    noteLeap()
    let reading = time.reading
    attempt { store throws(StorageError) in
      try store.set(Attendance(boot: reading.boot, seen: reading.now, isStopped: isStopped))
    }
  }
}
