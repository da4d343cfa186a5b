import AlarmClock
import CLinux
import Synchronization

/// A clock for mock hardware. It starts at any time of day, runs at normal speed, and can be advanced, set and distrusted.
///
/// A process has at most one, which must be installed before anything waits. All waits of the service then end by it. To
/// advance, it counts what is busy: threads that do not wait, tasks that run, and signals that were sent and not received.
/// While nothing is busy it jumps to the next moment for which something waits, and lets that happen.
///
/// These use the real clock all the same: the times that the log's reader adds (journald), the watchdog of systemd,
/// connections of clients (`ControlService`), what a pass of the card reader costs (`PassSchedule`), the time limits of child
/// processes, and `WorkPool`, which looks for blocked threads.
package final class VirtualTime: TimeSource, TrustSource {
  fileprivate struct Timer {
    let id: UInt64
    var moment: Duration
    /// The order in which timers were set. It decides between two timers for the same moment.
    var order: UInt64
    var isWall: Bool
    let wakeup: Wakeup
  }

  fileprivate struct State {
    /// The monotonic clock, at `real` of the real one.
    var base: Duration
    var real: Duration
    /// The time of day when the monotonic clock was at zero.
    var start: Instant
    var isTrusted: Bool
    var steps = 0
    var timers: [Timer] = []
    var lastOrder: UInt64 = 0
    var advance: Advance?

    func monotonic(_ real: Duration) -> Duration { advance == nil ? base + (real - self.real) : base }

    var earliest: Int? {
      timers.indices.min { (timers[$0].moment, timers[$0].order) < (timers[$1].moment, timers[$1].order) }
    }
  }

  fileprivate struct Advance {
    var target: Duration
    let continuation: CheckedContinuation<Arrival, Never>
    /// When something was fired last, by the real clock.
    var lastAction: Duration
  }

  /// How an advance ended.
  package enum Arrival: Sendable {
    case arrived
    /// Another one was under way.
    case refused
    /// Something in the service was busy for `longestStep`.
    case stuck
  }

  fileprivate enum Action {
    case fire(Wakeup)
    case rest(Duration?)
    case end(CheckedContinuation<Arrival, Never>, Arrival)
  }

  private static let shared = Mutex<VirtualTime?>(nil)
  /// The clock of this process, or `nil` if it runs on the real one.
  package static var installed: VirtualTime? { shared.withLock { $0 } }

  /// The time between two checks of something that rarely changes: `usual`, or longer on a mock clock. Mock devices report
  /// each change, and a year has half a million minutes.
  package static func pause(_ usual: Duration) -> Duration { installed == nil ? usual : .seconds(1800) }

  /// An advance gives up after something has been busy for so long, by the real clock.
  package static let longestStep: Duration = .seconds(60)
  /// A service starts about so long after the machine.
  private static let boot: Duration = .seconds(30)

  private let state: Mutex<State>
  private let bootID: String
  private let bell: Doorbell
  private let busy: Atomic<Int>
  /// Spares `leave`, which is called for each job, the lock of `state`.
  private let isAdvancing = Atomic(false)
  private let lastID = Atomic<UInt64>(0)
  private let sleeper = Mutex<Sleeper?>(nil)
  /// Whether it is being advanced.
  var isUnderWay: Bool { state.withLock { $0.advance != nil } }
  /// How many tasks sleep.
  var sleeping: Int { sleeper.withLock { $0?.count ?? 0 } }

  /// Starts at `now`. The calling thread counts as busy.
  package init(now: Instant, isTrusted: Bool = true) throws(SystemError) {
    bell = try Doorbell()
    busy = Atomic(1)
    bootID = "virtual-\(UInt64.random(in: 0...UInt64.max))"
    state = Mutex(
      State(base: Self.boot, real: Self.realTime, start: now - Self.boot, isTrusted: isTrusted))
  }

  /// Makes it the clock of this process, for good.
  package func install() throws(SystemError) {
    Self.shared.withLock { $0 = self }
    // Threads take turns by it, and one that wakes another one on the same processor needs a tenth of the time.
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
    let isTrusted = state.withLock { $0.isTrusted }
    return ClockTrust(isTrusted: isTrusted, why: "as set with `rouse mock trust …`")
  }

  package func sleep(for duration: Duration) async throws {
    guard let sleeper = sleeper.withLock({ $0 }) else { return try await SystemTime().sleep(for: duration) }
    try await sleeper.sleep(for: duration)
  }

  // MARK: Changes

  /// Sets the time of day.
  package func step(by duration: Duration) {
    let stepped = state.withLock { state in
      state.start = state.start + duration
      state.steps += 1
      return state.timers.filter(\.isWall).map(\.wakeup)
    }
    for wakeup in stepped { wakeup.signal() }
  }

  package func trust(_ isTrusted: Bool) { state.withLock { $0.isTrusted = isTrusted } }

  /// Advances by `duration`, or until `stop` is called. All that is due until then has happened when it returns.
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

  /// Ends an advance at this moment, once all that is due by now has happened.
  package func stop() { state.withLock { $0.advance?.target = $0.base } }

  // MARK: Waits

  /// Counts something as busy.
  package func enter() { busy.add(1, ordering: .sequentiallyConsistent) }

  /// Ends an `enter`: the thread or job waits now, or has ended.
  package func leave() {
    let left = busy.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, isAdvancing.load(ordering: .sequentiallyConsistent) { bell.ring() }
  }

  package func newTimer() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  /// Signals `wakeup` at a moment of the monotonic clock; `nil`: no more.
  package func set(_ timer: UInt64, to moment: Duration?, _ wakeup: Wakeup) {
    let isEarliest = state.withLock { $0.set(timer, to: moment, isWall: false, wakeup) }
    if isEarliest { bell.ring() }
  }

  /// Signals `wakeup` at a time of day, and whenever that is set. Returns how often it has been set.
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

extension VirtualTime.State {
  /// Returns whether it is the first to come.
  fileprivate mutating func set(_ timer: UInt64, to moment: Duration?, isWall: Bool, _ wakeup: Wakeup) -> Bool {
    timers.removeAll { $0.id == timer }
    guard let moment else { return false }
    lastOrder += 1
    let isEarliest = timers.allSatisfy { $0.moment > moment }
    timers.append(VirtualTime.Timer(id: timer, moment: moment, order: lastOrder, isWall: isWall, wakeup: wakeup))
    return isEarliest
  }

  fileprivate mutating func end(
    _ advance: VirtualTime.Advance, _ arrival: VirtualTime.Arrival, _ real: Duration
  ) -> VirtualTime.Action {
    self.advance = nil
    self.real = real
    return .end(advance.continuation, arrival)
  }
}

/// Wakes the thread that waits with `wakeup` at a time of day of a mock clock, and when that is set.
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

  /// None: `wakeup` is signaled.
  package var descriptor: Int32 { -1 }

  package func set(_ moment: Instant?) -> Bool {
    let steps = clock.set(id, to: moment ?? Instant(seconds: 1 << 33), wakeup)
    return self.steps.withLock { last in
      defer { last = steps }
      return steps != last
    }
  }

  package func sawStep() -> Bool { false }
}
