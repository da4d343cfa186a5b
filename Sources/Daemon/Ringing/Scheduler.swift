import AlarmClock
import CLinux
import Glibc
import Machine
import Synchronization

/// When an alarm rings next, and its label, which is empty if it has none.
struct NamedRing: Hashable {
  var due: Instant
  var label = ""
}

/// Begins rings on time, on a thread that sleeps on a timerfd and waits for nothing else.
final class Scheduler: Pulse {
  private struct State {
    var schedule = Schedule()
    /// Occurrences that came due and that the thread has not reported yet.
    var taken: [ArmedOccurrence] = []
    var nextRing: NamedRing?
    var degradation: String? = "the scheduler has not started"
  }

  private let state = Mutex(State())
  /// Lock order: last.
  private let held: Box<ZoneInForce>
  private let time: any TimeSource
  private let system: SystemZone
  private let wakeup: Wakeup
  private let timer: any WallTimer
  private let rounds = Atomic(0)
  private let isZoneChanged = Atomic(false)

  /// - Parameter timer: `nil` for the kernel's timer, or that of the mock clock.
  init(
    zone: ZoneInForce, system: SystemZone = SystemZone(), time: any TimeSource, timer: (any WallTimer)? = nil
  ) throws(SystemError) {
    held = Box(zone)
    self.system = system
    self.time = time
    wakeup = try Wakeup()
    if let timer {
      self.timer = timer
    } else if let clock = VirtualTime.installed {
      self.timer = VirtualWallTimer(clock, waking: wakeup)
    } else {
      self.timer = try TimerDescriptor()
    }
  }

  // MARK: Queries and changes

  /// Takes only a lock that is held for a copy.
  var zone: ZoneRules { held.withLock { $0.rules } }
  var zoneInForce: ZoneInForce { held.value }
  var upcoming: [ArmedOccurrence] { state.withLock { $0.schedule.upcoming } }
  var next: ArmedOccurrence? { state.withLock { $0.schedule.first } }
  /// The next ring within two days, or `nil` if there is none.
  var nextRing: NamedRing? {
    let end = time.now + .seconds(2 * 86_400)
    return state.withLock { $0.schedule.nextRing(before: end) }.map { NamedRing(due: $0.due, label: $0.plan.label) }
  }
  /// The times at which alarms become locked (`cancel-lock`).
  var locks: [Instant] { state.withLock { $0.schedule.locks(in: zone) } }
  var degradation: String? { state.withLock { $0.degradation } }

  func armedOccurrence(of alarmID: String) -> ArmedOccurrence? {
    state.withLock { $0.schedule.armedOccurrence(of: alarmID) }
  }

  /// Returns the keys of an alarm's rings that have no outcome yet.
  func ringingKeys(of alarmID: String) -> Set<Occurrence.Key> {
    state.withLock { $0.schedule.ringingKeys(of: alarmID) }
  }

  /// Whether an alarm's next ring can no longer be canceled (`cancel-lock`).
  func isLocked(_ alarmID: String, at now: Instant) -> Bool {
    state.withLock { $0.schedule.isLocked(alarmID, at: now, in: zone) }
  }

  var ringing: [ArmedOccurrence] { state.withLock { Array($0.schedule.ringing.values) } }

  /// Arms an occurrence in place of the alarm's armed one. Returns `false` if it already rings.
  @discardableResult
  func arm(_ occurrence: ArmedOccurrence) -> Bool { change { $0.arm(occurrence) } }

  /// Sets the days on which occurrences that are armed automatically are skipped.
  func use(_ daysOff: DaysOff) { state.withLock { $0.schedule.daysOff = daysOff } }

  func disarm(_ alarmID: String) { change { $0.disarm(alarmID) } }

  /// Replaces all that is armed; what is due rings first. Returns `false`, unchanged, if one rings and not `mayRing`.
  func replaceArmed(by new: [ArmedOccurrence], _ daysOff: DaysOff, mayRing: Bool) -> Bool {
    change { schedule in
      guard mayRing || schedule.ringing.isEmpty else { return false }
      for armed in schedule.upcoming { schedule.disarm(armed.plan.alarmID) }
      schedule.daysOff = daysOff
      for armed in new { schedule.arm(armed) }
      return true
    }
  }

  /// Changes the schedule. What is due by now rings, even if the thread has not woken yet.
  private func change<Result: Sendable>(_ body: (inout Schedule) -> Result) -> Result {
    defer { wakeup.signal() }
    return state.withLock { state in
      state.taken += state.schedule.takeDue(at: time.now, in: zone)
      return body(&state.schedule)
    }
  }

