import CLinux
import Hardware
import Synchronization

/// Pulse-width modulation by a thread that switches a line on and off. The thread runs only while the share of full
/// power lies between 0 and 1.
final class SoftwarePWM: DutyOutput {
  private let pulses: Pulses

  /// - Parameter frequency: pulses a second, 50…100: fast enough for a motor, slow enough for a thread.
  init(_ role: DeviceRole, _ line: any SwitchOutput, frequency: Int = 100, clock: DeviceClock = .monotonic) {
    pulses = Pulses(role, line, period: .seconds(1) / frequency, clock: clock)
  }

  deinit { pulses.end() }

  /// Also throws what the thread has failed with since the last call.
  func set(duty: Double) throws(HardwareError) { try pulses.set(duty: duty) }
}

/// What the thread and its owner share; the thread holds this and not its owner, whose end is its own.
private final class Pulses: Sendable {
  private struct State {
    /// 0…1.
    var duty = 0.0
    var hasThread = false
    /// What the thread ended with; for the next call.
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
        // Given back after a failure, the line is inactive.
      }
    }
  }

  private func startThread() throws(HardwareError) {
    let code = DetachedThread.start("software-pwm") {
      // Refused, the pulses are less even.
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
      // Held up for longer than a pulse, it does not catch up on what was missed.
      let now = clock.now()
      if now > start + period { start = now }
    }
  }

  /// Switches the line; returns how long a pulse is on. Nil: there are to be no more pulses, and the thread ends.
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
