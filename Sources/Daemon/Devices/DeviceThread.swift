import CLinux
import Glibc
import Hardware
import Machine
import Synchronization

protocol KeptDevice: Sendable {
  /// Repeats the device's current state, to find out whether it still works.
  func tellAgain()
  var isSettled: Bool { get }
  func checkForHang()
  /// Makes the device inert for good.
  func close()
}

/// Keeps one device in the wanted state, with retries, on its own thread, so that a blocking device delays nobody.
final class DeviceThread<State: Hashable & Sendable>: KeptDevice {
  private struct Progress {
    var wanted: State
    /// The state that the device last accepted, or `nil` if unknown.
    var applied: State?
    var callStart: Duration?
    var failureCount = 0
    var keeper: (@Sendable () -> Duration)?
    /// On the clock that the thread sleeps by.
    var keeperDue: Duration?
    var isClosed = false
  }

  let role: DeviceRole
  private let progress: Mutex<Progress>
  private let wakeup: Wakeup
  private let health: DeviceHealth
  private let time: any TimeSource
  /// The clock that the thread sleeps by, even if a test provides another `time`.
  private let clock: any TimeSource = VirtualTime.installed ?? SystemTime()
  private let atRest: State
  private let apply: @Sendable (State) throws(HardwareError) -> Void

  /// How often a device that is not at rest is told its state again, to find broken devices and restore recovered ones.
  private let reassurance: Duration
  /// How much earlier a repetition may come if the thread is awake anyway, which saves a wakeup.
  private var earliness: Duration { reassurance / 20 }

  /// A call that takes longer counts as failed, though it cannot be aborted.
  static var longestCall: Duration { .seconds(2) }

  /// Starts the thread with `initial` as the wanted state, which makes the device inert.
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
      // Without real-time priority the device still works; the scheduler reports the refusal.
      _ = rouse_use_fifo_priority()
      run()
    }
  }

  /// Sets the wanted state and returns immediately.
  func want(_ state: State) {
    let isChanged = progress.withLock { progress in
      guard !progress.isClosed else { return false }
      return exchange(&progress.wanted, state) != state
    }
    if isChanged { wakeup.signal() }
  }

  func close() {
    // Under one lock, so that a keeper whose call is under way changes nothing any more.
    progress.withLock { ($0.wanted, $0.keeper, $0.keeperDue, $0.isClosed) = (atRest, nil, nil, true) }
    wakeup.signal()
  }

  /// Has the device's own thread call `keeper` from now on, so that no other thread wakes for it. The keeper calls
  /// `want` and returns the time until its next call. It is not called while the device hangs.
  func follow(_ keeper: @escaping @Sendable () -> Duration) {
    progress.withLock { $0.keeper = keeper }
    askKeeper()
  }

  /// Calls the keeper soon, because something that it depends on has changed.
  func askKeeper() {
    progress.withLock { $0.keeperDue = .zero }
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
    var reassuranceDue = Duration.zero
    while true {
      callKeeper()
      let (wanted, isNeeded, failureCount, keeperDue) = progress.withLock { progress in
        let isDue = progress.wanted != atRest && clock.monotonic >= reassuranceDue - earliness
        let isNeeded = isDue || progress.applied != progress.wanted
        if isNeeded { progress.callStart = time.monotonic }
        return (progress.wanted, isNeeded, progress.failureCount, progress.keeperDue)
      }
      guard isNeeded else {
        let next = [keeperDue, wanted == atRest ? nil : reassuranceDue].compactMap(\.self).min()
        wakeup.wait(timeout: next.map { $0 - clock.monotonic })
        continue
      }
      do {
        try apply(wanted)
        finishCall(applied: wanted)
        reassuranceDue = clock.monotonic + reassurance
        health.worked(role)
      } catch {
        finishCall(applied: nil)
        health.failed(error)
        wakeup.wait(timeout: Backoff.delay(afterFailures: failureCount + 1))
      }
    }
  }

  private func callKeeper() {
    let due = progress.withLock { progress -> (@Sendable () -> Duration)? in
      guard let due = progress.keeperDue, due <= clock.monotonic else { return nil }
      progress.keeperDue = nil
      return progress.keeper
    }
    guard let keeper = due else { return }
    let next = keeper() + clock.monotonic
    // Meanwhile it may have been asked again, or the device closed.
    progress.withLock { if $0.keeper != nil { $0.keeperDue = $0.keeperDue ?? next } }
  }

  private func finishCall(applied state: State?) {
    progress.withLock { progress in
      progress.callStart = nil
      progress.applied = state
      progress.failureCount = state == nil ? progress.failureCount + 1 : 0
    }
  }
}

enum Backoff {
  /// Returns 100 ms, doubling up to 1 s, so that a recovered device works again within 2 s.
  static func delay(afterFailures count: Int) -> Duration {
    .milliseconds(min(1000, 100 << min(4, max(0, count - 1))))
  }
}
