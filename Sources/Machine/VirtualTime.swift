import AlarmClock
import CLinux
import Synchronization

/// A clock for mock hardware. It starts at any time of day and runs at normal speed. It can be advanced, set and marked
/// as untrusted.
///
/// A process has at most one, installed before anything waits. Every wait of the service then follows it. To advance,
/// it counts what is busy: threads that do not wait, running tasks, and signals sent but not received. While nothing is
/// busy, it jumps to the next moment that something waits for, and lets that happen.
///
/// These use the real clock nevertheless: the journal's timestamps, the systemd watchdog, connections of clients
/// (`ControlService`), the cost of a card reader pass (`PassSchedule`), time limits of child processes, and `WorkPool`
/// when it looks for blocked threads.
package final class VirtualTime: TimeSource {
  private struct Timer {
    let id: UInt64
    let moment: Duration
    let isWall: Bool
    let wakeup: Wakeup
  }

  private struct State {
    /// The monotonic time when the real clock showed `real`.
    var base: Duration
    var real: Duration
    /// The time of day at monotonic zero.
    var start: Instant
    var isTrusted: Bool
    var steps = 0
    /// In the order in which they were set, which decides between timers for the same moment.
    var timers: [Timer] = []
    var advance: Advance?

    func monotonic(_ real: Duration) -> Duration { advance == nil ? base + (real - self.real) : base }

    var earliest: Int? { timers.indices.min { timers[$0].moment < timers[$1].moment } }

    mutating func set(_ timer: UInt64, to moment: Duration?, isWall: Bool, _ wakeup: Wakeup) -> Bool {
      timers.removeAll { $0.id == timer }
      guard let moment else { return false }
      let isEarliest = timers.allSatisfy { $0.moment > moment }
      timers.append(Timer(id: timer, moment: moment, isWall: isWall, wakeup: wakeup))
      return isEarliest
    }

    mutating func end(_ advance: Advance, _ arrival: Arrival, _ real: Duration) -> Action {
      self.advance = nil
      self.real = real
      return .end(advance.continuation, arrival)
    }
  }

  private struct Advance {
    var target: Duration
    let continuation: CheckedContinuation<Arrival, Never>
    /// On the real clock.
    var lastAction: Duration
  }

  /// The result of an advance.
  package enum Arrival: Sendable {
    case arrived
    /// Another advance was under way.
    case refused
    /// Something in the service was busy for `longestStep`.
    case stuck
  }

  private enum Action {
    case fire(Wakeup)
    case rest(Duration?)
    case end(CheckedContinuation<Arrival, Never>, Arrival)
  }

  private static let shared = Mutex<VirtualTime?>(nil)
  /// The clock of this process, or `nil` if it uses the real one.
  package static var installed: VirtualTime? { shared.withLock { $0 } }

  /// Returns the interval between checks of something that rarely changes: `usual`, or 30 minutes on a mock clock,
  /// since mock devices report every change and a year has half a million minutes.
  package static func pause(_ usual: Duration) -> Duration { installed == nil ? usual : .seconds(1800) }

  /// An advance gives up if something is busy for this long on the real clock.
  package static let longestStep: Duration = .seconds(60)
  /// The time since boot at which the clock starts; a service starts about 30 s after the machine.
  private static let boot: Duration = .seconds(30)

  private let state: Mutex<State>
  private let bootID = "virtual-\(UInt64.random(in: 0...UInt64.max))"
  private let bell: Doorbell
  private let busy = Atomic(1)
  /// Lets `leave`, which runs for every job, avoid the lock of `state`.
  private let isAdvancing = Atomic(false)
  private let lastID = Atomic<UInt64>(0)
  private let sleeper = Mutex<Sleeper?>(nil)
  var isUnderWay: Bool { state.withLock { $0.advance != nil } }
  var sleeping: Int { sleeper.withLock { $0?.count ?? 0 } }

  /// Starts at `now`. The calling thread counts as busy.
  package init(now: Instant, isTrusted: Bool = true) throws(SystemError) {
    bell = try Doorbell()
    state = Mutex(State(base: Self.boot, real: Self.realTime, start: now - Self.boot, isTrusted: isTrusted))
  }

  package func install() throws(SystemError) {
    Self.shared.withLock { $0 = self }
    // Threads take turns on this clock, and waking another thread on the same processor takes a tenth of the time.
    rouse_use_one_processor()
    try start()
  }

  func start() throws(SystemError) {
    let sleeper = Sleeper(clock: self)
    try sleeper.start()
    self.sleeper.withLock { $0 = sleeper }
    try MachineThread.start("clock", clock: nil) { [self] in run() }
  }

  private static var realTime: Duration { SystemTime().monotonic }

  // MARK: Readings

  package var monotonic: Duration {
    let real = Self.realTime
    return state.withLock { $0.monotonic(real) }
  }

  package var reading: ClockReading {
    let real = Self.realTime
    return state.withLock { state in
      let monotonic = state.monotonic(real)
      return ClockReading(now: state.start + monotonic, sinceBoot: monotonic, boot: bootID)
    }
  }

  package var trust: ClockTrust {
    ClockTrust(isTrusted: state.withLock { $0.isTrusted }, why: "as set with `rouse mock trust …`")
  }

  package func sleep(for duration: Duration) async throws {
    guard let sleeper = sleeper.withLock({ $0 }) else { return try await SystemTime().sleep(for: duration) }
    try await sleeper.sleep(for: duration)
  }

  // MARK: Changes

  package func step(by duration: Duration) {
    let stepped = state.withLock { state in
      state.start = state.start + duration
      state.steps += 1
      return state.timers.filter(\.isWall).map(\.wakeup)
    }
    for wakeup in stepped { wakeup.signal() }
  }

  package func trust(_ isTrusted: Bool) { state.withLock { $0.isTrusted = isTrusted } }

  /// Advances by `duration`, or until `stop` is called. Everything due until then has happened when this returns.
  package func advance(by duration: Duration) async -> Arrival {
    await withCheckedContinuation { continuation in
      let real = Self.realTime
      let isFirst = state.withLock { state in
        guard state.advance == nil else { return false }
        state.base = state.monotonic(real)
        state.advance = Advance(target: state.base + duration, continuation: continuation, lastAction: real)
        return true
      }
      guard isFirst else { return continuation.resume(returning: .refused) }
      isAdvancing.store(true, ordering: .sequentiallyConsistent)
      bell.ring()
    }
  }

  /// Ends an advance at the current moment, once everything due by then has happened.
  package func stop() { state.withLock { $0.advance?.target = $0.base } }

  // MARK: Waits

  /// Counts something as busy.
  package func enter() { busy.add(1, ordering: .sequentiallyConsistent) }

  /// Ends an `enter`: the thread or job now waits or has ended.
  package func leave() {
    let left = busy.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, isAdvancing.load(ordering: .sequentiallyConsistent) { bell.ring() }
  }

  package func newTimer() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  /// Signals `wakeup` at a monotonic moment; `nil` cancels the timer.
  package func set(_ timer: UInt64, to moment: Duration?, _ wakeup: Wakeup) {
    let isEarliest = state.withLock { $0.set(timer, to: moment, isWall: false, wakeup) }
    if isEarliest { bell.ring() }
  }

  /// Signals `wakeup` at a time of day and whenever that time is set. Returns how often it has been set.
  fileprivate func set(_ timer: UInt64, to moment: Instant, _ wakeup: Wakeup) -> Int {
    let (isEarliest, steps) = state.withLock { state in
      (state.set(timer, to: moment - state.start, isWall: true, wakeup), state.steps)
    }
    if isEarliest { bell.ring() }
    return steps
  }

  // MARK: The thread

  private func run() {
    while true {
      switch next() {
      case .fire(let wakeup): wakeup.signal()
      case .rest(let duration): bell.wait(timeout: duration)
      case .end(let continuation, let arrival):
        isAdvancing.store(false, ordering: .sequentiallyConsistent)
        continuation.resume(returning: arrival)
      }
    }
  }

  private func next() -> Action {
    let real = Self.realTime
    let isBusy = busy.load(ordering: .sequentiallyConsistent) > 0
    return state.withLock { state in
      let earliest = state.earliest
      guard let advance = state.advance else {
        guard let earliest else { return .rest(nil) }
        let left = state.timers[earliest].moment - state.monotonic(real)
        return left > .zero ? .rest(left) : .fire(state.timers.remove(at: earliest).wakeup)
      }
      guard !isBusy else {
        let left = Self.longestStep - (real - advance.lastAction)
        return left > .zero ? .rest(left) : state.end(advance, .stuck, real)
      }
      guard let earliest, state.timers[earliest].moment <= advance.target else {
        state.base = max(state.base, advance.target)
        return state.end(advance, .arrived, real)
      }
      state.base = max(state.base, state.timers[earliest].moment)
      state.advance?.lastAction = real
      return .fire(state.timers.remove(at: earliest).wakeup)
    }
  }
}

/// Wakes the thread that waits with `wakeup` at a time of day of a mock clock, and when that time is set.
package final class VirtualWallTimer: WallTimer {
  private let clock: VirtualTime
  private let wakeup: Wakeup
  private let id: UInt64
  private let steps = Mutex(0)

  package init(_ clock: VirtualTime, waking wakeup: Wakeup) {
    self.clock = clock
    self.wakeup = wakeup
    id = clock.newTimer()
    _ = set(nil)
  }

  deinit { clock.set(id, to: nil, wakeup) }

  /// -1, because `wakeup` is signaled instead.
  package var descriptor: Int32 { -1 }

  package func set(_ moment: Instant?) -> Bool {
    let steps = clock.set(id, to: moment ?? Instant(seconds: 1 << 33), wakeup)
    return self.steps.withLock { exchange(&$0, steps) } != steps
  }

  package func sawStep() -> Bool { false }
}
