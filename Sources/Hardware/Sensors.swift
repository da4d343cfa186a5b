// Sensors of the clock's surroundings. All are optional; no ring depends on them. Calls may block in the kernel, so the
// daemon gives each sensor its own thread.

/// A sensor for the light in the room.
public protocol LightSensor: Sendable {
  /// Returns lux. May take a second while the chip integrates light.
  func illuminance() throws(HardwareError) -> Double
}

/// A sensor for temperature and perhaps humidity.
public protocol RoomSensor: Sendable {
  func climate() throws(HardwareError) -> RoomClimate
}

/// The temperature and humidity of the air.
public struct RoomClimate: Hashable, Sendable {
  /// Degrees Celsius.
  public var temperature: Double
  /// Relative humidity in percent (0…100), or `nil` if the sensor does not measure it.
  public var humidity: Double?

  public init(temperature: Double, humidity: Double? = nil) {
    self.temperature = temperature
    self.humidity = humidity
  }
}

/// Monitors the supply voltage and the processor's temperature.
public protocol PowerMonitor: Sendable {
  func strain() throws(HardwareError) -> BoardStrain
  /// Blocks until `strain()` may have changed, the time is over, or `wake` was called since the last wait.
  func waitForChange(atMost span: Duration) throws(HardwareError)
  /// Ends another thread's wait, or the next wait if nobody waits.
  func wake()
}

/// Conditions that slow down or stop a board.
public struct BoardStrain: Hashable, Sendable {
  public var isPowerLow: Bool
  /// Degrees Celsius, or `nil` if it is not measured.
  public var processorTemperature: Double?

  public init(isPowerLow: Bool, processorTemperature: Double? = nil) {
    self.isPowerLow = isPowerLow
    self.processorTemperature = processorTemperature
  }
}

/// A push button.
public protocol Button: Sendable {
  /// Starts listening. Does nothing if the button is already open.
  func open() throws(HardwareError)
  /// Blocks until the button is pressed, and returns `true` once per press: contact bounce is filtered, and a press
  /// that began before `open` does not count. Returns `false` if the button was closed.
  func waitForPress() throws(HardwareError) -> Bool
  /// Ends another thread's wait and releases the button.
  func close()
}
