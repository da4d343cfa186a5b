import Glibc
import Hardware
import Testing

/// What every light sensor does.
enum LightSensorContract {
  /// - Parameters:
  ///   - levels: what is set, in lux.
  ///   - set: makes the sensor's surroundings so light.
  ///   - tolerance: the share by which the answer may differ.
  static func verify(
    _ sensor: any LightSensor, levels: [Double], tolerance: Double = 0, set: (Double) throws -> Void
  ) throws {
    for lux in levels {
      try set(lux)
      // Asked again it says the same: nothing is used up.
      for _ in 1...2 {
        let said = try sensor.illuminance()
        #expect(said >= 0 && abs(said - lux) <= lux * tolerance, "\(said) lux for \(lux)")
      }
    }
  }
}

/// What every room sensor does.
enum RoomSensorContract {
  /// - Parameters:
  ///   - hasHumidity: it measures that, too.
  ///   - set: makes the sensor's surroundings so warm, in degrees Celsius.
  static func verify(
    _ sensor: any RoomSensor, degrees: [Double], hasHumidity: Bool, set: (Double) throws -> Void
  ) throws {
    for temperature in degrees {
      try set(temperature)
      let said = try sensor.climate()
      #expect(said.temperature == temperature)
      #expect((said.humidity != nil) == hasHumidity)
      #expect(said.humidity.map { (0...100).contains($0) } ?? true)
    }
  }
}

/// What every power monitor does.
enum PowerMonitorContract {
  /// - Parameter set: lets the voltage drop or rise.
  static func verify(_ monitor: any PowerMonitor, set: (_ isLow: Bool) throws -> Void) throws {
    for isLow in [false, true, true, false] {
      try set(isLow)
      #expect(try monitor.strain().isPowerLow == isLow)
    }
    let before = ContinuousClock.now
    try monitor.waitForChange(atMost: .zero)
    monitor.wake()
    try monitor.waitForChange(atMost: .seconds(3600))
    // What changes before anybody waits is not missed.
    #expect(try !monitor.strain().isPowerLow)
    try set(true)
    try monitor.waitForChange(atMost: .seconds(3600))
    #expect(ContinuousClock.now - before < .seconds(1800))
    #expect(try monitor.strain().isPowerLow)
    try set(false)
  }
}

/// What every button does.
enum ButtonContract {
  /// - Parameter press: presses it, or lets it go.
  static func verify(_ button: any Button, press: (_ isPressed: Bool) throws -> Void) throws {
    func pressOnce() throws {
      try press(true)
      try press(false)
    }
    #expect(try !button.waitForPress(), "nobody waits for a button that is not listened to")
    for _ in 1...2 {
      try pressOnce()
      try button.open()
      try button.open()
      try pressOnce()
      #expect(try button.waitForPress())
      try pressOnce()
      try pressOnce()
      #expect(try button.waitForPress())
      #expect(try button.waitForPress())
      button.close()
      button.close()
      #expect(try !button.waitForPress(), "what went before is not told")
    }
  }
}
