import Hardware

/// A vibration motor without hardware that remembers its level.
public final class MockVibrationMotor: VibrationMotor, MockDevice {
  /// The usual share of full power for each level.
  public static let usualDuty: [VibrationLevel: Double] = [.light: 0.4, .medium: 0.7, .strong: 1]

  private let duties: [VibrationLevel: Double]
  private let core: MockCore<VibrationLevel>

  /// - Parameter duty: the share of full power (0…1) of each level except off.
  public init(duty: [VibrationLevel: Double] = usualDuty, history: MockHistory = MockHistory()) {
    precondition(duty.values.allSatisfy { (0...1).contains($0) })
    duties = duty
    core = MockCore(.vibration, .off, history)
  }

  /// The current level; off while the motor fails.
  public var level: VibrationLevel { core.state }

  /// Returns the share of full power for a level, 0…1.
  public func duty(of level: VibrationLevel) -> Double { duties[level, default: 0] }

  public func set(level: VibrationLevel) throws(HardwareError) {
    try core.act("setting the level \(level.rawValue)") { current, isStalled throws(HardwareError) in
      if !isStalled { core.change(&current, to: level, level.rawValue) }
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { core.change(&$0, to: .off, "off") } }
  public func heal() { core.heal() }
}
