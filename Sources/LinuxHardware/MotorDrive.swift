import Hardware

/// The drive parameters of a vibration motor.
public struct MotorDrive: Hashable, Sendable {
  /// The duty cycle of each level, 0…1 of the period; `off` is always 0.
  public var light: Double
  public var medium: Double
  public var strong: Double
  /// The duration of full power when starting from rest, because a motor may not start at a low duty.
  public var kick: Duration
  /// The thermal budget: the longest continuous run …
  public var longestOn: Duration
  /// … and the maximum share of running time over many minutes, 0…1; 1 means no limit.
  public var dutyShare: Double

  public init(
    light: Double = 0.4, medium: Double = 0.7, strong: Double = 1, kick: Duration = .milliseconds(80),
    longestOn: Duration = .seconds(60), dutyShare: Double = 0.75
  ) {
    self.light = light
    self.medium = medium
    self.strong = strong
    self.kick = kick
    self.longestOn = longestOn
    self.dutyShare = dutyShare
  }

  public func duty(of level: VibrationLevel) -> Double {
    switch level {
    case .off: 0
    case .light: light
    case .medium: medium
    case .strong: strong
    }
  }
}
