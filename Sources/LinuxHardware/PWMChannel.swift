/// A hardware PWM output, as /sys/class/pwm has it (the kernel's Documentation/driver-api/pwm).
public struct PWMChannel: Hashable, Sendable {
  /// Where the chip's `device` link ends: `fe20c000.pwm` on a Raspberry Pi 4. The chip's number changes, this stays.
  public var device: String
  /// 0 for the chip's first output.
  public var channel: Int
  /// Periods a second: the pitch of a passive buzzer, or fast enough for a motor not to stutter (1…100,000 Hz).
  public var frequency: Int

  public init(device: String, channel: Int, frequency: Int) {
    self.device = device
    self.channel = channel
    self.frequency = frequency
  }
}
