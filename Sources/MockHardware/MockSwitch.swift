import Hardware

/// A buzzer without sound, or a lamp without light: it remembers whether it would be on.
public final class MockSwitch: Buzzer, Lamp, MockDevice {
  private let core: MockCore<Bool>

  /// - Parameter role: `.buzzer` or `.lamp`.
  public init(_ role: DeviceRole, history: MockHistory = MockHistory()) { core = MockCore(role, false, history) }

  /// Whether it sounds or shines at this moment; never while it fails.
  public var isOn: Bool { core.state }

  public func set(on: Bool) throws(HardwareError) {
    try core.act("switching \(on ? "on" : "off")") { isOn, isStalled throws(HardwareError) in
      if !isStalled { change(&isOn, to: on) }
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { change(&$0, to: false) } }
  public func heal() { core.heal() }

  private func change(_ isOn: inout Bool, to on: Bool) {
    guard isOn != on else { return }
    isOn = on
    core.history.record(core.role, on ? "on" : "off")
  }
}
