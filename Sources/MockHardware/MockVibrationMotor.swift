import Hardware

/// A vibration motor that does not move: it remembers how strongly it would shake.
public final class MockVibrationMotor: VibrationMotor, MockDevice {
  /// The share of full power of each level, as boards usually set it.
  public static let usualDuty: [VibrationLevel: Double] = [.light: 0.4, .medium: 0.7, .strong: 1]

  private let duties: [VibrationLevel: Double]
  private let core: MockCore<VibrationLevel>

  /// - Parameter duty: the share of full power of each level but off, 0…1; `usualDuty` for those it does not name.
  public init(duty: [VibrationLevel: Double] = usualDuty, history: MockHistory = MockHistory()) {
    precondition(duty.values.allSatisfy { (0...1).contains($0) })
    var duty = duty
    duty[.off] = 0
    duties = Self.usualDuty.merging(duty) { _, own in own }
    core = MockCore(.vibration, .off, history)
  }

  /// How strongly it shakes at this moment; off while it fails.
  public var level: VibrationLevel { core.state }

  /// The share of full power that a level means, 0…1.
  public func duty(of level: VibrationLevel) -> Double { duties[level, default: 0] }

  public func set(level: VibrationLevel) throws(HardwareError) {
    try core.act("setting the level \(level.rawValue)") { current, isStalled throws(HardwareError) in
      if !isStalled { change(&current, to: level) }
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { change(&$0, to: .off) } }
  public func heal() { core.heal() }

  private func change(_ current: inout VibrationLevel, to level: VibrationLevel) {
    guard current != level else { return }
    current = level
    core.history.record(core.role, level.rawValue)
  }
}
