import Hardware

/// A passive buzzer at the pitch of its PWM channel's frequency, or a lamp at full power.
public final class PWMSwitch: Buzzer, Lamp {
  private let output: any DutyOutput
  private let duty: Double

  /// Touches nothing; the channel is opened at the first call.
  ///
  /// - Parameter role: `.buzzer` or `.lamp`.
  public convenience init(_ role: DeviceRole, _ channel: PWMChannel) {
    self.init(role, output: PWMOutput(role, channel))
  }

  init(_ role: DeviceRole, output: any DutyOutput) {
    self.output = output
    // A square wave is loudest when it is as long high as low.
    duty = role == .buzzer ? 0.5 : 1
  }

  /// Throws ENODEV: no such chip or channel; EBUSY: the kernel uses it; EACCES: no permission.
  public func set(on: Bool) throws(HardwareError) { try output.set(duty: on ? duty : 0) }
}