  func resume(_ ring: ArmedOccurrence) { state.withLock { $0.schedule.resume(ring) } }

  func finish(_ id: RingID) { state.withLock { $0.schedule.finish(id) } }

  // MARK: The thread

  /// Starts the thread, which runs until the process ends. Rings begin on it, after `observer` was told what came due.
  func start(_ ringer: Ringer, _ observer: any Hook) throws(SystemError) {
    try MachineThread.start("scheduler") { [self] in run(ringer, observer) }
  }

  private func run(_ ringer: Ringer, _ observer: any Hook) {
    let code = rouse_use_fifo_priority()
    let degradation =
      code == 0 ? nil : "SCHED_FIFO was refused (\(String(cString: strerror(code)))): give the service LimitRTPRIO=10"
    state.withLock { $0.degradation = degradation }
    if let degradation { observer.note(.degraded(degradation)) }
    let zoneWatch = ZoneWatch(system)
    // The zone may have changed before it was watched.
    var changes = reloadZone()
    while true { changes = round(ringer, observer, after: changes, zoneWatch) }
  }

  /// Begins what came due, reports changes, and sleeps until there is more. Returns what changed meanwhile.
  func round(
    _ ringer: Ringer, _ observer: any Hook, after changes: [ClockChange], _ zoneWatch: ZoneWatch
  ) -> [ClockChange] {
    rounds.add(1, ordering: .relaxed)
    let next = beginDue(ringer, observer)
    let named = nextRing
    if state.withLock({ exchange(&$0.nextRing, named) }) != named { observer.note(.nextRingChanged) }
    // Reported after due rings began: reexamining all alarms must not take away what the change made due.
    for change in changes {
      if case .stepped = change { ringer.noteAllProgress() }
      observer.note(.clock(change))
    }
    // If the clock has stepped since, other occurrences are due and next.
    if timer.set(next) { return [.stepped] }
    let failed = zoneInForce.failure != nil
    let ready = wakeup.wait(
      with: [timer.descriptor] + zoneWatch.descriptors, timeout: failed ? Self.zonePatience : nil)
    var changed: [ClockChange] = []
    if ready.contains(timer.descriptor), timer.sawStep() { changed.append(.stepped) }
    if zoneWatch.sawChange(in: ready) || failed || isZoneChanged.exchange(false, ordering: .acquiring) {
      changed += reloadZone()
    }
    return changed
  }

  /// How soon to read a zone again that cannot be read. Not every fix is noticed, such as a restored permission.
  private static let zonePatience: Duration = .seconds(60)

  /// Has the zone read again soon, after a change that nothing else reports.
  func zoneChanged() {
    isZoneChanged.store(true, ordering: .releasing)
    wakeup.signal()
  }

  private func reloadZone() -> [ClockChange] {
    use(system.read(after: zoneInForce.knownName)).map { [$0] } ?? []
  }

  /// Follows the machine's zone. Returns `nil` if it has not changed.
  @discardableResult
  func use(_ read: Result<KeptZone, ZoneFailure>) -> ClockChange? {
    let reading = time.reading
    return held.withLock { zone in
      let before = zone
      zone.use(read, at: reading)
      return zone == before ? nil : .zone(zone, before: before)
    }
  }

  func zoneLeft(isTrusted: Bool) -> Duration { zoneInForce.left(at: time.reading, isTrusted: isTrusted) }

  /// Updates when the zone settles, after the clock was set or became trusted.
  func zoneClockChanged(isTrusted: Bool) {
    let reading = time.reading
    held.withLock { $0.clockChanged(at: reading, isTrusted: isTrusted) }
  }

  func settleZone() { held.withLock { $0.settle() } }

  /// Begins rings that came due since the last call. Returns when the next occurrence is due.
  func beginDue(_ ringer: Ringer, _ observer: any Hook) -> Instant? {
    let now = time.now
    let (taken, next) = state.withLock { state in
      let due = state.schedule.takeDue(at: now, in: zone)
      return (exchange(&state.taken, []) + due, state.schedule.next)
    }
    guard !taken.isEmpty else { return next }
    // In this order, because the progress of a ring is stored in its record.
    observer.note(.passed(taken))
    let due = taken.filter { !$0.isSkipped }
    if !due.isEmpty { ringer.begin(due.map { OpenRing($0) }) }
    return next
  }

  var beats: Int { rounds.load(ordering: .relaxed) }
  func prod() { wakeup.signal() }
}
