import Glibc
import Hardware

/// A light sensor without light: it says what it is told to.
public final class MockLightSensor: LightSensor, MockDevice {
  private struct State {
    var lux = 50.0
    var noise = 0.0
    var measurements = 0
  }

  private let core: MockCore<State>

  public init(history: MockHistory = MockHistory()) { core = MockCore(.light, State(), history) }

  /// How light it is before it, in lux, also while it fails: an evening's room, until something else is set.
  public var lux: Double { core.state.lux }

  /// Makes the room so light, in lux.
  ///
  /// - Parameter noise: the share by which what it measures may differ from that, each time by another.
  public func set(lux: Double, noise: Double = 0) {
    core.arrange { state in
      state.noise = noise
      guard state.lux != lux else { return }
      state.lux = lux
      core.history.record(core.role, "set", MockNumber.text(lux))
    }
  }

  /// Throws ETIMEDOUT during a stall.
  public func illuminance() throws(HardwareError) -> Double {
    try core.act("measuring the light") { state, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(.light, "waiting for a measurement", code: ETIMEDOUT) }
      state.measurements += 1
      // The golden ratio's multiples lie evenly between 0 and 1, and never repeat.
      let share = (Double(state.measurements) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      return state.lux * (1 + state.noise * (2 * share - 1))
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { _ in } }
  public func heal() { core.heal() }
}

/// A room sensor without a room: it says what it is told to.
public final class MockRoomSensor: RoomSensor, MockDevice {
  private let core: MockCore<RoomClimate>

  public init(history: MockHistory = MockHistory()) {
    core = MockCore(.room, RoomClimate(temperature: 20, humidity: 50), history)
  }

  /// The air around it, also while it fails.
  public var air: RoomClimate { core.state }

  /// In degrees Celsius.
  public func set(temperature: Double) {
    core.arrange { air in
      guard air.temperature != temperature else { return }
      air.temperature = temperature
      core.history.record(core.role, "set", "\(MockNumber.text(temperature)) C")
    }
  }

  /// 0…100 per cent; nil: it does not measure it.
  public func set(humidity: Double?) {
    core.arrange { air in
      guard air.humidity != humidity else { return }
      air.humidity = humidity
      core.history.record(core.role, "set", humidity.map { "\(MockNumber.text($0))%" } ?? "no humidity")
    }
  }

  /// Throws ETIMEDOUT during a stall.
  public func climate() throws(HardwareError) -> RoomClimate {
    try core.act("measuring the temperature") { air, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(.room, "waiting for a measurement", code: ETIMEDOUT) }
      return air
    }
  }

  public var failure: MockFailure? { core.failure }
  public func fail(_ failure: MockFailure) { core.fail(failure) { _ in } }
  public func heal() { core.heal() }
}

/// A power monitor without a supply: it says what it is told to.
public final class MockPowerMonitor: PowerMonitor, MockDevice {
  private let core: MockCore<BoardStrain>
  private let event: MockSignal

  public init(history: MockHistory = MockHistory(), clock: MockClock = .system) {
    core = MockCore(.power, BoardStrain(isPowerLow: false, processorTemperature: 45), history)
    event = clock.makeSignal()
  }

  /// How the supply and the processor are, also while it fails.
  public var current: BoardStrain { core.state }

  /// Lets the supply's voltage drop or rise.
  public func set(low: Bool) {
    core.arrange { strain in
      guard strain.isPowerLow != low else { return }
      strain.isPowerLow = low
      core.history.record(core.role, low ? "low" : "good")
    }
    event.send()
  }

  /// Makes the processor so hot, in degrees Celsius; nil: it tells no more.
  public func set(processorTemperature celsius: Double?) {
    core.arrange { strain in
      guard strain.processorTemperature != celsius else { return }
      strain.processorTemperature = celsius
      core.history.record(core.role, "heat", celsius.map { "\(MockNumber.text($0)) C" } ?? "unknown")
    }
    event.send()
  }

  /// Throws ETIMEDOUT during a stall.
  public func strain() throws(HardwareError) -> BoardStrain {
    try core.act("looking at the voltage") { strain, isStalled throws(HardwareError) in
      if isStalled { throw HardwareError(.power, "waiting for its answer", code: ETIMEDOUT) }
      return strain
    }
  }

  public func waitForChange(atMost span: Duration) throws(HardwareError) {
    let (seconds, attoseconds) = span.components
    event.wait(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    try core.act("waiting for a change of the voltage") { _, _ in }
  }

  public func wake() { event.send() }

  public var failure: MockFailure? { core.failure }

  public func fail(_ failure: MockFailure) {
    core.fail(failure) { _ in }
    event.send()
  }

  public func heal() {
    core.heal()
    event.send()
  }
}

/// Numbers as people write them.
enum MockNumber {
  /// `3`, `21.5`.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}
