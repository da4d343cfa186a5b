/// A hardware PWM output in /sys/class/pwm (kernel Documentation/driver-api/pwm).
public struct PWMChannel: Hashable, Sendable {
  /// The end of the chip's `device` link: `fe20c000.pwm` on a Raspberry Pi 4. Unlike the chip's number, it is stable.
  public var device: String
  /// The output of the chip, from 0.
  public var channel: Int
  /// Hertz, 1…100,000: the pitch of a passive buzzer, or fast enough to keep a motor smooth.
  public var frequency: Int

  public init(device: String, channel: Int, frequency: Int) {
    self.device = device
    self.channel = channel
    self.frequency = frequency
  }
}
