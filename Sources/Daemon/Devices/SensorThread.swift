import Glibc
import Hardware
import Machine
import Synchronization

/// Reads one sensor repeatedly on its own thread, so that a slow chip delays nobody. Retries failures ever less often.
final class SensorThread: Sendable {
  private struct State {
    var callStart: Duration?
    /// The number of reads since the last `askAgain`.
    var looks = 0
    var interval: Duration
    var isStopped = false
  }

  let role: DeviceRole
  private let state: Mutex<State>
  private let wakeup: Wakeup
  private let health: DeviceHealth
  private let time: any TimeSource
  private let forget: @Sendable () -> Void
  private let look: @Sendable () throws(HardwareError) -> Void
  private let wait: (@Sendable (Duration) throws(HardwareError) -> Void)?
  private let wake: @Sendable () -> Void

  /// An opt3001 takes 0.9 s.
  static var longestCall: Duration { .seconds(3) }
  /// A reading is kept after one failure, but not after two.
  private static let failuresToForget = 2

  /// - Parameter wait: waits up to a duration for the sensor to report a change; `wake` ends it. `nil` if it cannot.
  init(
    _ role: DeviceRole, every interval: Duration, health: DeviceHealth, time: any TimeSource,
    wait: (@Sendable (Duration) throws(HardwareError) -> Void)? = nil, wake: @escaping @Sendable () -> Void = {},
    look: @escaping @Sendable () throws(HardwareError) -> Void, forget: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.role = role
    self.health = health
    self.time = time
    self.wait = wait
    self.wake = wake
    self.look = look
    self.forget = forget
    state = Mutex(State(interval: interval))
    wakeup = try Wakeup()
    try MachineThread.start(role.rawValue) { [self] in run() }
  }

  /// Sets the time between reads. Returns `false` if it was the same already.
  @discardableResult
  func ask(every interval: Duration) -> Bool {
    let before = state.withLock { exchange(&$0.interval, interval) }
    if before != interval { stir() }
    return before != interval
  }

  func askAgain() {
    state.withLock { $0.looks = 0 }
    stir()
  }

  var isSettled: Bool { state.withLock { $0.looks > 0 } }

  func stop() {
    state.withLock { $0.isStopped = true }
    stir()
  }

  /// Reports a call that does not return, and drops the reading.
  func checkForHang() {
    let start = state.withLock { $0.callStart }
    guard let start, time.monotonic - start > Self.longestCall else { return }
    health.failed(HardwareError(role, "waiting for the driver to answer", code: ETIMEDOUT))
    forget()
  }

  private func stir() {
    wakeup.signal()
    wake()
  }

  private func run() {
    var failureCount = 0
    while !state.withLock({ $0.isStopped }) {
      state.withLock { $0.callStart = time.monotonic }
      do throws(HardwareError) {
        try look()
        failureCount = 0
        finishCall()
        health.worked(role)
        rest(for: state.withLock { $0.interval })
      } catch {
        failureCount += 1
        finishCall()
        health.failed(error)
        if failureCount >= Self.failuresToForget { forget() }
        wakeup.wait(timeout: Self.delay(afterFailures: failureCount))
      }
    }
  }

  private func rest(for interval: Duration) {
    guard let wait else { return _ = wakeup.wait(timeout: interval) }
    do throws(HardwareError) {
      try wait(interval)
    } catch {
      // The next read reports the failure, if there is one.
      wakeup.wait(timeout: .seconds(1))
    }
  }

  private func finishCall() {
    state.withLock { state in
      state.callStart = nil
      state.looks += 1
    }
  }

  /// Returns 1 s, doubling up to a minute. No ring waits for a sensor.
  static func delay(afterFailures count: Int) -> Duration { .seconds(min(60, 1 << min(6, max(0, count - 1)))) }
}
