import CLinux
import Hardware

/// Pulse-width modulation by a thread that switches a line. The thread runs only while the duty is between 0 and 1.
final class SoftwarePWM: DutyOutput {
  private let line: any SwitchedDevice
  private let period: Duration
  private let clock: DeviceClock
  /// The duty while it is between 0 and 1.
  private let pulses: RepeatedWork<Double>

  /// - Parameter frequency: 50…100 Hz: fast enough for a motor, slow enough for a thread.
  init(_ role: DeviceRole, _ line: any SwitchedDevice, frequency: Int = 100, clock: DeviceClock = .monotonic) {
    self.line = line
    period = .seconds(1) / frequency
    self.clock = clock
    pulses = RepeatedWork(role, thread: "software-pwm", that: "switches its line")
  }

  deinit { pulses.end { () throws(HardwareError) in try line.set(on: false) } }

  /// Also throws an error that the thread has met since the last call.
  func set(duty: Double) throws(HardwareError) {
    try pulses.change(run: { [line, period, clock, pulses] in Self.run(line, period, clock, pulses) }) {
      work, hasThread throws(HardwareError) in
      work = nil
      guard duty > 0 && duty < 1 else { return try line.set(on: duty > 0) }
      if !hasThread { try line.set(on: true) }
      work = duty
    }
  }

  private static func run(
    _ line: any SwitchedDevice, _ period: Duration, _ clock: DeviceClock, _ pulses: RepeatedWork<Double>
  ) {
    // Without this priority, the pulses are less even.
    _ = rouse_use_fifo_priority()
    /// Returns the width of a pulse.
    func turn(_ isOn: Bool) -> Duration? {
      pulses.step { duty throws(HardwareError) in
        try line.set(on: isOn)
        return period * duty
      }
    }
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
}
