import Glibc
import Hardware
import Testing

enum LightSensorContract {
  /// - Parameters:
  ///   - levels: Lux.
  ///   - tolerance: The relative error that is allowed.
  static func verify(
    _ sensor: any LightSensor, levels: [Double], tolerance: Double = 0, set: (Double) throws -> Void
  ) throws {
    for lux in levels {
      try set(lux)
      // Reading does not change the value.
      for _ in 1...2 {
        let said = try sensor.illuminance()
        #expect(said >= 0 && abs(said - lux) <= lux * tolerance, "\(said) lux for \(lux)")
      }
    }
  }
}

enum RoomSensorContract {
  /// - Parameter degrees: Degrees Celsius.
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

enum PowerMonitorContract {
  static func verify(_ monitor: any PowerMonitor, set: (_ isLow: Bool) throws -> Void) throws {
    for isLow in [false, true, true, false] {
      try set(isLow)
      #expect(try monitor.strain().isPowerLow == isLow)
    }
    let before = ContinuousClock.now
    try monitor.waitForChange(atMost: .zero)
    monitor.wake()
    try monitor.waitForChange(atMost: .seconds(3600))
    // A change before the wait is not missed.
    #expect(try !monitor.strain().isPowerLow)
    try set(true)
    try monitor.waitForChange(atMost: .seconds(3600))
    #expect(ContinuousClock.now - before < .seconds(1800))
    #expect(try monitor.strain().isPowerLow)
    try set(false)
  }
}

enum ButtonContract {
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
