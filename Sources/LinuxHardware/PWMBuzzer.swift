import Hardware

/// A passive buzzer, which sounds at the pitch of its PWM channel's frequency.
public final class PWMBuzzer: Buzzer {
  /// A square wave is loudest when it is as long high as low.
  private static let loudest = 0.5
  private let output: any DutyOutput

  /// Touches nothing; the channel is opened at the first call.
  public convenience init(_ channel: PWMChannel) { self.init(output: PWMOutput(.buzzer, channel)) }

  init(output: any DutyOutput) { self.output = output }

  /// Throws ENODEV: no such chip or channel; EBUSY: the kernel uses it; EACCES: no permission.
  public func set(on: Bool) throws(HardwareError) { try output.set(duty: on ? Self.loudest : 0) }
}
