import Glibc
import Hardware

/// A light sensor that reports the values given to it.
public final class MockLightSensor: LightSensor, MockDevice {
  private struct State {
    var lux = 50.0
    var noise = 0.0
    var measurements = 0
  }

  private let core: MockCore<State>

  public init(history: MockHistory = MockHistory()) { core = MockCore(.light, State(), history) }

  /// The light in lux, also available while the sensor fails. The default is a room in the evening.
  public var lux: Double { core.state.lux }

  ///
  /// - Parameter noise: the maximum relative deviation of a measurement; each measurement deviates differently.
  public func set(lux: Double, noise: Double = 0) {
    core.arrange { state in
      state.noise = noise
      core.change(&state.lux, to: lux, "set", MockNumber.text(lux))
    }
  }

  /// Throws ETIMEDOUT during a stall.
  public func illuminance() throws(HardwareError) -> Double {
    try core.act("measuring the light") { state, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(.light, "waiting for a measurement", code: ETIMEDOUT) }
      state.measurements += 1
      // Multiples of the golden ratio spread evenly over 0…1 and never repeat.
      let share = (Double(state.measurements) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      return state.lux * (1 + state.noise * (2 * share - 1))
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) }
  public func heal() { core.heal() }
}

/// A room sensor that reports the values given to it.
public final class MockRoomSensor: RoomSensor, MockDevice {
  private let core: MockCore<RoomClimate>

  public init(history: MockHistory = MockHistory()) {
    core = MockCore(.room, RoomClimate(temperature: 20, humidity: 50), history)
  }

  /// The climate, also available while the sensor fails.
  public var air: RoomClimate { core.state }

  /// Takes degrees Celsius.
  public func set(temperature: Double) {
    core.arrange { core.change(&$0.temperature, to: temperature, "set", "\(MockNumber.text(temperature)) C") }
  }

  /// Takes 0…100 percent, or `nil` for a sensor without humidity.
  public func set(humidity: Double?) {
    let detail = humidity.map { "\(MockNumber.text($0))%" } ?? "no humidity"
    core.arrange { core.change(&$0.humidity, to: humidity, "set", detail) }
  }

  /// Throws ETIMEDOUT during a stall.
  public func climate() throws(HardwareError) -> RoomClimate {
    try core.act("measuring the temperature") { air, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(.room, "waiting for a measurement", code: ETIMEDOUT) }
      return air
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) }
  public func heal() { core.heal() }
}

/// A power monitor that reports the values given to it.
public final class MockPowerMonitor: PowerMonitor, MockDevice {
  private let core: MockCore<BoardStrain>

  public init(history: MockHistory = MockHistory(), clock: MockClock = .system) {
    core = MockCore(
      .power, BoardStrain(isPowerLow: false, processorTemperature: 45), history, waitingBy: clock)
  }

  /// The strain, also available while the monitor fails.
  public var current: BoardStrain { core.state }

  public func set(low: Bool) {
    core.arrange { core.change(&$0.isPowerLow, to: low, low ? "low" : "good") }
  }

  /// Takes degrees Celsius, or `nil` for an unknown temperature.
  public func set(processorTemperature celsius: Double?) {
    let detail = celsius.map { "\(MockNumber.text($0)) C" } ?? "unknown"
    core.arrange { core.change(&$0.processorTemperature, to: celsius, "heat", detail) }
  }

  /// Throws ETIMEDOUT during a stall.
  public func strain() throws(HardwareError) -> BoardStrain {
    try core.act("looking at the voltage") { strain, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(.power, "waiting for its answer", code: ETIMEDOUT) }
      return strain
    }
  }

  public func waitForChange(atMost span: Duration) throws(HardwareError) {
    core.event?.wait(Int64(max(0, span / .nanoseconds(1))))
    try core.act("waiting for a change of the voltage") { _, _ in }
  }

  public func wake() { core.event?.send() }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) }
  public func heal() { core.heal() }
}

enum MockNumber {
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}
