import CLinux
import Hardware
import Synchronization

/// Pulse-width modulation by a thread that switches a line. The thread runs only while the duty is between 0 and 1.
final class SoftwarePWM: DutyOutput {
  private let pulses: Pulses

  /// - Parameter frequency: 50…100 Hz: fast enough for a motor, slow enough for a thread.
  init(_ role: DeviceRole, _ line: any SwitchOutput, frequency: Int = 100, clock: DeviceClock = .monotonic) {
    pulses = Pulses(role, line, period: .seconds(1) / frequency, clock: clock)
  }

  deinit { pulses.end() }

  /// Also throws an error that the thread has met since the last call.
  func set(duty: Double) throws(HardwareError) { try pulses.set(duty: duty) }
}

/// State shared with the thread. The thread does not retain the `SoftwarePWM`, whose `deinit` ends the thread.
private final class Pulses: Sendable {
  private struct State {
    /// 0…1.
    var duty = 0.0
    var hasThread = false
    /// The error that ended the thread, for the next call to throw.
    var failure: HardwareError?

    var isPulsing: Bool { duty > 0 && duty < 1 }
  }

  private let role: DeviceRole
  private let line: any SwitchOutput
  private let period: Duration
  private let clock: DeviceClock
  private let state = Mutex(State())

  init(_ role: DeviceRole, _ line: any SwitchOutput, period: Duration, clock: DeviceClock) {
    self.role = role
    self.line = line
    self.period = period
    self.clock = clock
  }

  func set(duty: Double) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      state.duty = duty
      guard state.isPulsing else { return try line.set(on: duty > 0) }
      guard !state.hasThread else { return }
      do throws(HardwareError) {
        try line.set(on: true)
        try startThread()
        state.hasThread = true
      } catch {
        state.duty = 0
        throw error
      }
    }
  }

  func end() {
    state.withLock { state in
      state.duty = 0
      do {
        try line.set(on: false)
      } catch {
        // The failure has released the line, so it is inactive.
      }
    }
  }

  private func startThread() throws(HardwareError) {
    let code = DetachedThread.start("software-pwm") {
      // Without this priority, the pulses are less even.
      _ = rouse_use_fifo_priority()
      self.run()
    }
    guard code == 0 else {
      throw HardwareError(role, "starting the thread that switches its line", code: code)
    }
  }

  private func run() {
    var start = clock.now()
    while let width = turn(true) {
      clock.sleepUntil(start + width)
      guard turn(false) != nil else { return }
      start += period
      clock.sleepUntil(start)
      // After a delay of more than a period, do not catch up on missed pulses.
      let now = clock.now()
      if now > start + period { start = now }
    }
  }

  /// Switches the line and returns the pulse width, or `nil` to end the thread if no more pulses are needed.
  private func turn(_ isOn: Bool) -> Duration? {
    state.withLock { state in
      guard state.isPulsing else {
        state.hasThread = false
        return nil
      }
      do throws(HardwareError) {
        try line.set(on: isOn)
        return period * state.duty
      } catch {
        state.failure = error
        state.duty = 0
        state.hasThread = false
        return nil
      }
    }
  }
}
