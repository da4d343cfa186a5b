import AlarmClock
import Machine
import Storage

/// Stores changes and outcomes: first in the store, then in force, then acknowledged. Runs on its own thread, because
/// storing blocks; ringing never waits for it. `AlarmBook` decides on requests, which the folder `Commands` parses.
actor Ledger {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let scheduler: Scheduler
  let events: EventLog
  let inForce: BookInForce
  /// Told of a change before the requester gets an answer.
  let effects: Effects
  let time: any TimeSource
  let trust: TrustWatch
  let folder: StateFolder
  let timers: TimerRecord
  var health = StoreHealth()
  var rings = RingRecords()
  /// The last change, or `nil` if nothing has changed since the service started or another book was installed.
  var lastChange: LastChange?
  var attending = Attending()
  /// The number of changes to the ring history since the start.
  var historyNumber = 0

  init(
    folder: StateFolder, storedTimers: [Timer], executor: ThreadExecutor, scheduler: Scheduler,
    events: EventLog, inForce: BookInForce, effects: Effects, time: any TimeSource, trust: TrustWatch,
    timers: TimerRunner
  ) {
    self.folder = folder
    self.executor = executor
    self.scheduler = scheduler
    self.events = events
    self.inForce = inForce
    self.effects = effects
    self.time = time
    self.trust = trust
    self.timers = TimerRecord(timers, stored: storedTimers)
    attending.started = time.monotonic
  }

  var book: AlarmBook { inForce.book }
  var isMinimal: Bool { folder.minimal != nil }
  var zone: ZoneRules { scheduler.zone }

  /// Runs `look`, which may take a while, between two changes.
  func show<Shown: Sendable, Failure: Error>(
    _ look: @Sendable () throws(Failure) -> Shown
  ) throws(Failure) -> Shown { try look() }

  func showMisses() { effects.note(.misses(!misses().isEmpty)) }

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

  func misses() -> [Store.Miss] { read { store throws(StorageError) in try store.misses() } ?? [] }
}

extension StateFile where Value: Sendable {
  /// Returns `nil` once the value is on disk, or why it could not be stored.
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

/// Whether the absence before this start was logged, and when attendance was last recorded.
struct Attending: Sendable {
  /// On the monotonic clock, like `noted` and `trusted.at`.
  var started: Duration = .zero
  fileprivate var noted: Duration?
  fileprivate var isAbsenceTold = false
  /// The last trusted time of day, and when it was read.
  fileprivate var trusted: (now: Instant, at: Duration)?

  /// Writing every minute would wear out the SD card.
  static let pause: Duration = .seconds(600)
}

extension Ledger {
  /// A clock that gained more than this, or did so while the service was away, may be wrong although it is trusted.
  private static let longestLeap: Duration = .seconds(7 * 86_400)
  /// How long the user has to notice a wrong date before anything is deleted as old.
  private static let patienceAfterLeap: Duration = .seconds(7 * 86_400)

  /// Returns the time for deciding what is old enough to delete, or `nil` if the clock is untrusted or leapt ahead
  /// within the last week. A clock with a wrong year would make everything old.
  func timeToForgetBy() -> Instant? {
    guard trust.isTrusted else { return nil }
    noteLeap()
    let now = time.now
    guard let known = read({ store throws(StorageError) in try store.leap() }) else { return nil }
    guard let leap = known else { return now }
    // If it is earlier than the leap, the clock was set back.
    return (leap...leap + Self.patienceAfterLeap).contains(now) ? nil : now
  }

  /// Stores that the clock leapt ahead, so that a restart does not make the new time look right.
  private func noteLeap() {
    guard !isMinimal, trust.isTrusted else { return }
    let (now, monotonic) = (time.now, time.monotonic)
    let before = attending.trusted ?? folder.lastAttendance.map { ($0.seen, attending.started) }
    attending.trusted = (now, monotonic)
    guard let before, now - before.0 - (monotonic - before.1) > Self.longestLeap else { return }
    attempt { store throws(StorageError) in try store.setLeap(now) }
  }

  // MARK: Attendance, which tells the next start how long the service was away, and why

  /// Logs, once per start, how long the service was away. `inThisBoot`: only if the machine and its clock kept running.
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
    // Otherwise the clock was ahead then, or is behind now.
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

  /// Records attendance every minute during a ring, and every ten minutes otherwise.
  func attend() {
    guard attending.isAbsenceTold else { return }
    let pause = scheduler.ringing.isEmpty ? Attending.pause : StoreHealth.round
    if attending.noted.map({ time.monotonic - $0 >= pause }) ?? true { noteAttendance() }
  }

  /// Stores everything pending when the service is told to stop.
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
