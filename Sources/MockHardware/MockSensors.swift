import Glibc
import Hardware

/// A sensor that reports the readings given to it.
public final class MockSensor<Reading: Sendable>: MockDevice {
  private let core: MockCore<Reading>

  /// - Parameter clock: for a sensor that waits for changes.
  init(_ role: DeviceRole, _ reading: Reading, _ history: MockHistory, waitingBy clock: MockClock? = nil) {
    core = MockCore(role, reading, history, waitingBy: clock)
  }

  /// The reading, also available while the sensor fails.
  public var current: Reading { core.state }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) }
  public func heal() { core.heal() }

  private func measure(
    _ operation: String, waitingFor what: String = "a measurement"
  ) throws(HardwareError) -> Reading {
    try core.act(operation) { reading, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(core.role, "waiting for \(what)", code: ETIMEDOUT) }
      return reading
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}

/// The light in front of a mock sensor.
public struct MockLight: Sendable {
  /// The default is a room in the evening.
  public internal(set) var lux = 50.0
  var noise = 0.0
  var measurements = 0
}

extension MockSensor: LightSensor where Reading == MockLight {
  /// - Parameter noise: the maximum relative deviation of a measurement; each measurement deviates differently.
  public func set(lux: Double, noise: Double = 0) {
    core.arrange { light in
      light.noise = noise
      core.change(&light.lux, to: lux, "set", Self.text(lux))
    }
  }

  /// Throws ETIMEDOUT during a stall.
  public func illuminance() throws(HardwareError) -> Double {
    let light = try measure("measuring the light")
    core.arrange { $0.measurements += 1 }
    // Multiples of the golden ratio spread evenly over 0…1 and never repeat.
    let share = (Double(light.measurements + 1) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    return light.lux * (1 + light.noise * (2 * share - 1))
  }
}

extension MockSensor: RoomSensor where Reading == RoomClimate {
  /// Takes degrees Celsius.
  public func set(temperature: Double) {
    core.arrange { core.change(&$0.temperature, to: temperature, "set", "\(Self.text(temperature)) C") }
  }

  /// Takes 0…100 percent, or `nil` for a sensor without humidity.
  public func set(humidity: Double?) {
    let detail = humidity.map { "\(Self.text($0))%" } ?? "no humidity"
    core.arrange { core.change(&$0.humidity, to: humidity, "set", detail) }
  }

  /// Throws ETIMEDOUT during a stall.
  public func climate() throws(HardwareError) -> RoomClimate { try measure("measuring the temperature") }
}

extension MockSensor: PowerMonitor where Reading == BoardStrain {
  public func set(low: Bool) {
    core.arrange { core.change(&$0.isPowerLow, to: low, low ? "low" : "good") }
  }

  /// Takes degrees Celsius, or `nil` for an unknown temperature.
  public func set(processorTemperature celsius: Double?) {
    let detail = celsius.map { "\(Self.text($0)) C" } ?? "unknown"
    core.arrange { core.change(&$0.processorTemperature, to: celsius, "heat", detail) }
  }

  /// Throws ETIMEDOUT during a stall.
  public func strain() throws(HardwareError) -> BoardStrain {
    try measure("looking at the voltage", waitingFor: "its answer")
  }

  public func waitForChange(atMost span: Duration) throws(HardwareError) {
    core.event?.wait(Int64(max(0, span / .nanoseconds(1))))
    try core.act("waiting for a change of the voltage") { _, _ in }
  }

  public func wake() { core.event?.send() }
}
