import Hardware

/// A passive buzzer at its PWM channel's frequency, or a lamp at full power.
public final class PWMSwitch: SwitchedDevice {
  private let output: any DutyOutput
  private let duty: Double

  /// The first call opens the channel. `role` is `.buzzer` or `.lamp`.
  public convenience init(_ role: DeviceRole, _ channel: PWMChannel) {
    self.init(role, output: PWMOutput(role, channel))
  }

  init(_ role: DeviceRole, output: any DutyOutput) {
    self.output = output
    // A square wave is loudest at a duty of one half.
    duty = role == .buzzer ? 0.5 : 1
  }

  /// Throws ENODEV if there is no such chip or channel, EBUSY if the kernel uses it, EACCES without permission.
  public func set(on: Bool) throws(HardwareError) { try output.set(duty: on ? duty : 0) }
}
