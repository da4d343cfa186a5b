import Hardware

/// A lamp on a PWM channel, lit at full power.
public final class PWMLamp: Lamp {
  private let output: any DutyOutput

  /// Touches nothing; the channel is opened at the first call.
  public convenience init(_ channel: PWMChannel) { self.init(output: PWMOutput(.lamp, channel)) }

  init(output: any DutyOutput) { self.output = output }

  /// Throws ENODEV: no such chip or channel; EBUSY: the kernel uses it; EACCES: no permission.
  public func set(on: Bool) throws(HardwareError) { try output.set(duty: on ? 1 : 0) }
}
