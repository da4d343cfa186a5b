import CLinux
import Glibc
import Hardware
import Machine
import Synchronization

protocol KeptDevice: Sendable {
  /// Tells the device once more what it does already, so that its health is known.
  func tellAgain()
  var isSettled: Bool { get }
  func checkForHang()
}

/// Keeps one device in the state that is wanted, on a thread of its own, so that a device that blocks in the kernel
/// holds nobody else up. Failures are retried until they end or something else is wanted.
final class DeviceThread<State: Hashable & Sendable>: KeptDevice {
  private struct Progress {
    var wanted: State
    /// What the device was last told with success; nil: unknown.
    var applied: State?
    /// When the call that is under way began.
    var callStart: Duration?
    var failureCount = 0
    var keeper: (@Sendable () -> Duration)?
    var isKeeperDue = false
  }

  let role: DeviceRole
  private let progress: Mutex<Progress>
  private let wakeup: Wakeup
  private let health: DeviceHealth
  private let time: any TimeSource
  /// The thread sleeps by this clock, even where a test has a time of its own.
  private let clock: any TimeSource = VirtualTime.installed ?? SystemTime()
  private let atRest: State
  private let apply: @Sendable (State) throws(HardwareError) -> Void

  /// How often a device that is not at rest is told again: one that broke meanwhile is noticed, and one that is well
  /// again does what it should.
  private let reassurance: Duration
  /// So much earlier where the thread is awake anyway: one wakeup does for two.
  private var earliness: Duration { reassurance / 20 }

  /// A call that takes longer counts as failed, though it cannot be ended.
  static var longestCall: Duration { .seconds(2) }

  /// Starts with `initial` wanted, and so makes the device inert.
  init(
    _ role: DeviceRole, initial: State, reassurance: Duration = .milliseconds(1500), health: DeviceHealth,
    time: any TimeSource, apply: @escaping @Sendable (State) throws(HardwareError) -> Void
  ) throws(SystemError) {
    self.role = role
    self.health = health
    self.time = time
    self.apply = apply
    self.reassurance = reassurance
    atRest = initial
    progress = Mutex(Progress(wanted: initial))
    wakeup = try Wakeup()
    try MachineThread.start(role.rawValue) { [self] in
      // Refused, the device still works; the scheduler tells of the refusal.
      _ = rouse_use_fifo_priority()
      run()
    }
  }

  /// Says what the device is to do from now on, and returns at once.
  func want(_ state: State) {
    let changed = progress.withLock { progress in
      defer { progress.wanted = state }
      return progress.wanted != state
    }
    if changed { wakeup.signal() }
  }

  /// From now on the device's own thread calls `keeper`, so that no other thread wakes for it. The keeper calls `want`, and
  /// returns how long to wait until the next call. While the device hangs, it is not called.
  func follow(_ keeper: @escaping @Sendable () -> Duration) {
    progress.withLock { $0.keeper = keeper }
    askKeeper()
  }

  /// Something has changed that the keeper looks at.
  func askKeeper() {
    progress.withLock { $0.isKeeperDue = true }
    wakeup.signal()
  }

  var state: State { progress.withLock { $0.wanted } }

  func tellAgain() {
    progress.withLock { $0.applied = nil }
    wakeup.signal()
  }

  var isSettled: Bool {
    progress.withLock { $0.applied == $0.wanted || $0.failureCount > 0 }
  }

  func checkForHang() {
    let start = progress.withLock { $0.callStart }
    if let start, time.monotonic - start > Self.longestCall {
      health.failed(HardwareError(role, "waiting for the driver to answer", code: ETIMEDOUT))
    }
  }

  private func run() {
    var keeperDue: Duration?
    var reassuranceDue = Duration.zero
    while true {
      if let keeper = dueKeeper(keeperDue) { keeperDue = keeper() + clock.monotonic }
      let (wanted, isNeeded, failureCount) = progress.withLock { progress in
        let isDue = progress.wanted != atRest && clock.monotonic >= reassuranceDue - earliness
        let isNeeded = isDue || progress.applied != progress.wanted
        if isNeeded { progress.callStart = time.monotonic }
        return (progress.wanted, isNeeded, progress.failureCount)
      }
      guard isNeeded else {
        let next = [keeperDue, wanted == atRest ? nil : reassuranceDue].compactMap(\.self).min()
        wakeup.wait(timeout: next.map { $0 - clock.monotonic })
        continue
      }
      do {
        try apply(wanted)
        finishCall { progress in
          progress.applied = wanted
          progress.failureCount = 0
        }
        reassuranceDue = clock.monotonic + reassurance
        health.worked(role)
      } catch {
        finishCall { progress in
          progress.applied = nil
          progress.failureCount += 1
        }
        health.failed(error)
        wakeup.wait(timeout: Backoff.delay(afterFailures: failureCount + 1))
      }
    }
  }

  private func dueKeeper(_ due: Duration?) -> (@Sendable () -> Duration)? {
    progress.withLock { progress in
      defer { progress.isKeeperDue = false }
      return progress.isKeeperDue || due.map { $0 <= clock.monotonic } ?? false ? progress.keeper : nil
    }
  }

  private func finishCall(_ change: (inout Progress) -> Void) {
    progress.withLock { progress in
      progress.callStart = nil
      change(&progress)
    }
  }
}

enum Backoff {
  /// 100 ms, doubling up to 1 s, so that a healed device is back within 2 s.
  static func delay(afterFailures count: Int) -> Duration {
    .milliseconds(min(1000, 100 << min(4, max(0, count - 1))))
  }
}
