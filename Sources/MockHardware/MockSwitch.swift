import Hardware

/// A buzzer or lamp without hardware that remembers whether it is on.
public final class MockSwitch: SwitchedDevice, MockDevice {
  private let core: MockCore<Bool>

  /// - Parameter role: `.buzzer` or `.lamp`.
  public init(_ role: DeviceRole, history: MockHistory = MockHistory()) { core = MockCore(role, false, history) }

  /// Always false while the device fails.
  public var isOn: Bool { core.state }

  public func set(on: Bool) throws(HardwareError) {
    try core.act("switching \(on ? "on" : "off")") { isOn, isStalled throws(HardwareError) in
      if !isStalled { change(&isOn, to: on) }
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { change(&$0, to: false) } }
  public func heal() { core.heal() }

  private func change(_ isOn: inout Bool, to on: Bool) { core.change(&isOn, to: on, on ? "on" : "off") }
}
