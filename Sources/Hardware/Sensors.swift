// What tells the clock of its surroundings. All of it is optional, and nothing that rings depends on it. Calls may block in
// the kernel, so the daemon gives each sensor a thread of its own.

/// Says how light the room is.
public protocol LightSensor: Sendable {
  /// In lux. May take a second, for which the chip gathers light.
  func illuminance() throws(HardwareError) -> Double
}

/// Says how warm the room is.
public protocol RoomSensor: Sendable {
  func climate() throws(HardwareError) -> RoomClimate
}

/// The air of a room.
public struct RoomClimate: Hashable, Sendable {
  /// In degrees Celsius.
  public var temperature: Double
  /// Relative, 0…100 per cent; nil: the sensor does not measure it.
  public var humidity: Double?

  public init(temperature: Double, humidity: Double? = nil) {
    self.temperature = temperature
    self.humidity = humidity
  }
}

/// Says whether the supply gives enough, and how hot the processor is.
public protocol PowerMonitor: Sendable {
  func strain() throws(HardwareError) -> BoardStrain
  /// Blocks until the answer may have changed, the span is over, or `wake` was called since the last wait.
  func waitForChange(atMost span: Duration) throws(HardwareError)
  /// Ends the wait of another thread, or the next one.
  func wake()
}

/// What makes a board slow, or stop.
public struct BoardStrain: Hashable, Sendable {
  /// The supply's voltage is too low for it.
  public var isPowerLow: Bool
  /// Of its processor, in degrees Celsius; nil: nobody measures it.
  public var processorTemperature: Double?

  public init(isPowerLow: Bool, processorTemperature: Double? = nil) {
    self.isPowerLow = isPowerLow
    self.processorTemperature = processorTemperature
  }
}

/// A push button.
public protocol Button: Sendable {
  /// Begins to listen; nothing more where it listens already.
  func open() throws(HardwareError)
  /// Blocks until it is pressed: once for a press, however its contacts bounce, and not for one that began before `open`.
  /// False: it was closed.
  func waitForPress() throws(HardwareError) -> Bool
  /// Ends the wait of another thread, and lets the button go.
  func close()
}
